"""A visitor in real Chromium: what the browser tests share."""

from __future__ import annotations

import os
import shutil
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest
from attacker import unpack
from playwright.sync_api import Browser, Locator, Page, Request, WebSocket, expect, sync_playwright

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
PICTURE = "() => [...document.querySelectorAll('.pegp-figure svg.panel')].map(panel => panel.innerHTML).join()"
PATIENCE = 60_000  # ms to wait for what should come: a busy machine is slow, not broken
# All pictures as they were last told, and none on its way there: a change glides for a while. The address as well.
STILL = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const underway = () => [...document.querySelectorAll('.pegp-figure')].some(({ pegp }) =>
    pegp?.figure?.shown !== pegp?.figure?.picture || pegp?.addressPending);
  do { await frame(); await frame(); } while (underway());
}"""
LOOPBACK = ("http://127.0.0.1:", "ws://127.0.0.1:", "data:", "blob:")

expect.set_options(timeout=PATIENCE)  # its own five seconds are for quiet machines


def chromium_path() -> str:
    """Where Chromium is; a test that needs it skips without it, unless this is CI."""
    for name in BROWSERS:
        if found := shutil.which(name):
            return found
    if os.environ.get("CI"):
        pytest.fail("CI must have Chromium: .ci/run installs it")
    pytest.skip("needs Chromium (apt-get install chromium)")


@contextmanager
def chromium() -> Iterator[Browser]:
    """A headless Chromium that has nothing to do with anybody's profile.

    Every host but loopback takes a connection and never answers, as behind the worst of firewalls. By Chromium's own
    table of names, since asking us about each request costs as much again as a fifth of a page.
    """
    path = chromium_path()
    with socket.create_server(("127.0.0.1", 0)) as silent, sync_playwright() as playwright:
        elsewhere = f"--host-resolver-rules=MAP * 127.0.0.1:{silent.getsockname()[1]}, EXCLUDE 127.0.0.1"
        browser = playwright.chromium.launch(executable_path=path, args=[*FLAGS, elsewhere], timeout=120_000)
        try:
            yield browser
        finally:
            browser.close()


@dataclass
class Visit:
    """An open page and what went wrong on it so far."""

    page: Page
    outside: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    unanswered: set[str] = field(default_factory=set)  # messages sent that the page's process has not dealt with

    @property
    def sentence(self) -> str:
        """What the text under the first figure says."""
        return self.page.locator(".pegp-sentence").first.inner_text()

    @property
    def picture(self) -> str:
        """What the figures show, as their drawing."""
        return str(self.page.evaluate(f"() => ({PICTURE})()"))

    def open(self, address: str, seconds: float = 60) -> None:
        """Go to a page and wait until its figure is there."""
        self.page.goto(address)
        self.page.wait_for_selector(".pegp-frame .panels", timeout=seconds * 1000)
        self.page.wait_for_selector(".pegp-card button", state="attached", timeout=seconds * 1000)  # hidden, presented

    def until(self, condition: Callable[[], object], what: str, seconds: float = 60) -> None:
        """Wait for something on our side of the browser; its events come only while the page is listened to."""
        deadline = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < deadline, f"not within {seconds} s: {what}"
            self.page.wait_for_timeout(20)

    def uncover(self) -> None:
        """Answer every question with "Just show me" and wait until no veil is left."""
        buttons = self.page.get_by_role("button", name="Just show me")
        while asked := buttons.count():
            buttons.first.click()
            expect(buttons).to_have_count(asked - 1)
            self.settle()
        self.page.wait_for_function("() => !document.querySelector('.pegp-veil')")

    def settle(self) -> None:
        """Wait until all that was sent is answered and shown; a page sends its next value on the answer to the last."""
        while True:
            self.until(lambda: not self.unanswered, "an answer to everything sent")
            self.page.evaluate(STILL)
            if not self.unanswered:
                return

    def follow(self, line: WebSocket) -> None:
        """Keep account of what is sent and answered on a page's line."""

        def sent(data: bytes | str) -> None:
            if isinstance(data, bytes):
                self.unanswered.add(unpack(data)["header"]["msg_id"])

        def received(data: bytes | str) -> None:
            if isinstance(data, bytes):
                message = unpack(data)
                if message["content"].get("execution_state") == "idle":
                    self.unanswered.discard(message["parent"].get("msg_id"))

        line.on("framesent", sent)
        line.on("framereceived", received)
        line.on("close", lambda _: self.unanswered.clear())

    def slider(self) -> Locator:
        """The thumb of the page's first slider; the drawer is opened where all sliders are kept in it."""
        frame = self.page.locator(".pegp-frame").first
        if not frame.locator(".pegp-front .noUi-handle").count():
            frame.locator(".pegp-more").click()
        return frame.locator(".noUi-handle:visible").first

    def wait_for_change(self, picture: str, seconds: float = 60) -> None:
        """Wait until the first figure shows another picture than this."""
        self.page.wait_for_function(f"before => ({PICTURE})() !== before", arg=picture, timeout=seconds * 1000)

    def assert_clean(self) -> None:
        """No request left the machine, nothing was logged as an error, no traceback is shown."""
        assert not self.outside
        assert not self.errors, "\n".join(self.errors)
        text = self.page.locator("body").inner_text()
        for sign in ("Traceback", "There was an error when executing", "could not be drawn"):
            assert sign not in text


@contextmanager
def visitor(browser: Browser, width: int = 1440, height: int = 900, touch: bool = False) -> Iterator[Visit]:
    """A new visitor, of whom every request to a host but loopback is noted."""
    context = browser.new_context(
        viewport={"width": width, "height": height}, accept_downloads=True, has_touch=touch, is_mobile=touch
    )
    context.set_default_navigation_timeout(2 * PATIENCE)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    visit = Visit(page)

    def police(request: Request) -> None:
        if not request.url.startswith(LOOPBACK):
            visit.outside.append(request.url)

    context.on("request", police)
    page.on("console", lambda message: visit.errors.append(message.text) if message.type == "error" else None)
    page.on("websocket", visit.follow)
    page.on("pageerror", lambda error: visit.errors.append(str(error)))
    try:
        yield visit
    finally:
        context.close()
