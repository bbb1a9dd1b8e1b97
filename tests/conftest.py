"""The order of the suite: what waits for servers and browsers first, so that no long file is left alone at the end."""

from __future__ import annotations

import pytest
from hypothesis import settings

FIRST = ("browser", "hosting")
settings.register_profile("patient", deadline=None)  # a busy machine is no fault of what is tested
settings.load_profile("patient")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files of few but long tests to the front; the order within a file stays."""
    items.sort(key=lambda item: item.path.parent.name not in FIRST)
