"""The command line: what it prints, what it writes, and how it refuses."""

from __future__ import annotations

import argparse
import csv
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from intel_files import TABLE, needs_readings

from pegp_lite import __version__
from pegp_lite.cli import main, parser
from pegp_lite.cli.progress import Progress
from pegp_lite.problems import synthetic_office
from pegp_lite.study.results import load

ROOT = Path(__file__).resolve().parents[2]
QUICK = ["--seeds", "2", "--steps", "8"]


@pytest.fixture(autouse=True)
def _no_readings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As on a computer that never saw the lab's readings."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("PEGP_INTEL_DATA", raising=False)


def write_csv(path: Path, days: int = 4, sensors: int = 5, change: object = None) -> Path:
    office = synthetic_office(days=days, sensors=sensors, bin_minutes=60)
    header = ["time", *(f"s{i}" for i in range(sensors))]
    rows = [[str(t).replace("T", " "), *map(str, row)] for t, row in zip(office.times, office.readings, strict=True)]
    rows = [["" if cell == "nan" else cell for cell in row] for row in rows]
    if callable(change):
        header, rows = change(header, rows)
    path.write_text("\n".join(",".join(row) for row in [header, *rows]) + "\n")
    return path


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open() as file:
        return list(csv.DictReader(file))


def test_a_run_prints_where_each_policy_ended(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "toy", *QUICK]) == 0
    out = capsys.readouterr().out
    assert out.startswith("toy: 2 seeds, 8 steps, 11 priors, 361 points")
    for name in ("PE-GP-UCB", "maximum likelihood", "fully Bayesian", "regret balancing", "known prior", "random"):
        assert f"\n{name} " in out


def test_same_seed_same_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    shown = []
    for seed in ("5", "5", "6"):
        assert main(["run", "toy", *QUICK, "--seed", seed]) == 0
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1] != shown[2]


def test_a_kept_run_has_tables_settings_and_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "kept"
    assert main(["run", "toy", *QUICK, "--out", str(out), "--tall", "3", "--policies", "pe,rb-upper,random"]) == 0
    comparison = load(out).comparison
    regret = rows_of(out / "regret.csv")
    assert len(regret) == 3 * 8
    assert {row["policy"] for row in regret} == {"PE-GP-UCB", "regret balancing, upper", "random"}
    assert {row["data"] for row in regret} == {"toy"}
    last = [float(row["cumulative_mean"]) for row in regret if row["step"] == "8"]
    np.testing.assert_allclose(last, [comparison.curve(name).mean[-1] for name in comparison.records], rtol=1e-5)
    shares = [row for row in rows_of(out / "priors.csv") if row["policy"] == "PE-GP-UCB"]
    assert sum(float(row["share"]) for row in shares) == pytest.approx(1)
    assert [row["prior"] for row in shares if row["is_true"] == "1"] == ["prior 2"]
    assert len(rows_of(out / "seeds.csv")) == 3 * 2
    summary = json.loads((out / "summary.json").read_text())
    made_by = summary["settings"]["made_by"]
    assert made_by.items() >= {"game": "toy", "seeds": 2, "T": 8, "tall": 3.0, "width": 0.02, "not_covered": []}.items()
    assert summary["settings"]["seed"] == 0
    assert summary["settings"]["versions"]["pegp_lite"] == __version__
    assert summary["policies"]["random"]["minus_PE-GP-UCB"][0] > 0
    pytest.importorskip("matplotlib")
    for name in ("regret", "selection"):
        assert (out / f"{name}.png").read_bytes().startswith(b"\x89PNG")
        assert "<svg" in (out / f"{name}.svg").read_text()


def test_a_kept_run_is_continued_and_shown_without_playing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = str(tmp_path / "kept")
    monkeypatch.setattr("pegp_lite.figures.pictures.write_figures", lambda *_: [])
    main(["run", "toy", *QUICK, "--out", out, "--policies", "pe,random"])
    main(["run", "toy", "--seeds", "4", "--steps", "8", "--out", out, "--policies", "pe,random"])
    continued = capsys.readouterr().out.split("\n\n", 2)[-1]
    main(["run", "toy", "--seeds", "4", "--steps", "8", "--policies", "pe,random"])
    assert capsys.readouterr().out.endswith(continued.splitlines()[-1] + "\n")

    def never(*_: object, **__: object) -> None:
        raise AssertionError("played again")

    monkeypatch.setattr("pegp_lite.study.results.play", never)
    assert main(["show", out]) == 0
    assert capsys.readouterr().out.startswith("toy: 4 seeds, 8 steps")


def test_a_run_that_is_stopped_says_how_to_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = str(tmp_path / "kept")

    def stop(self: Progress, done: int, total: int, name: str = "") -> None:
        if done == 1:
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Progress, "__call__", stop)
        assert main(["run", "toy", *QUICK, "--out", out]) == 130
    assert "the same command goes on from there" in capsys.readouterr().err
    assert list(load(out).comparison.records) == ["PriorElimination"]
    monkeypatch.setattr("pegp_lite.figures.pictures.write_figures", lambda *_: [])
    assert main(["run", "toy", *QUICK, "--out", out]) == 0
    assert len(load(out).comparison.records) == 6


def test_the_lab_without_readings_says_synthetic_on_every_face(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "office"
    assert main(["run", "intel", *QUICK, "--policies", "pe,mle", "--out", str(out)]) == 0
    assert capsys.readouterr().out.startswith("synthetic: ")
    for table in ("regret.csv", "priors.csv", "seeds.csv"):
        assert all(row["data"].startswith("synthetic: ") for row in rows_of(out / table))
    assert json.loads((out / "summary.json").read_text())["data"].startswith("synthetic: ")
    assert json.loads((out / "settings.json").read_text())["made_by"]["synthetic"] is True


def test_one_s_own_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_csv(tmp_path / "mine.csv")
    assert main(["run", str(path), "--seeds", "2", "--test-day", "2004-03-03", "--unit", "K"]) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith("mine.csv, 3 March 2004: 2 seeds, 24 steps, 2 priors, 5 points")
    assert "regret (K)" in shown.out
    assert "known prior" not in shown.out
    assert "mine.csv: 96 rows read" in shown.err


def text_in_numbers(header: list[str], rows: list[list[str]]) -> tuple[list[str], list[list[str]]]:
    rows[5][2] = "warm"
    return header, rows


BAD_TABLES = {
    "wrong header": (lambda header, rows: (header[:-1], rows), "header"),
    "no header": (lambda header, rows: (rows[0], rows[1:]), ""),
    "no time column": (lambda header, rows: (header[1:], [row[1:] for row in rows]), "time"),
    "text in a number column": (text_in_numbers, "warm"),
    "one sensor only": (lambda header, rows: (header[:2], [row[:2] for row in rows]), "sensor"),
    "one day only": (lambda header, rows: (header, rows[:24]), "day"),
    "all values missing": (lambda header, rows: (header, [[row[0], *[""] * 5] for row in rows]), ""),
    "nothing but a header": (lambda header, rows: (header, []), ""),
}


@pytest.mark.parametrize("what", BAD_TABLES)
def test_a_table_that_cannot_be_used_is_refused_and_nothing_is_written(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change, word = BAD_TABLES[what]
    path = write_csv(tmp_path / "bad.csv", change=change)
    out = tmp_path / "out"
    assert main(["run", str(path), "--out", str(out)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("pegp: ")
    assert "bad.csv" in said.err
    assert word in said.err
    assert "Traceback" not in said.err
    assert not out.exists()
    assert sorted(each.name for each in tmp_path.iterdir()) == ["bad.csv"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["run", "toys"], '"toys" is neither toy nor intel, and there is no such file'),
        (
            ["run", "toy", "--policies", "pe,best"],
            "policies are pe, mle, bayes, rb, rb-upper, known, random; got 'best'",
        ),
        (["run", "intel", "--policies", "known"], 'policy "known" must be told the true prior'),
        (["run", "toy", "--test-day", "2004-03-14"], "the toy has no --test-day"),
        (["run", "intel", "--true-prior", "2"], "the Intel readings has no --true-prior"),
        (["run", "toy", "--seeds", "0"], "seeds must be a whole number of at least 1, got 0"),
        (["run", "toy", "--delta", "2"], "delta"),
        (["run", "toy", "--seed", "-1"], "seed must be a whole number"),
        (["run", "toy", "--true-prior", "12"], "numbered from 0 to 10, got 12"),
        (["run", "intel", "--data", "nowhere.txt"], "there is no file nowhere.txt"),
        (["run", "intel", "--test-day", "2009-01-01"], "has no 2009-01-01"),
        (["show", "nowhere"], "holds no result"),
        (["claims", "--data", "nowhere.txt"], "there is no file nowhere.txt"),
        (["claims", "--refresh-outcome"], "wants to be told where to write: give --out FILE"),
        (["claims", "--refresh-outcome", "--out", "out"], "must come from real readings, and none were found"),
        (["claims", "--seeds", "0"], "seeds"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if arguments[0] == "run":
        arguments = [*arguments, "--out", "out"]
    assert main(arguments) == 2
    shown = capsys.readouterr()
    assert said in shown.err
    assert shown.err.splitlines()[-1].startswith("pegp: ")
    assert not (tmp_path / "out").exists()


def test_options_that_are_not_numbers_are_argparse_s_to_refuse(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["run", "toy", "--seeds", "many"])
    assert stopped.value.code == 2
    assert "invalid int value: 'many'" in capsys.readouterr().err


def test_an_address_that_does_not_answer(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("pegp_lite.problems.sensors.download.urllib.request.urlopen", unreachable)
    assert main(["data", "intel"]) == 2
    err = capsys.readouterr().err
    assert "could not be reached" in err
    assert "PEGP_INTEL_DATA" in err


def unreachable(*_: object, **__: object) -> None:
    raise ConnectionRefusedError("no network here")


def test_help_teaches(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in ([], ["run"], ["claims"], ["data"], ["show"]):
        with pytest.raises(SystemExit) as stopped:
            main([*arguments, "--help"])
        assert stopped.value.code == 0
    shown = capsys.readouterr().out
    for taught in ("run readings.csv", "--tall 2 --l 0.25", "same seed, same numbers", "goes on with the same command"):
        assert taught in " ".join(shown.split())


def every_parser(found: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    yield found
    for action in found._actions:
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from every_parser(inner)


def test_the_examples_of_help_are_commands_that_parse() -> None:
    texts = [f"{each.description}\n{each.epilog}" for each in every_parser(parser())]
    lines = [line.strip() for text in texts for line in text.splitlines() if line.startswith("  pegp ")]
    assert len(lines) > 20
    for line in lines:
        words = shlex.split(line.split("   ")[0])[1:]
        assert callable(parser().parse_args(words).command), line


def test_every_command_has_a_description_and_examples() -> None:
    for each in every_parser(parser()):
        if each.get_default("command"):
            assert each.description, each.prog
            assert "  pegp " in f"{each.description}{each.epilog}", each.prog


@pytest.mark.parametrize("words", [[], ["campaign"]])
def test_without_a_command_the_help_lists_them(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 0
    alone = capsys.readouterr().out
    with pytest.raises(SystemExit):
        main([*words, "--help"])
    assert alone == capsys.readouterr().out


def test_the_notebooks_to_write_code_in_are_copied_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["notebooks", str(tmp_path / "a" / "b")]) == 0
    copied = sorted((tmp_path / "a" / "b").iterdir())
    assert [path.name for path in copied] == ["1_build_it.ipynb", "2_your_campaign.ipynb", "3_your_study.ipynb"]
    for path in copied:
        assert path.read_bytes() == (ROOT / "notebooks" / "code" / path.name).read_bytes()
    copied[0].write_text("mine")
    copied[1].unlink()
    capsys.readouterr()
    assert main(["notebooks", str(tmp_path / "a" / "b")]) == 0
    assert capsys.readouterr().out.count("left alone") == 2
    assert copied[0].read_text() == "mine"
    assert copied[1].exists()
    assert main(["notebooks", str(tmp_path / "c"), "--solutions"]) == 0
    solved = (ROOT / "notebooks" / "code" / "solutions" / "1_build_it.ipynb").read_bytes()
    assert (tmp_path / "c" / "1_build_it.ipynb").read_bytes() == solved


@pytest.mark.parametrize("missing", ["jupyter_client", "voila"])
def test_pages_without_their_libraries_say_what_to_install(missing: str) -> None:
    script = f"import sys; sys.modules['{missing}'] = None; from pegp_lite.cli import main; main(['app'])"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT)
    assert ran.returncode == 1
    assert ran.stderr == f"pegp_lite: the pages need {missing}, which is not here: pip install 'pegp_lite[app]'\n"


def test_the_ledger_to_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("pegp_lite.claims.ledger.THEORY", ("output scale",))
    out = tmp_path / "ledger.json"
    assert main(["claims", "--seeds", "2", "--quick", "--format", "json", "--out", str(out)]) == 0
    found = json.loads(out.read_text())["claims"]
    assert [each["key"] for each in found] == [*(str(n) for n in range(1, 12)), "output scale"]
    assert capsys.readouterr().out == ""


def test_from_outside_it_is_a_program_that_needs_no_matplotlib() -> None:
    """As a program: module entry, exit code, and numpy and scipy alone where nothing is drawn."""
    script = "import sys; from pegp_lite.cli import main; print(main(sys.argv[1:]), 'matplotlib' in sys.modules)"
    environment = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
    ran = subprocess.run(
        [sys.executable, "-c", script, "run", "toy", *QUICK], capture_output=True, text=True, env=environment, cwd=ROOT
    )
    assert ran.stdout.endswith("0 False\n"), ran.stderr
    bad = subprocess.run(
        [sys.executable, "-m", "pegp_lite", "run", "nothing.csv"],
        capture_output=True,
        text=True,
        env=environment,
        cwd=ROOT,
    )
    assert bad.returncode == 2
    assert bad.stderr == 'pegp: "nothing.csv" is neither toy nor intel, and there is no such file\n'


def test_progress_is_a_bar_on_a_terminal_and_silence_for_short_work_elsewhere() -> None:
    class Screen:
        def __init__(self, live: bool) -> None:
            self.live, self.text = live, ""

        def isatty(self) -> bool:
            return self.live

        def write(self, text: str) -> None:
            self.text += text

        def flush(self) -> None: ...

    terminal, pipe = Screen(True), Screen(False)
    for screen in (terminal, pipe):
        progress = Progress(screen)  # type: ignore[arg-type]
        progress(3, 6, "random")
        progress(17_000_000, None)
        progress.close()
    assert "\r[############............] 3 / 6 random" in terminal.text
    assert "17.0 MB" in terminal.text
    assert terminal.text.endswith("\r")
    assert pipe.text == ""


@needs_readings
def test_the_lab_s_real_readings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "intel", "--data", str(TABLE), "--seeds", "2", "--steps", "20", "--policies", "pe,random"]) == 0
    out = capsys.readouterr().out
    assert "13 priors, 46 points" in out
    assert "synthetic" not in out
