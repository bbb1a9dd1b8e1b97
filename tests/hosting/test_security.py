"""Attacks on the real server: nobody runs code, reads files, plants scripts or spoils it for the others."""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

import psutil
import pytest
from attacker import V1, Client, Den, ask, pack, running_server, write_toy
from chromium import Visit, chromium, visitor
from playwright.sync_api import Browser
from serving import ROOT, running_app
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from pegp_lite.hosting.wire.visits import Reason
from pegp_lite.pages.pages import PAGES

PAGE = "toy.ipynb"
RENDER = f"/voila/render/{PAGE}"
PLACES = {str(ROOT), sys.prefix, sys.base_prefix, str(Path.home()), tempfile.gettempdir(), "site-packages"} - {"/"}
WORDS = ["Traceback", 'File "', "tornado", "ipykernel", "python 3.", "python3.", "SECRET", "execution_count"]
TELLTALE = re.compile("|".join(re.escape(word) for word in [*PLACES, *WORDS]), re.IGNORECASE)


@pytest.fixture(scope="module")
def den(tmp_path_factory) -> Iterator[Den]:
    """A server whose folder, and what is beside it, is full of things that are nobody's business."""
    outer = tmp_path_factory.mktemp("den")
    folder = outer / "pages"
    (folder / "sub").mkdir(parents=True)
    (folder / ".ipynb_checkpoints").mkdir()
    write_toy(folder)
    for name in ("hidden.ipynb", "toy-checkpoint.ipynb"):
        write_toy(folder / "sub", name)
        write_toy(folder / ".ipynb_checkpoints", name)
    kinds = ["png", "jpg", "gif", "svg", "txt", "csv", "py", "json", "html", "js", "css", "pdf", "env", "ipynb~", ""]
    for kind in kinds:
        for place in (folder, folder / "sub", outer):
            (place / (f"private.{kind}" if kind else "private")).write_text("SECRET")
    (folder / ".env").write_text("SECRET")
    (folder / "link.png").symlink_to(outer / "private.txt")
    with running_server(folder, outer, "--visitors", "40") as server:
        yield server


@pytest.fixture(scope="module")
def bystander(den: Den) -> Iterator[Client]:
    """A visitor who has nothing to do with any of this, and should notice nothing."""
    with Client(den.address, PAGE) as client:
        client.learn()
        yield client


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


def notices_nothing(client: Client) -> None:
    """Their page answers as ever."""
    for value in (4, 5):
        client.wait_for(client.set(client.widget("power"), value=value))
        assert f"n is {value};" in client.sentence


# ---------------------------------------------------------------- addresses


def addresses() -> list[str]:
    files = ["private.png", "private.svg", "private.py", "private.txt", "private", ".env", "link.png", PAGE]
    below = [f"sub/{name}" for name in files] + ["sub/hidden.ipynb", ".ipynb_checkpoints/toy-checkpoint.ipynb"]
    every = [f"{front}/{name}" for front in ("", "/voila/files", "/voila/static", "/files") for name in files + below]
    every += [f"/voila/render/{name}" for name in [*files[:-1], *below, "private.html", "", "toy", "toy.ipynb/x"]]
    every += [f"/voila/{area}/{PAGE}" for area in ("tree", "api/contents", "nbconvert", "notebooks")]
    every += ["/tree", "/voila/tree", "/voila/tree/sub", "/voila/api/contents", "/voila/api/contents/sub", "/lab"]
    every += ["/api/contents", "/api/kernels", "/api/sessions", "/api/terminals", "/api/kernelspecs", "/api/status"]
    every += ["/api", "/api/me", "/api/spec.yaml", "/api/config/x", "/metrics", "/login", "/logout", "/terminals/1"]
    every += ["/voila/api/themes/", "/voila/templates/lab/static/voila.js", "/voila/templates/pegp/site.css"]
    every += ["/voila/templates/pegp/static/", "/voila/templates/pegp/index.html.j2", "/voila/templates/pegp/conf.json"]
    every += ["/voila/labextensions/", "/voila/labextensions/@jupyter-widgets/jupyterlab-manager/package.json"]
    every += ["/voila/labextensions/jupyterlab_pygments/package.json", "/voila/query/0-0-0-0-0", "/voila/execution/x"]
    return every


def ways_up() -> list[str]:
    fronts = ["/voila/files/", "/voila/static/", "/voila/templates/pegp/static/", "/voila/labextensions/", "/"]
    fronts += ["/voila/render/", "/voila/labextensions/@jupyter-widgets/jupyterlab-manager/static/", "/voila/tree/"]
    ups = ["../", "..%2f", "%2e%2e/", "%2e%2e%2f", "..%5c", "....//", "..;/", "%252e%252e%252f", "..%c0%af", "/"]
    goals = ["private.png", "etc/passwd", "conf.json", "pages/private.svg"]
    return [front + up * deep + goal for front in fronts for up in ups for deep in (1, 2, 8) for goal in goals]


def test_nothing_but_pages_and_their_parts_is_served(den: Den) -> None:
    for path in addresses():
        status, _, body = ask(den.address, path)
        assert status in (403, 404), f"{path}: {status}"
        assert not TELLTALE.search(body.decode()), path
        assert b"start page" in body, f"{path}: not our own words"


def test_no_path_leads_out_of_the_folders(den: Den) -> None:
    tried = ways_up()
    assert len(tried) > 900
    for path in tried:
        status, _, body = ask(den.address, path)
        assert status in (400, 403, 404), f"{path}: {status}"
        assert b"SECRET" not in body, path
        assert b"root:" not in body, path


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"])
def test_other_methods_do_nothing(den: Den, method: str) -> None:
    with Client(den.address, PAGE) as client:
        own = f"/api/kernels/{client.kernel}"
        for path in ("/", RENDER, own, "/voila/static/voila.js", "/api/kernels", "/voila/api/contents"):
            status, _, body = ask(den.address, path, method)
            assert status in (400, 403, 404, 405), f"{method} {path}: {status}"
            assert not TELLTALE.search(body.decode())
        assert ask(den.address, own)[0] == 200


def test_the_source_of_a_page_does_not_travel_with_it(den: Den) -> None:
    with Client(den.address, PAGE) as client:
        for line in ("import numpy", "np.linspace", "class Scene", "os._exit", "def hog"):
            assert line not in client.html


def test_a_page_says_nothing_about_the_machine(den: Den) -> None:
    with Client(den.address, PAGE) as client:
        page = client.html.replace("execution_count", "")
        assert not TELLTALE.search(page), TELLTALE.search(page)
        config = json.loads(re.search(r'id="jupyter-config-data"[^>]*>(.*?)</script>', page, re.DOTALL).group(1))
        assert config["appVersion"] == ""


# ---------------------------------------------------------------- headers


@pytest.mark.parametrize("path", ["/", RENDER, "/nowhere", "/voila/files/x.png", "/voila/static/voila.js", "/healthz"])
def test_every_answer_carries_the_headers(den: Den, path: str) -> None:
    _, headers, _ = ask(den.address, path)
    rules = dict(rule.split(" ", 1) for rule in headers["Content-Security-Policy"].split("; "))
    assert rules["script-src"] == "'self'"  # no unsafe-inline, no unsafe-eval, no other host
    assert rules["default-src"] == "'none'"
    assert rules["frame-ancestors"] == "'self'"
    assert rules["base-uri"] == "'none'"
    assert headers["X-Content-Type-Options"] == "nosniff"
    # Nothing to other hosts; under "no-referrer" Firefox sends its goodbye with `Origin: null`, which is refused.
    assert headers["Referrer-Policy"] == "same-origin"
    assert "Server" not in headers


def test_cookies_name_nobody_and_die_with_the_session(den: Den) -> None:
    _, headers, _ = ask(den.address, RENDER)
    cookies = headers.get_all("Set-Cookie")
    assert sorted(cookie.split("=")[0] for cookie in cookies) == ["_xsrf", "pegp-visitor"]
    for cookie in cookies:
        assert "SameSite=Lax" in cookie
        assert "expires" not in cookie.lower()


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8866", "", "a b"])
def test_a_foreign_host_name_gets_nothing(den: Den, host: str) -> None:
    for path in ("/", RENDER, "/voila/static/voila.js", "/healthz"):
        status, _, body = ask(den.address, path, Host=host)
        assert status in (400, 421)
        assert b"voila/render" not in body


def test_answers_shrink_on_the_way(den: Den) -> None:
    _, headers, packed = ask(den.address, "/voila/static/voila.js", Accept_Encoding="gzip")
    assert headers["Content-Encoding"] == "gzip"
    _, headers, plain = ask(den.address, "/voila/static/voila.js")
    assert len(packed) < len(plain) / 2
    assert ask(den.address, "/voila/static/voila.js", If_None_Match=headers["Etag"])[0] == 304


def test_a_page_names_the_scripts_that_browsers_came_to_need(den: Den) -> None:
    assert ask(den.address, "/voila/static/voila.js")[0] == 200
    with Client(den.address, PAGE) as client:
        assert '<link rel="preload" as="script" href="/voila/static/voila.js">' in client.html


# ---------------------------------------------------------------- the websocket


def refused(client: Client, **how) -> None:
    with pytest.raises((InvalidHandshake, ConnectionClosed)):
        client.connect(**how).recv(timeout=60)


def test_foreign_origins_names_and_protocols_get_no_line(den: Den) -> None:
    with Client(den.address, PAGE) as client:
        refused(client, Origin="http://evil.example")
        refused(client, Origin="null")
        refused(client, Origin=f"http://localhost:{den.port}")
        refused(client, Host="evil.example", Origin="http://evil.example")
        refused(client, protocols=None)
        refused(client, protocols=["v2.kernel.websocket.jupyter.org"])
        client.connect(Origin=den.address)


def test_only_a_handful_of_lines_and_sane_names_are_taken(den: Den) -> None:
    with Client(den.address, PAGE) as client:
        own = f"/api/kernels/{client.kernel}/channels?session_id="
        upgrade = {
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec_WebSocket_Version": "13",
            "Sec_WebSocket_Key": "MTIzNDU2Nzg5MDEyMzQ1Ng==",
            "Sec_WebSocket_Protocol": V1,
        }
        for session in ("", "x" * 300, "%00", "a%2fb", "<script>"):
            assert ask(den.address, own + session, **upgrade)[0] == 400
        lines = [client.line, client.connect(), client.connect()]
        refused(client)
        for line in lines[1:]:
            line.close()
        client.line = lines[0]


def test_no_message_runs_code(den: Den, bystander: Client, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    code = f"open({str(mark)!r}, 'w').close()"
    contents = {
        "execute_request": {"code": code, "silent": False, "user_expressions": {"x": code}, "allow_stdin": True},
        "inspect_request": {"code": "page", "cursor_pos": 2, "detail_level": 1},
        "complete_request": {"code": "pag", "cursor_pos": 3},
        "history_request": {"hist_access_type": "tail", "n": 100, "raw": True, "output": True},
        "is_complete_request": {"code": code},
        "shutdown_request": {"restart": True},
        "interrupt_request": {},
        "debug_request": {"type": "request", "command": "evaluate", "arguments": {"expression": code}},
        "connect_request": {},
        "usage_request": {},
        "create_subshell_request": {},
        "list_subshell_request": {},
        "apply_request": {"code": code},
        "abort_request": {},
        "clear_request": {},
        "input_reply": {"value": code},
        "comm_open": {"comm_id": "evil", "target_name": "jupyter.widget", "data": {"state": {"_model_name": "x"}}},
        "nonsense": {},
    }
    with Client(den.address, PAGE) as client:
        before = len(client.learn())
        for kind, content in contents.items():
            for channel in ("shell", "control", "stdin", "iopub", "hb"):
                client.send(kind, content, channel)
        client.wait_for(client.set(client.widget("power"), value=7))
        assert "n is 7;" in client.sentence
        kinds = {json.loads(_header(data))["msg_type"] for data in client.heard}
        assert kinds <= {"status", "comm_msg", "comm_open", "comm_close", "kernel_info_reply", "comm_info_reply"}
        assert len(client.learn()) == before
    assert not mark.exists()
    notices_nothing(bystander)


def _header(data: bytes) -> bytes:
    return data[int.from_bytes(data[16:24], "little") : int.from_bytes(data[24:32], "little")]


def test_errors_travel_without_their_words(den: Den) -> None:
    with Client(den.address, PAGE) as client:
        client.learn()
        client.wait_for(client.send("kernel_info_request", {}))
        client.wait_for(client.click(client.widget("Raise")))
        client.wait_for(client.set(client.widget("raises"), value=3))
        client.wait_for(client.set(client.widget("power"), value=9))
        assert "n is 9;" in client.sentence
        said = b"".join(client.heard).decode(errors="replace")
        assert "This step failed." in said
        assert not re.search(r"RuntimeError|Traceback|SECRET|/site-packages|ipykernel|[Pp]ython 3", said)


# ---------------------------------------------------------------- hostile input


def hostile_values() -> list[object]:
    numbers = [-1, 0, 1e308, -1e308, float("nan"), float("inf"), float("-inf"), 10**60, 2.5, -0.0, 1e-320]
    others = [None, True, "", "7", "<img src=x onerror=alert(1)>", "\0", [], [1, 2], {}, {"a": 1}, [[[]]], "x" * 60_000]
    return [*numbers, *others]


def check_limits(sentence: str) -> None:
    """The toy says its settings: all are within their limits."""
    said = dict(part.split(" is ", 1) for part in sentence.rstrip(".").split("; "))
    assert 1 <= int(said["n"]) <= 20
    assert 0.1 <= float(said["w"]) <= 9
    assert 0.01 <= float(said["s"]) <= 100
    assert said["how"] in ("plain", "fancy")
    assert said["on"] in ("True", "False")


def test_whatever_a_control_is_told_the_page_stays_within_its_limits(den: Den, bystander: Client) -> None:
    with Client(den.address, PAGE) as client:
        states = client.learn()
        for name in ("power", "width", "scale", "way", "switch", "A"):
            widget = client.widget(name)
            key = "index" if "index" in states[widget] else "value"
            client.wait_for(client.set(widget, max=1e9, min=-1e9, step=0, options=[], description="<script>"))
            assert client.states[widget]["description"] == name
            values = hostile_values()
            for value in values if name in ("power", "scale") else values[3::3]:
                client.wait_for(client.set(widget, **{key: value}))
                check_limits(client.sentence)
        client.wait_for(client.set("no-such-widget", value=3))
        client.wait_for(client.set(client.widget("power"), value=6))
        assert "n is 6;" in client.sentence
    notices_nothing(bystander)


def test_a_megabyte_is_refused_and_the_page_lives_on(den: Den, bystander: Client) -> None:
    with Client(den.address, PAGE) as client:
        client.learn()
        try:
            client.set(client.widget("power"), value="x" * 2**20)
        except OSError:  # the line may be closed while the megabyte is still on its way
            pass
        except ConnectionClosed:
            pass
        assert client.closed_with() in (1009, 1006)
        client.connect()
        client.wait_for(client.set(client.widget("power"), value=8))
        assert "n is 8;" in client.sentence
    notices_nothing(bystander)


@pytest.mark.parametrize(
    "garbage",
    [b"", b"\xff" * 8, b"\xff" * 1000, b"\0" * 64, "text", '{"channel": "shell", "header": {}}', b"\x06" + b"\0" * 99],
)
def test_garbage_on_the_line_hurts_nobody(den: Den, bystander: Client, garbage: bytes | str) -> None:
    with Client(den.address, PAGE) as client:
        client.learn()
        for _ in range(5):
            client.line.send(garbage)
        client.wait_for(client.set(client.widget("power"), value=8))
        assert "n is 8;" in client.sentence
    notices_nothing(bystander)


def flood(client: Client, widget: str) -> None:
    for k in range(20_000):
        client.set(widget, value=k % 20)


def test_a_flood_drowns_only_its_own_page(den: Den, bystander: Client) -> None:
    before = len(den.log.read_text())
    with Client(den.address, PAGE) as client:
        client.learn()
        widget = client.widget("power")
        with pytest.raises(ConnectionClosed):
            flood(client, widget)
        assert client.closed_with() in (Reason.TOO_MUCH, 1006)
        den.wait_to_log("closed a line: TOO_MUCH", after=before)
        notices_nothing(bystander)
    assert ask(den.address, "/healthz")[0] == 200


def test_a_visitor_who_never_reads_does_not_fill_the_server(den: Den, bystander: Client) -> None:
    with Client(den.address, PAGE) as client:
        states = client.learn()
        comm = next(iter(states))
        for _ in range(60):
            try:
                client.send("comm_msg", {"comm_id": comm, "data": {"method": "request_states"}})
            except ConnectionClosed:
                break
        notices_nothing(bystander)


def largest(den: Den) -> int:
    """Bytes of the largest of the pages' processes; one that others have left may end while we look."""
    found = [0]
    for process in den.kernels():
        with suppress(psutil.NoSuchProcess):
            found.append(process.memory_info().rss)
    return max(found)


def test_memory_and_time_of_one_page_are_bounded(den: Den, bystander: Client) -> None:
    with Client(den.address, PAGE) as client:
        client.learn()
        client.wait_for(client.click(client.widget("Hog")), 60)
        client.wait_for(client.set(client.widget("power"), value=11))
        assert "n is 11;" in client.sentence
        assert largest(den) < 1100 * 2**20
        spin = client.spin()
        notices_nothing(bystander)
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        token = f"_xsrf={client.cookies['_xsrf']}"
        assert ask(den.address, f"/voila/api/stop/{client.kernel}", "POST", token)[0] == 403  # without the cookie
        assert ask(den.address, f"/voila/api/stop/{client.kernel}", "POST", token, Cookie=cookie)[0] == 204
        client.wait_for(spin)
        client.wait_for(client.set(client.widget("power"), value=12))
        assert "n is 12;" in client.sentence


def test_a_stranger_cannot_close_another_s_page(den: Den, bystander: Client) -> None:
    path = f"/voila/api/shutdown/{bystander.kernel}"
    assert ask(den.address, path, "POST")[0] == 403
    assert ask(den.address, path, "POST", "_xsrf=x", Cookie="_xsrf=y")[0] == 403
    cookie = "; ".join(f"{name}={value}" for name, value in bystander.cookies.items())
    body = f"_xsrf={bystander.cookies['_xsrf']}"
    assert ask(den.address, path, "POST", body, Cookie=cookie, Origin="http://evil.example")[0] in (403, 404)
    notices_nothing(bystander)


# ---------------------------------------------------------------- room


def test_there_is_an_end_to_kernels(tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    folder.mkdir()
    write_toy(folder)
    with running_server(folder, tmp_path, "--visitors", "2", "--gone-seconds", "2") as server:
        angry = Client(server.address, PAGE)
        for _ in range(5):
            assert angry.load() == 200
        angry.connect()
        server.wait_for_kernels(1, 60)
        with Client(server.address, PAGE) as second:
            status, headers, body = ask(server.address, RENDER + "?n=5")
            assert status == 503
            assert b"try again in a minute" in body
            assert headers["Retry-After"] == "60"
            server.wait_for_kernels(2, 60)
            second.learn()
        server.wait_for_kernels(1, 60)  # the browser said goodbye
        angry.close()  # ... and this one just vanished
        server.wait_for_kernels(0, 60)
        server.process.terminate()
        server.process.wait(60)
        said = server.log.read_text()
    assert "127.0.0.1 " not in said
    assert "n=5" not in said
    assert "Traceback" not in said


# ---------------------------------------------------------------- scripts

PAYLOADS = [
    "<script>alert(1)</script>",
    '"><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "javascript:alert(1)",
    "</script><script>alert(1)</script>",
    "'-alert(1)-'",
    "{{7*7}}",
]
PARAMETERS = ["theme", "template", "classic-tree", "token", "session_id", "n", "w", "s", "how", "on", "who", "voila"]


def test_no_query_is_echoed(den: Den) -> None:
    for payload in PAYLOADS:
        query = "&".join(f"{name}={quote(payload)}" for name in PARAMETERS)
        for path in ("/", "/nowhere", f"/{quote(payload)}", f"/voila/render/{quote(payload)}"):
            _, _, body = ask(den.address, f"{path}?{query}")
            assert b"alert(1)" not in body
            assert b"49" not in body
    client = Client(den.address, PAGE, query="&".join(f"{name}={quote(PAYLOADS[1])}" for name in PARAMETERS))
    assert client.load() == 200
    assert "<script>alert(1)" not in client.html
    client.say_goodbye()


def after_everything_planted(visit: Visit, source: str) -> None:
    """Wait until an image as broken as the planted ones has failed, and a timer set after theirs has rung."""
    visit.page.evaluate(
        "source => new Promise(done => { const last = new Image();"
        " last.addEventListener('error', () => setTimeout(done)); last.src = source; })",
        source,
    )


def test_no_script_runs_from_an_address_or_from_typed_text(den: Den, browser: Browser) -> None:
    with visitor(browser) as visit:
        visit.page.on("dialog", lambda dialog: visit.errors.append(f"a script ran: {dialog.message}"))
        for payload in PAYLOADS[1:3]:
            query = "&".join(f"{name}={quote(payload)}" for name in PARAMETERS)
            visit.page.goto(f"{den.address}/?{query}")
            visit.assert_clean()
            with visit.page.expect_console_message(lambda message: "404" in message.text):
                visit.page.goto(f"{den.address}/nowhere?{query}")
            visit.errors = [error for error in visit.errors if "404" not in error]
            visit.open(f"{den.address}{RENDER}?{query}")
            box = visit.page.locator(".pegp-exercise")
            box.locator("input").fill(payload)
            box.get_by_role("button", name="Check").click()
            box.locator(".told").get_by_text("not a number").wait_for()
            visit.page.get_by_text("the address said otherwise").first.wait_for()
            after_everything_planted(visit, "data:,")  # of which the console says nothing
            assert not visit.page.evaluate("document.querySelectorAll('img[src=x]').length")
            visit.assert_clean()


def test_the_policy_stops_a_script_that_got_in(den: Den, browser: Browser) -> None:
    with visitor(browser) as visit:
        visit.open(den.address + RENDER)
        visit.assert_clean()
        for plant in (
            "const s = document.createElement('script'); s.textContent = 'window.ran = 1'; document.body.append(s)",
            "document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.ran = 1\">')",
            "setTimeout(() => eval('window.ran = 1'))",
            "setTimeout(() => new Function('window.ran = 1')())",
            "const t = document.createElement('script'); t.src = 'data:text/javascript,ran=1'; document.body.append(t)",
        ):
            visit.page.evaluate(f"() => {{ {plant} }}")
        after_everything_planted(visit, "x")
        assert visit.page.evaluate("window.ran") is None
        assert visit.errors


# ---------------------------------------------------------------- the real pages


@pytest.fixture(scope="module")
def app(tmp_path_factory) -> Iterator[str]:
    with running_app(tmp_path_factory.mktemp("app"), "READY=0") as address:
        yield address


@pytest.mark.parametrize("lesson", PAGES, ids=lambda lesson: lesson.name)
def test_every_widget_of_every_page_survives_fuzzing(app: str, lesson) -> None:
    values = [float("nan"), -1e308, "<b>", float("inf"), [], None, 10**60, {}, "", True]
    with Client(app, f"{lesson.name}.ipynb") as client:
        states = client.learn()
        assert client.sentence
        told = ("HTMLModel", "LabelModel")  # these only speak
        touched = [
            name
            for name, state in states.items()
            if {"value", "index"} & set(state) and "_view_name" in state and state["_model_name"] not in told
        ]
        for k, widget in enumerate(touched):
            key = "index" if "index" in states[widget] else "value"
            for value in [values[(3 * k + j) % len(values)] for j in range(3)]:  # all of them, but not each to each
                client.wait_for(client.set(widget, **{key: value}), 60)
        said = b"".join(client.heard).decode(errors="replace")
        assert "Traceback" not in said
        reset = [name for name, state in states.items() if state.get("description") == "Reset"]
        client.wait_for(client.click(reset[0]), 60)
        assert client.sentence
        assert "could not be drawn" not in client.sentence


def test_a_frame_is_what_the_library_takes_for_one() -> None:
    """The attacker's own messages are well made, so that what is refused is refused for what it says."""
    from jupyter_server.services.kernels.connection.base import deserialize_msg_from_ws_v1

    channel, parts = deserialize_msg_from_ws_v1(pack("shell", "x", {"a": 1}, "s")[1])
    assert channel == "shell"
    assert json.loads(parts[3]) == {"a": 1}


def test_a_path_prefix_changes_nothing(tmp_path: Path, browser: Browser) -> None:
    folder = tmp_path / "pages"
    folder.mkdir()
    write_toy(folder)
    with running_server(folder, tmp_path, "--base-url", "/a/b/") as server, visitor(browser) as visit:
        assert ask(server.address, "/")[0] == 404
        assert b'href="/a/b/voila/render/' in ask(server.address, "/a/b/")[2]
        visit.open(f"{server.address}/a/b{RENDER}?n=4")
        visit.page.get_by_role("button", name="Spin").click()
        visit.page.get_by_text("spinning").wait_for()  # an interrupt before that hits nothing
        visit.page.get_by_role("button", name="Stop", exact=True).click()
        visit.page.get_by_text("Stopped.").wait_for()
        visit.assert_clean()
