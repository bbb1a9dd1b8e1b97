"""The files around the package agree with each other and carry nothing of the machine they were made on."""

import re
import subprocess
import tomllib
from contextlib import nullcontext
from pathlib import Path

import pytest
import yaml
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import Version

from pegp_lite.cli import parser

ROOT = Path(__file__).resolve().parents[1]
PYPI_NAME = {"playwright-python": "playwright", "dask-core": "dask"}


def declared() -> dict[str, SpecifierSet]:
    """Every direct dependency of pyproject.toml, its extras included, with its bounds."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    groups = [project["dependencies"], *project["optional-dependencies"].values()]
    requirements = [Requirement(line) for group in groups for line in group if not line.startswith("pegp_lite[")]
    assert len({r.name for r in requirements}) == len(requirements), "a dependency is declared twice"
    return {canonicalize_name(r.name): r.specifier for r in requirements}


def conda() -> tuple[dict[str, SpecifierSet], list[str]]:
    """The packages of environment.yml under their PyPI names, and what else its pip section installs."""
    entries = yaml.safe_load((ROOT / "environment.yml").read_text())["dependencies"]
    packages, pip_lines = {}, []
    for entry in entries:
        if isinstance(entry, dict):
            pip_lines += [line for line in entry["pip"] if line.startswith("-")]
            for only_there in [Requirement(line) for line in entry["pip"] if not line.startswith("-")]:
                packages[canonicalize_name(only_there.name)] = only_there.specifier
        else:
            name, _, bounds = entry.partition(" ")
            packages[canonicalize_name(PYPI_NAME.get(name, name))] = SpecifierSet(bounds)
    return packages, pip_lines


def locked() -> list[tuple[str, Version, Marker | None]]:
    lines = (ROOT / "requirements.lock").read_text().splitlines()
    pins = [Requirement(line) for line in lines if line.strip() and not line.lstrip().startswith("#")]
    found = []
    for pin in pins:
        (exact,) = pin.specifier
        assert exact.operator == "==", f"{pin} is not pinned"
        found.append((canonicalize_name(pin.name), Version(exact.version), pin.marker))
    return found


def texts() -> list[tuple[str, str]]:
    """Every text file that git tracks or would add."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    git = ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(git, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    found = []
    for name in sorted(filter(None, names)):
        path = ROOT / name
        if path.is_file() and b"\0" not in (content := path.read_bytes()):
            found.append((name, content.decode()))
    return found


def test_conda_environment_says_what_pyproject_says():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    packages, pip_lines = conda()
    assert packages.pop("python") == SpecifierSet(project["requires-python"])
    assert packages.pop("pip") == SpecifierSet()
    assert packages == declared()
    assert pip_lines == ["-e ."]


BORROWED_FROM = {"ipykernel", "jupyter-client", "jupyter-server", "tornado", "voila"}  # hosting/compat.py says what


def test_every_direct_dependency_has_one_lower_bound():
    """And an upper one where we use what the library does not promise."""
    for name, bounds in declared().items():
        wanted = ["<", ">="] if name in BORROWED_FROM else [">="]
        assert sorted(b.operator for b in bounds) == wanted, f"{name}{bounds}"


def test_lock_holds_every_direct_dependency_within_its_bounds():
    pins = locked()
    for name, bounds in declared().items():
        versions = [version for pinned, version, marker in pins if pinned == name and marker is None]
        assert len(versions) == 1, f"{name} is locked {len(versions)} times for every platform"
        assert versions[0] in bounds, f"{name} {versions[0]} is locked, {bounds} is declared"


def test_package_and_citation_have_one_version():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert str(citation["version"]) == project["version"]
    assert citation["license"] == project["license"]
    assert f"## [{project['version']}]" in (ROOT / "CHANGELOG.md").read_text()


def test_citation_names_the_paper_and_its_authors():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    paper = citation["preferred-citation"]
    assert citation["cff-version"] == "1.2.0"
    assert paper["title"] == "Time-Varying Gaussian Process Bandits with Unknown Prior"
    assert [a["family-names"] for a in paper["authors"]] == ["Ziomek", "Adachi", "Osborne"]
    assert paper["year"] == 2025


def test_the_citation_has_what_readers_of_it_look_for():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    wanted = {"message", "title", "abstract", "authors", "keywords", "license", "version", "url", "preferred-citation"}
    assert wanted <= set(citation)
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["urls"]
    assert citation.get("repository-code") == urls.get("Source")
    assert citation["url"] == citation["preferred-citation"]["url"] == urls["Paper"]


def test_classifiers_are_known_and_say_which_pythons():
    from trove_classifiers import classifiers

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert not set(project["classifiers"]) - classifiers
    lowest = project["requires-python"].removeprefix(">=")
    assert f"Programming Language :: Python :: {lowest}" in project["classifiers"]
    assert not any(each.startswith("License ::") for each in project["classifiers"]), "the license is an expression"


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_what_the_texts_tell_to_type_exists(name):
    text = (ROOT / name).read_text()
    targets = set(re.findall(r"^([a-z-]+(?: [a-z-]+)*):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    known = {word for target in targets for word in target.split()}
    code = re.findall(r"`([^`\n]+)`", text) + re.findall(r"(?m)^((?:make|pegp) .*)$", text)
    assert {word for line in code for word in re.findall(r"^make ([a-z-]+)", line)} <= known
    for line in code:
        if line.startswith("pegp "):
            command = line.split("#")[0].split()[1:]
            with pytest.raises(SystemExit, match=r"^0$") if "--help" in command else nullcontext():
                parser().parse_args(command)
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", text)
    assert [link for link in links if not (ROOT / link).exists()] == []


# Written with classes such as [.] so that this file does not match its own patterns.
@pytest.mark.parametrize(
    "pattern",
    [
        pytest.param(r"pypi[.]org|pythonhosted[.]org|anaconda[.](?:org|com)|npmjs[.]org", id="registry host"),
        pytest.param(r"(?m)^\s*(?:--)?(?:extra-)?index[-]url\b|^\s*--find[-]links\b", id="registry option"),
        pytest.param(r"(?<![\w.~-])/(?:work|root|opt/pypi|opt/wheels)[/]", id="path of this machine"),
    ],
)
def test_no_file_names_a_registry_or_a_path_of_this_machine(pattern):
    hits = [
        f"{name}:{text.count(chr(10), 0, hit.start()) + 1}: {hit.group()}"
        for name, text in texts()
        for hit in re.finditer(pattern, text)
    ]
    assert not hits, "\n".join(hits)


def test_the_ci_script_can_be_run():
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o111
