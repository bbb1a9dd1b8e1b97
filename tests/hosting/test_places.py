"""Who gets a place, and what a page may send: the rules that a single stranger once got around."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from visiting import House, Socket

from pegp_lite.hosting.settings import Settings
from pegp_lite.hosting.web.assets import MOST_HINTS, MOST_VOTERS, Asset, Store
from pegp_lite.hosting.web.origin import came_from, counted_as, may_open_a_page
from pegp_lite.hosting.wire.visits import MOST_BYTES_WAITING, MOST_LINES, MOST_WAITING, Full, Reason

# ---------------------------------------------------------------- places


def test_a_slow_browser_is_not_ended_before_it_could_connect():
    """45 slow browsers for 30 places: thirty get in and stay, fifteen are asked to wait."""
    house = House(most=30)
    for k in range(30):
        house.arrive(f"v{k}")
    house.clock.now += 20
    for k in range(30, 45):
        with pytest.raises(Full):
            house.arrive(f"v{k}")
    for visit in list(house.visits.visits):
        assert house.visits.connected(visit.kernel, Socket())
    assert len(house.visits.visits) == 30


def test_one_address_does_not_take_every_place():
    house = House(most=30, per_address=27)
    for k in range(27):
        house.arrive(f"no cookie {k}", address="10.0.0.1")
    with pytest.raises(Full) as refusal:
        house.arrive("no cookie 27", address="10.0.0.1")
    assert refusal.value.share
    house.arrive("ann", address="10.0.0.2")
    for k in range(2):
        house.arrive(f"v{k}")  # an address that is not known has no share
    with pytest.raises(Full) as refusal:
        house.arrive("dan", address="10.0.0.3")
    assert not refusal.value.share


def test_who_is_here_goes_on_to_the_next_page_when_the_house_is_full():
    """Browsers on phones let go of a page only once the next one answers: nobody else is to lose or get that place."""
    for limits, refused in (({"most": 3}, False), ({"most": 9, "per_address": 3}, True)):
        house = House(per_visitor=4, **limits)
        first, _ = house.connect("ann", address="10.0.0.1")
        other, _ = house.connect("bob", address="10.0.0.1")
        house.clock.now += 60
        tab, _ = house.connect("ann", "other.ipynb", address="10.0.0.1")
        _, leaving = house.connect("ann", "next.ipynb", address="10.0.0.1")
        assert leaving == [tab]  # where she was last, and not what she has open beside it
        assert {first, other} < set(house.visits.visits)
        with pytest.raises(Full) as refusal:
            house.arrive("cas", address="10.0.0.1")
        assert refusal.value.share is refused


def test_a_neighbour_who_has_left_makes_room_within_the_share():
    house = House(most=9, per_address=1)
    first, _ = house.connect("ann", address="10.0.0.1")
    house.leave(first)
    house.clock.now += 5
    _, leaving = house.arrive("bob", address="10.0.0.1")
    assert leaving == [first]


def test_being_full_is_what_the_next_newcomer_would_find():
    house = House(most=2)
    first, _ = house.connect("ann")
    house.connect("bob")
    assert house.visits.full
    house.leave(first)
    assert house.visits.full  # it may only be reloading
    house.clock.now += 5
    assert not house.visits.full


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.booleans(), st.integers(0, 40)), max_size=40))
def test_places_are_never_overrun(story):
    house = House(most=5, per_visitor=2, per_address=3)
    for who, where, connects, wait in story:
        full = house.visits.full
        refused = None
        try:
            (house.connect if connects else house.arrive)(f"v{who}", address=f"10.0.0.{where}")
        except Full as refusal:
            refused = refusal
        assert refused is None or refused.share or full
        house.clock.now += wait
        here = house.visits.visits
        assert len(here) <= 5
        for k in range(4):
            assert sum(visit.address == f"10.0.0.{k}" for visit in here) <= 3
            assert sum(visit.visitor == f"v{k}" for visit in here) <= 2


@pytest.mark.parametrize(
    ("given_flags", "share"),
    [({}, 30), ({"host": "0.0.0.0"}, 27), ({"proxied": True}, 27), ({"host": "0.0.0.0", "visitors": 1}, 1)]
    + [({"per_address": 3}, 3), ({"host": "0.0.0.0", "per_address": 30}, 30), ({"host": "::", "visitors": 4}, 3)],
)
def test_the_share_leaves_some_places_to_others(tmp_path, given_flags, share):
    (tmp_path / "toy.ipynb").write_text("{}")
    assert Settings(folder=tmp_path, **given_flags).share == share


# ---------------------------------------------------------------- addresses


def test_addresses_are_counted_by_household():
    assert counted_as("10.0.0.7") == "10.0.0.7"
    assert counted_as("::ffff:10.0.0.7") == "10.0.0.7"
    assert counted_as("2001:db8:1:2:3::4") == counted_as("2001:db8:1:2:ffff::9") != counted_as("2001:db8:1:3::4")
    assert counted_as("fe80::1%eth0") == counted_as("fe80::2")


@pytest.mark.parametrize(
    ("forwarded", "proxied", "counted"),
    [
        ("6.6.6.6", False, "10.0.0.7"),  # nobody is believed without being asked to
        ("6.6.6.6, 192.0.2.1", True, "192.0.2.1"),  # the proxy's own word comes last
        ("6.6.6.6, 192.0.2.1, 127.0.0.1", True, "192.0.2.1"),  # a second proxy of ours
        ("127.0.0.1", True, None),
        ("", True, None),
        ("6.6.6.6, nonsense", True, None),
    ],
)
def test_a_proxy_is_believed_and_a_visitor_is_not(forwarded, proxied, counted):
    headers = {"X-Forwarded-For": forwarded, "X-Real-Ip": "7.7.7.7"}
    assert came_from("10.0.0.7", headers, proxied) == counted


@pytest.mark.parametrize(
    ("headers", "may"),
    [
        ({}, True),
        ({"Sec-Fetch-Site": "none"}, True),
        ({"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors"}, True),
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}, True),
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}, False),
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}, False),
        ({"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "script"}, False),
        ({"Sec-Fetch-Site": "cross-site"}, False),
        ({"Sec-Fetch-Site": "none", "Sec-Purpose": "prefetch;prerender"}, False),
    ],
)
def test_only_people_and_our_own_pages_open_pages(headers, may):
    assert may_open_a_page(headers) is may


# ---------------------------------------------------------------- what a page may send


def test_a_hundred_lines_at_once_are_three():
    """They count from the moment they are asked for: opening takes a while, and all would pass meanwhile."""
    house = House()
    visit, _ = house.arrive()
    lines = [Socket() for _ in range(100)]
    assert [house.visits.connected(visit.kernel, line) for line in lines].count(True) == MOST_LINES
    for line in lines + lines:  # those that were refused take nobody's place with them
        house.visits.disconnected(visit.kernel, line)
    assert not visit.lines
    assert house.visits.connected(visit.kernel, lines[50])


def test_what_waits_is_counted_in_messages_and_in_bytes_whatever_line_it_came_by():
    house = House()
    visit, _ = house.connect()
    assert all(house.ask(visit, f"m{k}") for k in range(MOST_WAITING))
    assert not house.ask(visit, "one more")
    other = Socket()
    house.leave(visit)
    assert house.visits.connected(visit.kernel, other)
    assert not house.ask(visit, "by a new line", line=other)
    house.visits.answered(visit.kernel, "m5")
    assert house.ask(visit, "now", line=other)

    heavy, _ = house.connect("bob")
    assert house.ask(heavy, "a", size=MOST_BYTES_WAITING - 10)
    assert not house.ask(heavy, "b", size=11)


def test_a_name_that_waits_is_not_taken_again():
    house = House()
    visit, _ = house.connect()
    assert house.ask(visit, "m")
    assert not house.ask(visit, "m")  # under another session, say
    house.visits.answered(visit.kernel, "m")
    assert house.ask(visit, "m")


def test_an_answer_that_nobody_heard_is_not_waited_for():
    house = House()
    visit, _ = house.connect()
    for name in ("a", "b", "c"):
        assert house.ask(visit, name)
    house.visits.answered(visit.kernel, "b")
    assert list(visit.pending) == ["c"]  # a process takes one after the other
    house.leave(visit)
    assert house.visits.connected(visit.kernel, Socket())
    house.clock.now += 61
    assert not house.visits.overdue()
    assert not visit.pending


def test_what_a_page_may_spend_hangs_on_the_page():
    house = House()
    visit, _ = house.connect()
    assert visit.bytes.spend(2 * 2**20, 0.0)
    house.leave(visit)
    assert house.visits.connected(visit.kernel, Socket())
    assert not visit.bytes.spend(1000, 0.0)


def test_whether_anyone_is_busy():
    house = House()
    assert not house.visits.busy_within(2)
    visit, _ = house.connect()
    assert house.visits.busy_within(2)
    house.clock.now += 3
    assert not house.visits.busy_within(2)
    house.ask(visit, "m")
    house.clock.now += 3
    assert house.visits.busy_within(2)
    house.visits.answered(visit.kernel, "m")
    assert not house.visits.busy_within(2)


def test_too_long_a_message_has_a_reason_of_its_own():
    assert Reason.TOO_BIG == 4007


# ---------------------------------------------------------------- hints


def test_one_who_asks_for_every_script_burdens_nobody():
    store = Store()
    for k in range(3 * MOST_HINTS):
        store.vote("mallory", f"/{k}.js")
    for who in ("ann", "bob"):
        for script in ("/a.js", "/b.js"):
            store.vote(who, script)
    assert store.scripts == ["/a.js", "/b.js"]
    for k in range(10 * MOST_VOTERS):
        store.vote(f"v{k}", "/c.js")
    assert len(store.votes) == MOST_VOTERS
    assert store.scripts == ["/c.js"]


def test_a_script_is_hinted_at_by_the_name_our_pages_give_it():
    asset = Asset("", b"", None, "", name="7.2a0ce575775f5aad.js", digest="d" * 128)
    for version, right in [(None, True), ("2a0ce575775f5aad", True), ("d" * 128, True), ("0bad", False)]:
        assert asset.goes_by(version) is right
