"""When something breaks under a visitor: the page says so, and a reload brings back the same settings."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import pytest
from attacker import Client, Den, kill, running_server, unpack, write_toy
from chromium import Visit, chromium, visitor
from playwright.sync_api import Browser, Route, WebSocketRoute, expect
from serving import eventually, stop

from pegp_lite.hosting.wire.visits import Reason

TOY = "toy.ipynb"
PAGE = f"/voila/render/{TOY}"
NOTICE = ".pegp-notice"


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    made = tmp_path_factory.mktemp("faults") / "pages"
    made.mkdir()
    write_toy(made)
    return made


@pytest.fixture(scope="module")
def den(folder: Path) -> Iterator[Den]:
    with running_server(folder, folder.parent) as server:
        yield server


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


def move(visit: Visit, times: int = 2) -> str:
    """Move the first slider, so that there are settings to lose; what the page then says."""
    handle = visit.page.locator(".pegp-frame .noUi-handle").first
    handle.focus()
    for _ in range(times):
        before, said = visit.picture, visit.sentence
        handle.press("ArrowRight")
        visit.wait_for_change(before)
        visit.page.wait_for_function("said => document.querySelector('.pegp-sentence').innerText !== said", arg=said)
    visit.page.wait_for_function("() => location.search.length > 1")
    return visit.sentence


def notice(visit: Visit, words: str, seconds: float = 60) -> None:
    visit.page.locator(NOTICE).get_by_text(words).wait_for(timeout=seconds * 1000)


def no_notice(visit: Visit) -> None:
    """None stays: that of computing goes with the answer's end, after the picture has changed."""
    expect(visit.page.locator(NOTICE)).to_have_count(0)


def reload_restores(visit: Visit, sentence: str) -> None:
    visit.page.locator(f"{NOTICE} a.pegp-reload").click()
    visit.page.locator(NOTICE).wait_for(state="detached")
    visit.page.wait_for_function(
        "said => document.querySelector('.pegp-sentence')?.innerText === said", arg=sentence, timeout=60_000
    )
    before = visit.picture
    visit.page.locator(".pegp-frame .noUi-handle").first.press("ArrowRight")
    visit.wait_for_change(before)
    no_notice(visit)


def lines_of(visit: Visit) -> list[WebSocketRoute]:
    """The page's lines as they are opened, so that they can be closed."""
    lines: list[WebSocketRoute] = []

    def through(line: WebSocketRoute) -> None:
        lines.append(line)
        line.connect_to_server()

    visit.page.route_web_socket("**/channels*", through)
    return lines


@dataclass
class Ends:
    """What a page's process says when it has done with a message, and whether the page is to wait for it."""

    held: bool = False
    messages: list[bytes] = field(default_factory=list)


def lines_with_ends(visit: Visit) -> tuple[list[WebSocketRoute], Ends]:
    """The page's lines as they are opened, and a hand on the end of each answer."""
    lines, ends = list[WebSocketRoute](), Ends()

    def through(line: WebSocketRoute) -> None:
        def pass_on(message: bytes | str) -> None:
            assert isinstance(message, bytes)
            if ends.held and unpack(message)["content"].get("execution_state") == "idle":
                ends.messages.append(message)
            else:
                line.send(message)

        lines.append(line)
        line.connect_to_server().on_message(pass_on)

    visit.page.route_web_socket("**/channels*", through)
    return lines, ends


def put_to_rest(visit: Visit) -> None:
    """End the page's visit, as the server does with one that has been away for too long."""
    kernel = json.loads(visit.page.locator("#jupyter-config-data").text_content() or "")["kernelId"]
    token = next(cookie["value"] for cookie in visit.page.context.cookies() if cookie["name"] == "_xsrf")
    server = visit.page.url.partition("/voila/")[0]
    visit.page.request.post(f"{server}/voila/api/shutdown/{kernel}", form={"_xsrf": token})


def test_a_process_killed_under_a_visitor(den: Den, browser: Browser) -> None:
    known = {process.pid for process in den.kernels()}
    with visitor(browser) as visit:
        visit.open(den.address + PAGE)
        (own,) = [process for process in den.kernels() if process.pid not in known]
        sentence = move(visit)
        kill(own)
        notice(visit, "has stopped")
        reload_restores(visit, sentence)


def test_a_process_that_ends_itself(den: Den, browser: Browser) -> None:
    with visitor(browser) as visit:
        visit.open(den.address + PAGE)
        sentence = move(visit)
        visit.page.get_by_role("button", name="Die").click()
        notice(visit, "has stopped")
        reload_restores(visit, sentence)


@pytest.mark.skipif(sys.platform != "linux", reason="pages are forked on Linux only")
def test_the_nursery_of_all_processes_dies(folder: Path, browser: Browser) -> None:
    with running_server(folder, folder.parent) as server, visitor(browser) as visit:
        visit.open(server.address + PAGE)
        sentence = move(visit)
        first = server.nursery()
        kill(first)
        notice(visit, "has stopped")
        eventually(lambda: set(psutil.Process(server.process.pid).children()) - {first}, "another nursery")
        reload_restores(visit, sentence)


def test_a_closed_tab_frees_its_process_at_once(den: Den, browser: Browser) -> None:
    known = {process.pid for process in den.kernels()}
    with visitor(browser) as visit:
        visit.open(den.address + PAGE)
        (own,) = [process for process in den.kernels() if process.pid not in known]
        visit.page.close(run_before_unload=True)
        own.wait(60)


def test_a_server_that_is_restarted(folder: Path, browser: Browser) -> None:
    with visitor(browser) as visit:
        with running_server(folder, folder.parent) as server:
            visit.open(server.address + PAGE)
            sentence = move(visit)
            stop(server.process)
            notice(visit, "does not answer")
        with running_server(folder, folder.parent, port=server.port):
            notice(visit, "session has ended")
            reload_restores(visit, sentence)


def test_a_dropped_line_that_comes_back(den: Den, browser: Browser) -> None:
    with visitor(browser) as visit:
        lines = lines_of(visit)
        visit.open(den.address + PAGE)
        sentence = move(visit)
        lines[-1].close(code=1001, reason="dropped")
        visit.until(lambda: len(lines) > 1, "another line")
        assert visit.sentence == sentence
        move(visit, 1)
        no_notice(visit)


def test_a_line_that_drops_before_the_answer_leaves_no_dead_slider(den: Den, browser: Browser) -> None:
    with visitor(browser) as visit:
        lines, ends = lines_with_ends(visit)
        visit.open(den.address + PAGE)
        ends.held = True
        move(visit, 1)
        visit.until(lambda: ends.messages, "the end, which the page never hears of")
        ends.held = False
        lines[-1].close(code=1001, reason="dropped")
        visit.until(lambda: len(lines) > 1, "another line")
        move(visit, 1)


# While a page is `away`, the lines it opens are refused. Not by the route: Playwright before 1.65 hangs where a handler
# closes its own line.
AWAY = """
const Plain = WebSocket;
window.away = false;
window.WebSocket = class extends Plain {
  constructor(address, ...rest) {
    super(away ? String(address).replace("/channels", "/nowhere") : address, ...rest);
  }
};
"""


def test_a_line_that_stays_away_as_when_a_laptop_sleeps(den: Den, browser: Browser) -> None:
    with visitor(browser) as visit:
        visit.page.add_init_script(AWAY)
        lines = lines_of(visit)
        visit.open(den.address + PAGE)
        sentence = move(visit)
        visit.page.evaluate("() => { away = true }")
        lines[0].close(code=1001)
        notice(visit, "connection was lost")
        put_to_rest(visit)
        notice(visit, "session has ended")
        reload_restores(visit, sentence)


def test_a_callback_that_raises(den: Den, browser: Browser) -> None:
    with visitor(browser) as visit:
        visit.open(den.address + PAGE)
        for act in ("click", "observe"):
            if act == "click":
                visit.page.get_by_role("button", name="Raise").click()
            else:
                visit.page.locator(".noUi-handle").last.press("ArrowRight")
            notice(visit, "step failed")
            assert "SECRET" not in visit.page.content()
            move(visit, 1)  # the page lives on, and the notice has gone
            no_notice(visit)


def test_a_failure_stays_told_when_the_end_of_its_step_comes_late(den: Den, browser: Browser) -> None:
    with visitor(browser) as visit:
        page = visit.page
        lines, ends = lines_with_ends(visit)
        page.clock.install()
        visit.open(den.address + PAGE)
        sentence = move(visit, 1)
        ends.held = True
        page.get_by_role("button", name="Raise").click()
        notice(visit, "step failed")
        visit.until(lambda: ends.messages, "the end")
        page.clock.fast_forward(2000)  # whoever tells of computing looks again meanwhile
        for message in ends.messages:
            lines[0].send(message)
        visit.settle()
        expect(page.locator(NOTICE)).to_contain_text("step failed")
        assert visit.sentence == sentence


def test_a_slow_computation_says_so_and_can_be_stopped(den: Den, browser: Browser) -> None:
    with visitor(browser) as visit:
        visit.open(den.address + PAGE + "?n=16")
        visit.page.wait_for_function("() => document.querySelector('.pegp-sentence').innerText.includes('n is 16')")
        handle = visit.page.locator(".pegp-frame .noUi-handle").first
        visit.settle()
        before = visit.picture
        with den.asleep():
            handle.press("ArrowRight")
            notice(visit, "Computing")
        visit.wait_for_change(before)
        visit.page.locator(NOTICE).wait_for(state="detached")
        visit.page.get_by_role("button", name="Spin").click()
        visit.page.get_by_text("spinning").wait_for()  # an interrupt before that hits nothing
        notice(visit, "Computing")
        visit.page.locator(NOTICE).get_by_role("button", name="Stop").click()
        notice(visit, "Stopped.")
        move(visit, 1)
        visit.assert_clean()


def test_a_page_that_does_not_come_up_is_loaded_again(den: Den, browser: Browser) -> None:
    with visitor(browser) as visit:
        visit.page.clock.install()
        asked = 0

        def hang(route) -> None:
            nonlocal asked
            asked += 1
            if asked > 1:
                route.continue_()

        visit.page.context.route("**/voila/static/voila.js", hang)
        with visit.page.expect_request("**/voila/static/voila.js", timeout=60_000):
            visit.page.goto(den.address + PAGE + "?n=5", wait_until="commit")
        visit.page.wait_for_function("() => window.voila_finish")  # whoever watches over the coming up is there
        visit.page.clock.fast_forward(50_000)
        visit.page.wait_for_function(
            "() => document.querySelector('.pegp-sentence')?.innerText.includes('n is 5')", timeout=60_000
        )
        assert asked == 2


def test_a_page_whose_process_ended_before_it_was_up_is_loaded_again(den: Den, browser: Browser) -> None:
    with visitor(browser) as visit:
        page, asked = visit.page, list[str]()

        def gone_at_first(route: Route) -> None:
            asked.append(route.request.url)
            route.fulfill(status=404) if len(asked) == 1 else route.continue_()

        page.clock.install()
        page.route("**/api/kernels/*", gone_at_first)
        page.goto(den.address + PAGE + "?n=5")
        page.wait_for_function("() => !document.querySelector('script[type*=cell-output]')")
        page.clock.fast_forward(50_000)
        page.wait_for_function("() => document.querySelector('.pegp-sentence')?.innerText.includes('n is 5')")


MANAGER = """
Object.defineProperty(Object.prototype, "_restoredStatus", {configurable: true, set(value) {
  delete Object.prototype._restoredStatus;
  this._restoredStatus = value;
  globalThis.manager = this;
}});
"""


def test_widgets_that_come_while_the_browser_is_too_busy_to_look_for_them(den: Den, browser: Browser) -> None:
    """Those who wait for a widget look for it every 100 ms, for two seconds: here they look, next after three seconds.

    A busy laptop does that to its timers. Meanwhile all widgets have come.
    """
    held: list[bytes | str] = []
    with visitor(browser) as visit:
        page, lines = visit.page, list[WebSocketRoute]()

        def hold(line: WebSocketRoute) -> None:
            lines.append(line)
            line.connect_to_server().on_message(lambda message: held.append(message))

        def waits() -> bool:
            page.clock.run_for(10)
            return bool(page.evaluate("() => document.body.textContent.includes('Loading widget...')"))

        def arrived() -> bool:
            while held:
                lines[0].send(held.pop(0))
            return bool(page.evaluate("() => manager.restoredStatus"))

        page.add_init_script(MANAGER)
        page.route_web_socket("**/channels*", hold)
        page.clock.install(time=0)
        page.clock.pause_at(1)
        page.goto(den.address + PAGE)
        visit.until(waits, "places for widgets")
        visit.until(arrived, "the widgets")
        page.clock.fast_forward(3000)
        page.clock.resume()
        page.wait_for_selector(".jupyter-widgets")
        assert "Error displaying widget" not in page.locator("body").inner_text()
        visit.assert_clean()


def test_an_idle_page_says_why_it_stopped(den: Den, browser: Browser) -> None:
    with visitor(browser) as visit:
        lines = lines_of(visit)
        visit.open(den.address + PAGE)
        sentence = move(visit)
        lines[-1].close(code=Reason.IDLE, reason="IDLE")
        notice(visit, "Nobody touched this page")
        reload_restores(visit, sentence)


def test_a_page_that_nobody_touches_is_closed_with_that_reason(folder: Path) -> None:
    with running_server(folder, folder.parent, "--idle-minutes", "0.1") as server, Client(server.address, TOY) as page:
        assert page.closed_with() == Reason.IDLE


def test_the_server_takes_its_processes_along(folder: Path) -> None:
    with running_server(folder, folder.parent) as server:
        assert [Client(server.address, TOY).load() for _ in range(2)] == [200, 200]
        own = server.kernels()
        assert len(own) == 2
        os.kill(server.process.pid, signal.SIGKILL)
        server.process.wait(60)
        for process in own:
            process.wait(60)


SUITE = """
import sys, time
from pathlib import Path
from attacker import running_server
with running_server(Path(sys.argv[1]), Path(sys.argv[2])) as server:
    print(server.process.pid, flush=True)
    time.sleep(600)
"""


def test_a_killed_test_leaves_no_server_behind(folder: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-c", SUITE, str(folder), str(tmp_path)]
    suite = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=Path(__file__).parents[1])
    with suite:
        assert suite.stdout
        left = psutil.Process(int(suite.stdout.readline()))
        suite.kill()
    eventually(lambda: not left.is_running() or left.status() == psutil.STATUS_ZOMBIE, "the server's end", 60)
