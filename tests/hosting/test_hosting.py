"""The rules of the server, without a server: what passes, who may stay, which names we answer to."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import pytest
from attacker import pack, unpack, write_toy
from serving import ROOT
from visiting import House

from pegp_lite.hosting.configuration import configuration
from pegp_lite.hosting.kernels.shelf import Shelf
from pegp_lite.hosting.settings import Settings
from pegp_lite.hosting.web.assets import SCRIPT, Store, find
from pegp_lite.hosting.wire.allowance import Allowance
from pegp_lite.hosting.wire.messages import INWARD, LONGEST, Refused, inward, outward
from pegp_lite.hosting.wire.visits import Full, Reason

# ---------------------------------------------------------------- who may stay


def test_one_too_many_is_turned_away():
    house = House()
    for who in ("ann", "bob", "cyd"):
        house.connect(who)
    with pytest.raises(Full):
        house.visits.admit("dan", "a")


def test_a_tab_that_has_gone_makes_room_for_the_next_visitor():
    house = House()
    first, _ = house.connect("ann")
    house.connect("bob")
    house.connect("cyd")
    house.leave(first)
    with pytest.raises(Full):
        house.visits.admit("dan", "a")  # it may only be reloading
    house.clock.now += 5
    _, leaving = house.visits.admit("dan", "a")
    assert leaving == [first]


def test_reloading_in_anger_keeps_one_process():
    house = House()
    before, _ = house.arrive()
    for _ in range(20):
        visit, leaving = house.arrive()
        assert leaving == [before]
        before = visit
    assert len(house.visits.visits) == 1


def test_two_tabs_side_by_side_stay_and_a_third_ends_the_oldest():
    house = House(most=9)
    first, _ = house.connect()
    _, leaving = house.connect()
    assert not leaving
    _, leaving = house.connect()
    assert leaving == [first]


def test_closed_tabs_are_gone_within_a_minute_and_blinks_are_forgiven():
    house = House()
    visit, _ = house.connect()
    house.leave(visit)
    house.clock.now += 20
    assert not house.visits.overdue()
    house.visits.connected(visit.kernel, house.line(visit))
    house.clock.now += 100
    assert not house.visits.overdue()
    house.leave(visit)
    house.clock.now += 31
    assert house.visits.overdue() == [(visit, Reason.LEFT, True)]


def test_a_page_that_was_loaded_but_never_connected_goes_too_but_not_while_a_slow_net_brings_its_scripts():
    house = House()
    house.visits.idle = 6  # of a page that is up: nobody touches one that is not
    visit, _ = house.arrive()
    house.clock.now += 59
    assert not house.visits.overdue()
    house.clock.now += 2
    assert house.visits.overdue() == [(visit, Reason.LEFT, True)]


def test_idle_pages_end_and_touched_ones_do_not():
    house = House()
    idle, _ = house.connect("ann")
    busy, _ = house.connect("bob")
    for k in range(6):
        house.clock.now += 101
        house.ask(busy, f"m{k}")
        house.visits.answered(busy.kernel, f"m{k}")
    assert house.visits.overdue() == [(idle, Reason.IDLE, True)]


def test_an_endless_computation_is_interrupted_first_and_ended_later():
    house = House()
    visit, _ = house.connect()
    house.ask(visit, "m")
    house.clock.now += 61
    assert house.visits.overdue() == [(visit, Reason.TOO_LONG, False)]
    assert not house.visits.overdue()
    house.clock.now += 10
    assert house.visits.overdue() == [(visit, Reason.TOO_LONG, True)]


def test_a_queue_of_short_computations_is_not_taken_for_a_long_one():
    house = House()
    visit, _ = house.connect()
    for k in range(4):
        house.ask(visit, f"m{k}")
    for k in range(4):
        house.clock.now += 50
        house.visits.answered(visit.kernel, f"m{k}")
        assert not house.visits.overdue()


# ---------------------------------------------------------------- what passes


def message(kind, content, channel="shell", buffers=()):
    return inward(pack(channel, kind, content, "s", buffers)[1])


def test_a_slider_s_value_passes_and_its_limits_do_not():
    state = {"value": 5, "max": 1e6, "layout": "IPY_MODEL_x", "_view_name": "x"}
    passed = message("comm_msg", {"comm_id": "c", "data": {"method": "update", "state": state}})
    assert json.loads(passed.parts[3])["data"]["state"] == {"value": 5}
    assert passed.works


@pytest.mark.parametrize(
    "kind",
    ["execute_request", "complete_request", "inspect_request", "history_request", "is_complete_request"]
    + ["shutdown_request", "interrupt_request", "debug_request", "input_reply", "create_subshell_request", "", None],
)
def test_no_other_kind_passes(kind):
    with pytest.raises(Refused):
        message(kind, {"code": "1"})


@pytest.mark.parametrize("kind", INWARD)
@pytest.mark.parametrize("channel", ["control", "stdin", "iopub", "hb", "", "shell\0"])
def test_nothing_passes_by_another_channel(kind, channel):
    with pytest.raises(Refused):
        message(kind, {"comm_id": "c", "data": {"method": "update", "state": {}}}, channel)


@pytest.mark.parametrize(
    "content",
    [
        {"comm_id": "c", "target_name": "jupyter.widget", "data": {"state": {}}},
        {"comm_id": "c", "target_name": "", "data": {}},
        {"comm_id": ["c"], "target_name": "jupyter.widget.control"},
        {},
    ],
)
def test_visitors_make_no_widgets(content):
    with pytest.raises(Refused):
        message("comm_open", content)


def test_no_buffers_pass():
    with pytest.raises(Refused):
        message("comm_msg", {"comm_id": "c", "data": {"method": "update", "state": {}}}, buffers=[b"x" * 100])


def frame(*numbers: int, tail: bytes = b"") -> bytes:
    return b"".join(n.to_bytes(8, "little") for n in numbers) + tail


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\0" * 8,
        b"\xff" * 8,  # the library's own reader would count to 2^64
        b"\xff" * 4000,
        frame(6, 56, 56, 56, 56, 56, 2**63),
        frame(6, 56, 40, 56, 56, 56, 56),
        frame(7, 64, 64, 64, 64, 64, 64, 64),
        frame(6, 56, 61, 61, 61, 61, 61, tail=b"shell"),
        b"x" * (LONGEST + 1),
        "text",
    ],
)
def test_what_is_no_message_is_refused(data):
    with pytest.raises(Refused):
        inward(data)


def test_deep_nesting_is_refused_rather_than_followed():
    deep = "[" * 30_000 + "]" * 30_000
    _, data = pack("shell", "comm_msg", {"comm_id": "c", "data": {"method": "update", "state": {"value": 1}}}, "s")
    with pytest.raises(Refused):
        inward(data.replace(b'"value": 1', b'"value": 2')[:-1] + deep.encode())
    nested: list = []
    for _ in range(50):
        nested = [nested]
    passed = message("comm_msg", {"comm_id": "c", "data": {"method": "update", "state": {"value": nested}}})
    assert json.loads(passed.parts[3])["data"]["state"] == {}


def parts(kind, content):
    header = {"msg_type": kind}
    return [json.dumps(part).encode() for part in (header, {"msg_id": "m"}, {}, content)]


def test_errors_go_out_without_their_words():
    told = outward(parts("error", {"ename": "KeyError", "evalue": "/home/x", "traceback": ["secret"]}))
    assert told is not None
    assert b"secret" not in b"".join(told[0])
    assert b"/home" not in b"".join(told[0])


def test_the_greeting_names_no_version():
    told = outward(parts("kernel_info_reply", {"implementation_version": "9.9.9", "banner": "Python 3.99"}))
    assert told is not None
    assert not re.search(rb"9\.9|3\.99", b"".join(told[0]))


@pytest.mark.parametrize("kind", ["stream", "display_data", "execute_result", "execute_input", "execute_reply", "x"])
def test_nothing_else_goes_out(kind):
    assert outward(parts(kind, {"text": "secret"})) is None


def test_pack_and_unpack_agree():
    assert unpack(pack("shell", "status", {"a": 1}, "s")[1])["content"] == {"a": 1}


def test_an_allowance_is_a_burst_and_then_a_rate():
    allowance = Allowance(burst=800, rate=200)
    assert all(allowance.spend(1, 0.0) for _ in range(800))
    assert not allowance.spend(1, 0.0)
    assert sum(allowance.spend(1, 1.0) for _ in range(300)) == 200


# ---------------------------------------------------------------- names and files


@pytest.mark.parametrize(
    ("host", "name", "answered"),
    [
        ("127.0.0.1", "localhost", True),
        ("127.0.0.1", "127.0.0.1", True),
        ("127.0.0.1", "192.168.1.7", False),
        ("127.0.0.1", "evil.example", False),
        ("127.0.0.1", "localhost.evil.example", False),
        ("127.0.0.1", "127.0.0.1.evil.example", False),
        ("127.0.0.1", "[::1]", True),
        ("127.0.0.1", "[2001:db8::7]", False),
        ("0.0.0.0", "192.168.1.7", True),
        ("0.0.0.0", "[2001:db8::7]", True),
        ("0.0.0.0", "2001:db8::7", False),
        ("0.0.0.0", "abad.cafe", False),
        ("0.0.0.0", "facade.de", False),
        ("0.0.0.0", "[abad.cafe]", False),
        ("0.0.0.0", "1.2.3.4.5", False),
        ("0.0.0.0", "[1.2.3.4]", False),
        ("0.0.0.0", "", False),
        ("0.0.0.0", "evil.example", False),
        ("0.0.0.0", "class.example", True),
        ("0.0.0.0", "classxexample", False),
    ],
)
def test_only_known_names_are_answered(tmp_path, host, name, answered):
    write_toy(tmp_path)
    settings = Settings(folder=tmp_path, host=host, names=("class.example",) if host == "0.0.0.0" else ())
    assert settings.answers_to(name) is answered


def test_only_plain_notebooks_of_the_folder_itself_are_pages(tmp_path):
    for name in ("toy.ipynb", ".hidden.ipynb", "a b.ipynb", "x.py"):
        write_toy(tmp_path, name)
    (tmp_path / "sub").mkdir()
    write_toy(tmp_path / "sub", "below.ipynb")
    assert Settings(folder=tmp_path).pages == ("toy.ipynb",)


@pytest.mark.parametrize(
    "wrong",
    [{"port": 0}, {"base_url": "pegp"}, {"base_url": "/a"}, {"visitors": 0}, {"names": ("http://x",)}, {"memory": 1}]
    + [{"base_url": '/"><script>/'}, {"busy": 0.0}, {"folder": Path("/nowhere at all")}],
)
def test_settings_that_make_no_sense_are_refused(tmp_path, wrong):
    write_toy(tmp_path)
    with pytest.raises(ValueError):
        Settings(**({"folder": tmp_path} | wrong))


def test_what_binder_reads_is_what_the_server_does(tmp_path):
    """voila.json is for Voilà as an extension of someone else's server; ours is told the same in code."""
    write_toy(tmp_path)
    ours = configuration(Settings(folder=tmp_path))["VoilaConfiguration"]
    for name, value in json.loads((ROOT / "voila.json").read_text())["VoilaConfiguration"].items():
        assert name == "classic_tree" or ours[name] == value  # the start page is a handler of our own


def test_assets_stay_within_their_folder(tmp_path):
    root = tmp_path / "root"
    (root / "ext" / "static").mkdir(parents=True)
    for place in (root / "a.js", root / "a.txt", root / ".b.js", root / "ext" / "static" / "c.js", tmp_path / "out.js"):
        place.write_text("x")
    (root / "link.js").symlink_to(tmp_path / "out.js")
    assert find([root], "a.js") == (root / "a.js").resolve()
    for path in ("a.txt", ".b.js", "../out.js", "link.js", "ext/../a.js", "", "a.js/", "a.js\0", "/a.js", "..\\out.js"):
        assert find([root], path) is None
    assert find([root], "ext/static/c.js", ["ext/static/"]) is not None
    assert find([root], "a.js", ["ext/static/"]) is None


def test_all_that_our_pages_may_ask_for_is_of_a_kind_we_serve():
    static = ROOT / "pegp_lite/pages/share/jupyter/voila/templates/pegp/static"
    told = [str(file.relative_to(static)) for file in static.rglob("*.*") if not file.name.startswith("LICENSE")]
    assert told
    assert not [name for name in told if find([static], name) is None]


def test_only_plain_addresses_of_scripts_become_hints():
    for address in ("/voila/static/12.voila.js", "/a/voila/labextensions/@jupyter-widgets/x/static/7.2a.js?v=2a0ce575"):
        assert SCRIPT.fullmatch(address)
    for made_up in (
        '/a.js?v="><script>',
        "/a.js?x=1",
        "/a.js?v=",
        "/a.css",
        "http://evil.example/a.js",
        '/"a.js',
        "/a b.js",
    ):
        assert not SCRIPT.fullmatch(made_up)
    store = Store()
    store.vote("ann", "/a.js")
    assert store.with_hints("<head><b>") == '<head><link rel="preload" as="script" href="/a.js"><b>'
    assert store.with_hints("no head") == "no head"


# ---------------------------------------------------------------- pages kept ready


def test_the_shelf_fills_for_those_who_may_still_come_and_no_more():
    room = 5
    made: list[str] = []

    async def make(page):
        async def chunks():
            yield f"<{page}>"

        made.append(page)
        return f"kernel {len(made)}", chunks()

    async def retire(kernel):
        raise AssertionError(kernel)

    async def story():
        nonlocal room
        shelf = Shelf({"a": 3, "b": 1}, make, retire, lambda: room)
        filling = asyncio.ensure_future(shelf.fill())
        while len(made) < 4:
            await asyncio.sleep(0.01)
        assert sorted(made) == ["a", "a", "a", "b"]
        room = 2  # three have come, who took nothing from the shelf
        shelf._last_arrival = -100.0
        assert shelf.take("a").html == "<a>"
        shelf._last_arrival = -100.0
        await asyncio.sleep(0.1)
        assert len(made) == 4  # two of "a" are enough for the two who may still come
        shelf.discard(shelf.ready["a"][0].kernel)  # it died
        while len(made) < 5:
            await asyncio.sleep(0.01)
        assert made[4:] == ["a"]
        assert shelf.take("nowhere") is None
        filling.cancel()

    asyncio.run(asyncio.wait_for(story(), 60))
