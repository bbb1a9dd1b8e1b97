"""What imports what, and what the README promises."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from house import PACKAGE, ROOT, calls_of, classes, imports, is_private, own_names, place, sources, tree_of

import pegp_lite
from pegp_lite import figures, masks, problems, theory
from pegp_lite.bandit.looks import HUES
from pegp_lite.bandit.players import OURS
from pegp_lite.pages.pages import PAGES
from pegp_lite.study import results, sweep

# From the leaves up: a module or package may import only itself and what stands before it.
ORDER = (
    *("explorer", "checks", "shown", "streams", "writing", "gp", "problems", "bandit", "theory", "study", "exercises"),
    *("figures", "claims", "pages", "hosting", "cli"),
)


PUBLIC = (pegp_lite, masks, problems, theory, results, sweep, figures)
DOCUMENTED = {"_replace", "_fields", "_asdict", "_exit"}  # public in spite of it: of named tuples, and os._exit
COLOUR = r"#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3,4})\b(?!;)|\b(?:rgb|rgba|hsl|hsla)\("
NAMED = {"white", "black", "grey", "gray", "red", "green", "blue", "orange", "purple", "yellow", "crimson", "navy"}

# What the rules do not hold for yet, each with its reason. These lists may only become shorter.
BORROWS = "hosting/compat.py"  # from Jupyter and Tornado, so that nobody else does (rule 6)
OVERRIDDEN = {
    "_request_summary",  # Tornado's, for subclasses to say what they log
}
CYCLES = {("pegp_lite.problems.sensors.table", "pegp_lite.problems.sensors.reading")}  # `SensorTable.read` reads
TWICE = {"kernels", "pages", "looks"}  # hosting and the pages
COLOURED = {"pages/js/tokens.css", "pages/share/jupyter/voila/templates/pegp/static/site.css"}
DRAWS_FILES = {"figures/render/matplotlib.py", "figures/render/artists.py"}
LESSONS_WITH_A_BELIEF = {"pages/lessons/star/model.py", "pages/lessons/turn/model.py"}  # a reader's looks, no record
EXERCISES = {"exercises/your_study/findings.py"}  # wrong answers, to be recognised
MADE_UP = {"exercises/your_study/findings.py", "exercises/your_campaign/reasons.py"}  # cases to try an answer on


@pytest.mark.parametrize("module", ["pegp_lite", "pegp_lite.bandit.play", "pegp_lite.theory"])
def test_the_core_loads_numpy_and_scipy_only(module: str) -> None:
    script = f"import sys, {module}; print(*sorted({{name.split('.')[0] for name in sys.modules}}))"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert "numpy" in loaded
    seen = {"matplotlib", "ipywidgets", "IPython", "voila", "traitlets"}
    outside = seen | {"sklearn", "pandas", "xarray", "dask", "distributed"}
    assert not outside & set(loaded)


def test_no_private_name_crosses_a_module_s_border() -> None:
    """Rule 1, by import, attribute and inheritance: `_x` is read only where it is defined."""
    found = []
    for module in sources():
        if place(module) == BORROWS:
            continue
        tree = tree_of(module)
        ours = own_names(tree)
        found += [f"{place(module)} imports {name}" for _, name in imports(module) if is_private(name)]
        found += [
            f"{place(module)} reads {ast.unparse(node)}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute) and is_private(node.attr) and node.attr not in ours | DOCUMENTED
        ]
    assert not found, "\n".join(found)


def test_no_class_redefines_what_is_its_parent_s_own() -> None:
    """Rule 1, inheritance once more: a `_x` of the same name in another module's subclass would replace it."""
    private = {}
    for module, node in classes():
        private[module, node.name] = {each for each in own_names(node) if is_private(each)}
    for module, node in classes():
        known = {name: (source, name) for source, name in imports(module)}
        for base in node.bases:
            parent = known.get(ast.unparse(base))
            clash = private.get(parent, set()) & private[module, node.name] - OVERRIDDEN if parent else set()
            assert not clash, f"{place(module)}: {node.name} and {ast.unparse(base)} both define {clash}"


def test_imports_run_in_one_direction() -> None:
    """Rule 2: the layers, whether an import stands at the top of a file or in a function."""
    for module in sources():
        unit = (module.split(".") + [""])[1]
        if unit in ("", "__main__"):
            continue
        units = {target.split(".")[1] for target, _ in imports(module) if "." in target}
        above = units - set(ORDER[: ORDER.index(unit) + 1])
        assert not above, f"{place(module)} imports {above}"


def test_no_two_modules_need_each_other() -> None:
    """Rule 2: no import in a function hides a cycle."""
    needs = {module: {target for target, _ in imports(module)} - {module} for module in sources()}
    needs = {module: {t for t in targets if (module, t) not in CYCLES} for module, targets in needs.items()}
    while free := [module for module, targets in needs.items() if not targets & needs.keys()]:
        for module in free:
            del needs[module]
    assert not needs, f"these need each other: {', '.join(sorted(needs))}"


def test_no_two_modules_have_one_name() -> None:
    """Rule 2: lessons excepted, which are all made alike."""
    names: dict[str, list[str]] = {}
    for module in sources():
        if ".lessons." not in module and not module.endswith("__main__"):
            names.setdefault(module.rsplit(".", 1)[-1], []).append(place(module))
    twice = {name: places for name, places in names.items() if len(places) > 1}
    assert not twice.keys() - TWICE, f"{twice}"


def test_colours_stand_in_the_palette() -> None:
    """Rule 4: no file but the palette writes a colour, by number or by name; roles are not colours."""
    found = set()
    for module in sources():
        for node in ast.walk(tree_of(module)):
            words = [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []
            if any(re.search(COLOUR, word) for word in words):
                found.add(place(module))
            if isinstance(node, ast.keyword) and "color" in (node.arg or "") and isinstance(node.value, ast.Constant):
                found |= {place(module)} if node.value.value in NAMED else set()
    for path in (PACKAGE / "pages").rglob("*.*"):
        where = path.relative_to(PACKAGE).as_posix()
        if path.suffix in (".css", ".js", ".html", ".j2") and not re.search(
            "/labextensions/|/node_modules/|/static/start.js", where
        ):
            found |= {where} if re.search(COLOUR, path.read_text()) else set()
    assert not found - {"figures/palette.py", "pages/js/palette.css"} - COLOURED, sorted(found - COLOURED)


def test_a_policy_is_called_and_drawn_as_its_own_file_says() -> None:
    """Rule 4: what a policy is called stands in its class and nowhere else as that class's label."""
    labels = {kind.name for kind in OURS.values()}
    assert len(labels) == len(OURS)
    for module, node in classes():
        said = [each for each in node.body if isinstance(each, ast.Assign) and ast.unparse(each.targets[0]) == "name"]
        if said and isinstance(said[0].value, ast.Constant) and said[0].value.value in labels:
            assert place(module).startswith("bandit/policies/"), place(module)
    assert not [place(module) for module in sources() if ("pegp_lite.bandit.looks", "register") in imports(module)]
    hues = {kind.look.hue for kind in OURS.values()} | set(HUES)
    for module in sources():
        if place(module).startswith(("figures/", "pages/")) and place(module) != "figures/palette.py":
            said = {node.value for node in ast.walk(tree_of(module)) if isinstance(node, ast.Constant)}
            assert not said & hues, f"{place(module)} writes a policy's hue: {said & hues}"


def test_there_is_one_loop_one_replay_and_one_mean_and_error() -> None:
    """Rule 5: who makes games and records, who feeds a belief, who divides a deviation by the root of a count."""
    assert calls_of("Game").keys() == {"bandit/play.py", "bandit/sitting.py"}
    believers = {"bandit/game.py", "bandit/replay.py", "theory/gain.py", "theory/coverage.py"}
    assert calls_of("Belief").keys() <= believers | {"exercises/build_it/fits.py"} | LESSONS_WITH_A_BELIEF
    for module in sources():
        for node in ast.walk(tree_of(module)):
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
                left, right = ast.unparse(node.left), ast.unparse(node.right)
                if re.search(r"\bstd\(", left) and "sqrt" in right:
                    assert place(module) in {"study/statistics.py"} | EXERCISES, f"{place(module)}: {left} / {right}"


def test_there_is_one_list_of_the_pages() -> None:
    """Rule 5: every notebook of the app is in it and every entry is a notebook; the server and tests read it."""
    assert sorted(page.name for page in PAGES) == sorted(path.stem for path in (ROOT / "notebooks").glob("*.ipynb"))
    lists = [
        place(module)
        for module in sources()
        for node in ast.walk(tree_of(module))
        if isinstance(node, ast.List | ast.Tuple | ast.Dict)
        and sum(f"'{page.name}'" in ast.unparse(node) for page in PAGES) > 1
    ]
    assert set(lists) == {"pages/pages.py"}


def test_nobody_forges_a_record() -> None:
    """Rule 7: a record or a comparison comes from a game, or from the file of one."""
    assert (
        calls_of("Record").keys() <= {"bandit/play.py", "bandit/sitting.py", "study/results/piece_files.py"} | MADE_UP
    )
    assert calls_of("Comparison").keys() <= {"study/compare.py", "study/results/__init__.py"} | MADE_UP
    for module in sources():
        for node in ast.walk(tree_of(module)):
            said = ast.unparse(node) if isinstance(node, ast.Call) and node.args else ""
            if re.match(r"(\w+\.)?replace\([^,]*\brecords?\b", said):
                assert place(module) == "bandit/record.py", f"{place(module)}: {said}"


def test_only_pages_use_widgets_and_only_one_renderer_matplotlib() -> None:
    def users(library: str) -> set[str]:
        loads = re.compile(rf"^\s*(import|from) {library}\b", re.MULTILINE)
        return {place(module) for module, path in sources().items() if loads.search(path.read_text())}

    assert users("matplotlib") == DRAWS_FILES
    assert {each.split("/")[0] for each in users("ipywidgets")} == {"pages", "hosting"}
    renderer = "pegp_lite.figures.render.matplotlib"
    loaders = {place(module) for module in sources() if renderer in {target for target, _ in imports(module)}}
    assert loaders == {"figures/paper.py", "hosting/kernels/birth.py"}, "everybody else asks figures.paper"


def public() -> Iterator[tuple[str, Any, str]]:
    """Every public function, class and method, and all that is said of it; its class and its parents speak for it."""
    for module in PUBLIC:
        own = [name for name, what in vars(module).items() if getattr(what, "__module__", "") == module.__name__]
        for name in getattr(module, "__all__", None) or [name for name in own if not name.startswith("_")]:
            what = getattr(module, name)
            if inspect.isfunction(what):
                yield name, what, inspect.getdoc(what) or ""
            elif inspect.isclass(what) and what.__module__.startswith("pegp_lite"):
                parents = [each for each in what.__mro__ if each.__module__.startswith("pegp_lite")]
                said = "\n".join(inspect.getsource(each).split("    def ")[0] for each in parents)
                if inspect.isfunction(vars(what).get("__init__")):
                    yield name, what.__init__, said
                for word, inner in vars(what).items():
                    method = inner.__func__ if isinstance(inner, classmethod) else inner
                    if inspect.isfunction(method) and not word.startswith("_"):
                        docs = [inspect.getdoc(vars(each).get(word)) or "" for each in parents]
                        yield f"{name}.{word}", method, "\n".join([*docs, said])


@pytest.mark.parametrize(("name", "what", "said"), list(public()))
def test_a_public_name_has_types_and_says_what_its_arguments_are(name: str, what: Any, said: str) -> None:
    """An argument is told of in the docstring or beside a dataclass's field; `problem: Problem` says it by type."""
    assert inspect.getdoc(what) or name.split(".")[-1][0].isupper(), f"{name} has no docstring"
    signature = inspect.signature(what)
    assert signature.return_annotation is not inspect.Signature.empty, f"{name} does not say what it returns"
    for word, parameter in signature.parameters.items():
        if word in ("self", "cls") or parameter.kind in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL):
            continue
        assert parameter.annotation is not parameter.empty, f"{name} has no type for {word}"
        by_type = word.replace("_", "").lower() == str(parameter.annotation).split(" ")[0].lower()
        told = re.search(rf"\b{word}\b", re.sub(rf"(?m)^    {word}: [^#]*$", "", said))
        assert by_type or told, f"{name} does not say what {word} is"


@pytest.mark.parametrize("old", ["explorer", "explorer.start.page", "explorer.office_page"])
def test_what_has_moved_says_where_it_is(old: str) -> None:
    with pytest.raises(ImportError, match=r"pegp_lite\.explorer has moved to pegp_lite\.pages\.lessons"):
        import_module(f"pegp_lite.{old}")


def test_the_readme_shows_both_commands_first_and_its_example_runs() -> None:
    readme = (ROOT / "README.md").read_text()
    first_screen = "\n".join(readme.splitlines()[:40])
    assert "make app" in first_screen
    assert "make test" in first_screen
    example = re.search(r"```python\n(.*?)```", first_screen, re.DOTALL)
    assert example, "the first screen should hold an example"
    assert len(example[1].strip().splitlines()) <= 12
    ran = subprocess.run([sys.executable, "-c", example[1]], capture_output=True, text=True, check=True, cwd=ROOT)
    shown = re.search(r"```text\n(.*?)```", readme, re.DOTALL)
    assert shown, "the README should show what the example prints"
    assert ran.stdout.strip() == shown[1].strip()
