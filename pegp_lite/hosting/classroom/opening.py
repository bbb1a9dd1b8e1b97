"""Opening a classroom on a server: its addresses, its secret, and what is printed for the lecturer."""

from __future__ import annotations

import secrets
import sys
import time
from typing import Any

from pegp_lite.hosting.classroom.invitation import class_address, qr_text
from pegp_lite.hosting.classroom.lecturer import DeskAct, DeskNews, DeskPage, Enter
from pegp_lite.hosting.classroom.room import Room
from pegp_lite.hosting.classroom.students import HandIn, News, Vote
from pegp_lite.hosting.desk import Desk
from pegp_lite.pages.questions import questions


class Classroom:
    """A room that is open while the server runs; its secret is new at every start."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.secret = desk, secrets.token_urlsafe(16)
        self.address = class_address(desk.limits)
        pages = {page.removesuffix(".ipynb") for page in desk.limits.pages}
        known = {name: question for name, question in questions().items() if question.page in pages}
        self.room = Room(known, desk.limits.visitors, pages, lambda: desk.visits.visits, time.monotonic)

    def routes(self, base: str) -> list[Any]:
        """Every address of the classroom; `base` as a regular expression."""
        own = {"desk": self.desk, "room": self.room, "secret": self.secret}
        return [
            (rf"{base}class/news", News, own),
            (rf"{base}class/vote", Vote, own),
            (rf"{base}class/score", HandIn, own),
            (rf"{base}desk", DeskPage, own | {"address": self.address}),
            (rf"{base}desk/news", DeskNews, own),
            (rf"{base}desk/act", DeskAct, own),
            (rf"{base}desk/([\w-]{{1,64}})", Enter, own),
        ]

    def announce(self) -> None:
        """Print the class's address and the desk's, the latter also as a QR code where a person sits there."""
        secret = f"{self.address}desk/{self.secret}"
        print(f"the class:  {self.address}\nyour desk:  {secret}  (keep it to yourself)", flush=True)
        if sys.stdout.isatty():
            print(qr_text(secret), flush=True)
