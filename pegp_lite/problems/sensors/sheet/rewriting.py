"""Times as other languages and programs write them, in the words that `clock` takes apart."""

from __future__ import annotations

import re

_HALVES = {
    "AM": re.compile(r"上午|午前|오전|\bص\b|\bπ\.?μ\.?(?!\w)|\ba\. m\.", re.IGNORECASE),
    "PM": re.compile(r"下午|午後|오후|\bم\b|\bμ\.?μ\.?(?!\w)|\bp\. m\.", re.IGNORECASE),
}
_WEEKDAYS = re.compile(
    r"(?:星期|周|週)[一二三四五六日天]|[월화수목금토일]요일|[（(][一二三四五六日月火水木金土월화수목금토일][)）]"
)
_FORMS = (
    (re.compile(r"^\[(.*:.*)\]$"), r"\1"),
    (re.compile(r" ?\([^()]*\)$"), ""),  # JavaScript's name of the zone, behind its offset
    (re.compile(r" ?@ ?"), " "),
    (re.compile(r"(?<=\d) ?[年년] ?(?=\d)|(?<=\d) ?[月월] ?(?=\d)"), "-"),
    (re.compile(r"(?<=\d) ?[日일] ?"), " "),
    (re.compile(r"(?<=\d) ?[时時시点] ?(?=\d)|(?<=\d) ?[分분] ?(?=\d)"), ":"),
    (re.compile(r"(?<=\d) ?[时時시点]$"), ":00"),
    (re.compile(r"(?<=\d) ?[分분秒초]$"), ""),
    (re.compile(r"^(?:[A-Za-z]{3},? )?([A-Za-z]{3}) (\d{1,2}) (\d{1,2}:\d\d:\d\d)((?: [A-Z]{3,4})?) (\d{4})$"),
     r"\2 \1 \5 \3\4"),  # C's and Unix's: Tue Feb 27 00:00:00 CET 2024
    (re.compile(r"^(\d{4}-\d\d-\d\d)-(?=\d\d[.:])"), r"\1 "),  # DB2
    (re.compile(r"^(\d{1,2}/?[A-Za-z]{3}/?\d{2,4}):(?=\d\d:)"), r"\1 "),  # SAS, and servers' logs
    (re.compile(r"(?<=\w\w )(\d{1,2})\.(\d\d)\.(\d\d)(?!\d)"), r"\1:\2:\3"),  # Oracle
    (re.compile(r"\b([AP]M) (\d{1,2}:[\d:.]+)$", re.IGNORECASE), r"\2 \1"),
    (re.compile(r" ?(?:GMT|UTC) ?([+-])(\d)$"), r" \g<1>0\2"),
    (re.compile(r" ?(?:GMT|UTC) ?([+-]\d\d(?::?\d\d)?)$"), r" \1"),
)  # fmt: skip
_CLOCK = re.compile(r"(\d{1,2}):(\d{1,2}):(\d{1,2})(?!\d)")  # 7:5:0


def rewritten(cell: str) -> str:
    """The same time in Latin letters, the date before the clock, "am" or "pm" and the offset behind it.

    >>> rewritten("2024年2月27日 下午 1:30")
    '2024-2-27 1:30 PM'
    """
    word = _WEEKDAYS.sub(" ", " ".join(cell.split()))
    for half, pattern in _HALVES.items():
        if pattern.search(word):
            word = f"{pattern.sub(' ', word)} {half}"
    word = " ".join(word.split())
    for pattern, form in _FORMS:
        word = pattern.sub(form, word)
    return _CLOCK.sub(lambda match: ":".join(part.zfill(2) for part in match.groups()), word).strip()
