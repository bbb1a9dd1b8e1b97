"""The one error that the data side raises."""

from __future__ import annotations


class DataError(ValueError):
    """Data that cannot be used as they are; the message says what was found, where, and what would do."""
