"""The one exception of this package: the message says what is wrong, where, and what would help."""

from __future__ import annotations


class DataError(ValueError):
    """Readings that cannot be used.

    `line`, `column` and `found` give the place and what stood there, `options` the names of the reading
    options that help; each is empty where the message has none.
    """

    def __init__(
        self, message: str, *, line: int | None = None, column: str = "", found: str = "", options: tuple[str, ...] = ()
    ) -> None:
        super().__init__(message)
        self.line, self.column, self.found, self.options = line, column, found, options


def fault(source: object, line: int, column: str, said: str, found: str, advice: str, *options: str) -> DataError:
    """`data.csv, line 7, column "b": a number was wanted, got 'warm'; <advice>`, ready to be raised."""
    place = f"{source}, line {line:,}" + (f', column "{column[:60]}"' if column else "")
    got = f", got {found[:40]!r}" if found else ""
    return DataError(f"{place}: {said}{got}; {advice}", line=line, column=column, found=found, options=options)
