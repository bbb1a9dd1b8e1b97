"""Every example of the documentation runs and gives what it shows: in docstrings, and on the pages."""

from __future__ import annotations

import importlib.util
import inspect
import pkgutil
import re
from pathlib import Path
from typing import Any

import pytest
from examples import examples_in, examples_of, failures

import pegp_lite

ROOT = Path(__file__).parents[2]
PAGES = [path for path in sorted((ROOT / "docs").rglob("*.md")) if ">>>" in path.read_text()]


def modules_with_examples() -> list[str]:
    found = []
    for info in pkgutil.walk_packages(pegp_lite.__path__, "pegp_lite."):
        place = ROOT / info.name.replace(".", "/")
        path = place / "__init__.py" if info.ispkg else place.with_suffix(".py")
        if path.exists() and ">>>" in path.read_text():
            found.append(info.name)
    return found


def documented(module: Any) -> list[tuple[str, Any]]:
    """Everything a module defines that may hold examples: itself, its functions, its classes and their methods."""
    found = [(module.__name__, module)]
    for name, thing in vars(module).items():
        if getattr(thing, "__module__", None) == module.__name__ and (inspect.isclass(thing) or callable(thing)):
            found.append((name, thing))
            if inspect.isclass(thing):
                inner = {key: getattr(value, "__func__", value) for key, value in vars(thing).items()}
                found += [(f"{name}.{key}", value) for key, value in inner.items() if getattr(value, "__doc__", None)]
    return found


@pytest.mark.parametrize("name", modules_with_examples())
def test_the_examples_of_a_module_give_what_they_show(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    module = importlib.import_module(name)
    ran = 0
    for what, thing in documented(module):
        if isinstance(thing.__doc__, str) and (test := examples_of(thing, what, module)):
            assert not failures(test), failures(test)
            ran += len(test.examples)
    assert ran, f"{name} holds >>>, but no docstring of it does"


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_the_examples_of_a_page_give_what_they_show(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    test = examples_in(path.read_text(), path.name)
    assert test.examples
    found = failures(test)
    assert not found, found


def test_how_tos_are_there_for_what_people_want_to_do():
    wanted = {
        "add_a_policy",
        "add_a_prior",
        "add_a_problem",
        "add_a_page",
        "draw_a_picture",
        "run_a_campaign",
        "own_data",
        "teach_a_class",
    }
    assert wanted <= {path.stem for path in (ROOT / "docs" / "howto").glob("*.md")}
    index = (ROOT / "docs" / "howto" / "index.md").read_text().split()
    assert wanted | {"../[ht]*ing"} <= set(index)


def test_a_wrong_example_is_found():
    wrong = examples_in("```python\n>>> 1 + 1\n3\n\n```\n", "wrong")
    assert "Expected:\n    3\nGot:\n    2" in failures(wrong)


def _tool() -> Any:
    spec = importlib.util.spec_from_file_location("build_docs", ROOT / "tools" / "build_docs.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


NOT_MADE_BY_HAND = {"View"}  # the game makes it; its docstring speaks of what can be read from it
REFERENCE = list(_tool().PUBLIC)


@pytest.mark.parametrize("name", REFERENCE)
def test_a_public_name_says_what_it_takes_and_shows_an_example(name: str) -> None:
    module = importlib.import_module(name)
    for word in _tool().public_names(module):
        thing = getattr(module, word)
        if not callable(thing):
            continue
        said = inspect.getdoc(thing) or ""
        assert ">>>" in said, f"{name}.{word} shows no example"
        if word in NOT_MADE_BY_HAND or issubclass_of_warning(thing):
            continue
        parents = [each for each in getattr(thing, "__mro__", ()) if each.__module__.startswith("pegp_lite")]
        said += "".join(each.__doc__ or "" for each in parents)
        fields = "".join(inspect.getsource(each) for each in parents)
        for parameter in inspect.signature(thing).parameters:
            told = f"`{parameter}" in said or re.search(rf"^    {parameter}: .*#: ", fields, re.MULTILINE)
            assert told, f"{name}.{word} says nothing of {parameter}"


def issubclass_of_warning(thing: Any) -> bool:
    return inspect.isclass(thing) and issubclass(thing, BaseException)
