"""The original is fetched whole and checked, or the reason is said; else there is the synthetic office."""

from __future__ import annotations

import errno
import hashlib
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import pytest

from pegp_lite.problems.sensors import download, sources
from pegp_lite.problems.sensors.sources import (
    DownloadError,
    cache_folder,
    download_intel,
    find_intel,
    office_table,
)
from pegp_lite.problems.sensors.table import DataError

CONTENT = np.random.default_rng(0).bytes(700_000)
SHA = hashlib.sha256(CONTENT).hexdigest()


class Server(ThreadingHTTPServer):
    """Serves CONTENT; `drops` breaks the line after so many bytes, `ranges` False knows no Range."""

    content = CONTENT
    ranges = True
    drops: list[int]
    asked: list[str | None]
    status = 200


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        content, wanted = self.server.content, self.headers.get("Range")
        self.server.asked.append(wanted)
        start = int(re.findall(r"\d+", wanted)[0]) if wanted and self.server.ranges else 0
        if self.server.status != 200:
            self.send_error(self.server.status)
            return
        if start >= len(content):
            self.send_response(416)
            self.send_header("Content-Range", f"bytes */{len(content)}")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        self.send_response(206 if start else 200)
        self.send_header("Content-Length", str(len(content) - start))
        if start:
            self.send_header("Content-Range", f"bytes {start}-{len(content) - 1}/{len(content)}")
        self.end_headers()
        stop = start + self.server.drops.pop(0) if self.server.drops else len(content)
        self.wfile.write(content[start:stop])
        self.close_connection = True

    def log_message(self, *words: object) -> None:
        """Keep quiet."""


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    server = Server(("127.0.0.1", 0), Handler)
    server.drops, server.asked = [], []
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("PEGP_INTEL_DATA", raising=False)
    return tmp_path


def get(server: Server, destination: Path | None = None, **more) -> Path:
    return download_intel(destination, f"http://127.0.0.1:{server.server_port}/data", SHA, timeout=60, **more)


def test_a_download_lands_in_the_cache_and_is_found_there(server):
    seen = []
    path = get(server, progress=lambda done, total: seen.append((done, total)))
    assert path.read_bytes() == CONTENT
    assert path == find_intel()
    assert path.parent == cache_folder()
    assert seen[-1] == (len(CONTENT), len(CONTENT))
    assert seen == sorted(seen)
    assert not list(path.parent.glob("*.part"))


def test_a_file_already_there_is_not_fetched_again(server):
    get(server)
    get(server)
    assert len(server.asked) == 1


def test_a_broken_line_is_taken_up_where_it_broke(server):
    server.drops = [200_000, 300_000]
    assert get(server).read_bytes() == CONTENT
    assert server.asked == [None, "bytes=200000-", "bytes=500000-"]


def test_a_part_of_an_earlier_run_is_used(server, tmp_path):
    (tmp_path / "x.part").write_bytes(CONTENT[:1234])
    assert get(server, tmp_path / "x").read_bytes() == CONTENT
    assert server.asked == ["bytes=1234-"]


def test_a_complete_part_needs_no_more_bytes(server, tmp_path):
    (tmp_path / "x.part").write_bytes(CONTENT)
    assert get(server, tmp_path / "x").read_bytes() == CONTENT


def test_a_part_longer_than_the_file_is_begun_anew(server, tmp_path):
    (tmp_path / "x.part").write_bytes(CONTENT + b"more")
    with pytest.raises(DownloadError):
        get(server, tmp_path / "x")
    assert get(server, tmp_path / "x").read_bytes() == CONTENT


def test_a_server_without_ranges_sends_it_all_again(server):
    server.ranges = False
    server.drops = [200_000]
    assert get(server).read_bytes() == CONTENT


def test_a_line_that_keeps_breaking_is_given_up_with_the_part_kept(server, tmp_path):
    server.drops = [1000] + [0] * 20
    with pytest.raises(DownloadError, match=r"127\.0\.0\.1 .*1,000 bytes are kept.*PEGP_INTEL_DATA"):
        get(server, tmp_path / "x")
    server.drops = []
    assert get(server, tmp_path / "x").read_bytes() == CONTENT


def test_wrong_content_is_thrown_away(server, tmp_path):
    server.content = b"<html>sign in first</html>"
    with pytest.raises(DownloadError, match=f"not the file wanted: its sha256 is .*, not {SHA}"):
        get(server, tmp_path / "x")
    assert [path.name for path in tmp_path.iterdir() if path.name != "cache"] == ["x.lock"]


def test_another_file_in_its_place_is_not_overwritten(server, tmp_path):
    (tmp_path / "x").write_text("mine")
    with pytest.raises(DownloadError, match="exists and is another file"):
        get(server, tmp_path / "x")
    assert (tmp_path / "x").read_text() == "mine"


def test_a_refusal_of_the_server_is_said(server):
    server.status = 404
    with pytest.raises(DownloadError, match="the server answered 404"):
        get(server)


def test_no_network_is_said(tmp_path, monkeypatch):
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with pytest.raises(DownloadError, match=r"127\.0\.0\.1 could not be reached.*PEGP_INTEL_DATA"):
        download_intel(tmp_path / "x", "http://127.0.0.1:9/data", SHA, timeout=60)


def test_only_web_addresses_are_fetched(tmp_path):
    with pytest.raises(DownloadError, match="http:// or https://"):
        download_intel(tmp_path / "x", "file:///etc/hosts", SHA)


def test_a_full_disk_is_said_and_what_arrived_is_kept(server, tmp_path, monkeypatch):
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(download.shutil, "disk_usage", lambda path: usage._replace(free=10))
    with pytest.raises(DownloadError, match=r"is full \(10 bytes free\)"):
        get(server, tmp_path / "x")


def test_other_errors_of_the_disk_are_not_hidden(server, tmp_path, monkeypatch):
    def broken(*args: object) -> bool:
        raise OSError(errno.EIO, "broken disk")

    monkeypatch.setattr(download, "_fetch_once", broken)
    with pytest.raises(OSError, match="broken disk"):
        get(server, tmp_path / "x")


def test_one_writer_at_a_time_and_a_dead_one_does_not_block(server, tmp_path):
    script = (
        "import sys, time; from pathlib import Path\n"
        "from pegp_lite.writing import only_writer\n"
        "with only_writer(Path(sys.argv[1] + '.lock'), OSError()): print('held', flush=True); time.sleep(60)"
    )
    root = Path(__file__).resolve().parents[2]
    other = subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path / "x")], cwd=root, stdout=subprocess.PIPE, text=True
    )
    with other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        with pytest.raises(DownloadError, match="another process is downloading"):
            get(server, tmp_path / "x")
        other.kill()
    assert get(server, tmp_path / "x").read_bytes() == CONTENT


def test_the_pinned_sum_is_a_sum():
    assert re.fullmatch("[0-9a-f]{64}", sources.INTEL_SHA256)
    assert sources.INTEL_URL.startswith("https://")


def test_readings_are_looked_for_in_order(tmp_path, monkeypatch):
    assert find_intel() is None
    cached = cache_folder() / "intel_lab_data.txt.gz"
    named, given = tmp_path / "named", tmp_path / "given"
    for path in (cached, named, given):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x")
    assert find_intel() == cached
    monkeypatch.setenv("PEGP_INTEL_DATA", str(named))
    assert find_intel() == named
    assert find_intel(given) == given
    with pytest.raises(DataError, match="the path given"):
        find_intel(tmp_path / "absent")
    monkeypatch.setenv("PEGP_INTEL_DATA", str(tmp_path / "absent"))
    with pytest.raises(DataError, match="PEGP_INTEL_DATA, which is set to it"):
        find_intel()


@pytest.mark.parametrize(
    ("platform", "ends"),
    [
        ("linux", ".cache/pegp_lite"),
        ("darwin", "Library/Caches/pegp_lite"),
        ("win32", "Local/pegp_lite/Cache"),
    ],
)
def test_the_cache_follows_the_platform(monkeypatch, platform, ends):
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    monkeypatch.setattr(sources.sys, "platform", platform)
    assert cache_folder().as_posix().endswith(ends)


def test_without_readings_there_is_the_synthetic_office(tmp_path):
    table = office_table()
    assert table.synthetic
    assert office_table() is table
    path = tmp_path / "mine.csv"
    path.write_text("time,1,2\n2004-03-01 00:00,20,21\n2004-03-02 00:00,22,23\n")
    (tmp_path / "mote_locs.txt").write_text("1 5 6\n2 7 8\n")
    mine = office_table(path)
    assert not mine.synthetic
    assert mine is office_table(path)
    np.testing.assert_array_equal(mine.positions, [[5, 6], [7, 8]])
