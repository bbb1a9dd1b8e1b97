"""One app for all who visit the pages: starting it costs as much as many a test. And their browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from chromium import chromium
from playwright.sync_api import Browser
from serving import running_app


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the pages, as `make app` serves them."""
    with running_app(tmp_path_factory.mktemp("app")) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Ended with each file: while Playwright is there, nothing else in this process can have a loop of its own."""
    with chromium() as started:
        yield started
