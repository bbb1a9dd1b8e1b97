"""A class without browsers: students with a page open, a lecturer at the desk, and the requests their pages make."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field
from typing import Any

from attacker import Client, ask

from pegp_lite.pages.questions import questions

PAGE, QUESTION = "02_star_and_diamond", "02_star_and_diamond/first"
OPTIONS = len(questions()[QUESTION].options)


@dataclass
class Student:
    """A browser with a page open, its cookies, and a thread that waits for news as the page's script does."""

    client: Client
    news: list[dict[str, Any]] = field(default_factory=list)

    def call(self, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        return call(self.client.address, self.client.cookies, path, body, **headers)

    def vote(self, choice: Any, question: str = QUESTION) -> int:
        return self.call("class/vote", {"question": question, "choice": choice})[0]

    def now(self) -> dict[str, Any]:
        status, told = self.call("class/news")
        assert status == 200, told
        return told

    def listen(self, until: threading.Event) -> None:
        heard = -1
        while not until.is_set():
            status, told = self.call(f"class/news?heard={heard}")
            if status == 200 and told["heard"] != heard:
                heard = told["heard"]
                self.news.append(told)


def call(address: str, cookies: dict[str, str], path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
    """A request as a page's script makes it: GET, or POST where there is something to hand in."""
    jar = "; ".join(f"{name}={value}" for name, value in cookies.items())
    told = {"Cookie": jar, "X-XSRFToken": cookies.get("_xsrf", "")} | headers
    text = "" if body is None else body if isinstance(body, str) else json.dumps(body)
    status, _, content = ask(address, f"/{path}", "GET" if body is None else "POST", text, **told)
    try:
        return status, json.loads(content)
    except ValueError:
        return status, content.decode()


@dataclass
class Lecturer:
    """Who has opened the address with the secret."""

    address: str
    secret: str
    cookies: dict[str, str] = field(default_factory=dict)

    def enter(self) -> int:
        status, headers, _ = ask(self.address, f"/desk/{self.secret}")
        self._take(headers)
        if status == 303:
            assert headers["Location"] == "/desk"
            jar = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
            status, headers, self.page = ask(self.address, "/desk", Cookie=jar)
            self._take(headers)
        return status

    def see(self) -> dict[str, Any]:
        status, told = call(self.address, self.cookies, "desk/news")
        assert status == 200
        return told

    def counts(self, question: str = QUESTION) -> list[int]:
        return next(each["counts"] for each in self.see()["questions"] if each["id"] == question)

    def do(self, doing: str, **what: Any) -> int:
        return call(self.address, self.cookies, "desk/act", {"do": doing, **what})[0]

    def _take(self, headers: Any) -> None:
        for line in headers.get_all("Set-Cookie") or []:
            name, _, rest = line.partition("=")
            self.cookies[name] = rest.split(";")[0]
