"""People who connect and then do not do their part: half requests, bodies that never come, lines that never answer."""

from __future__ import annotations

import http.client
import resource
import socket
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path

import psutil
from attacker import V1, Client, Den
from serving import eventually

HALF = b"GET /voila/render/toy.ipynb HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
BODY = b"POST /voila/api/stop/%b HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 6000\r\n\r\n_xsrf="
NOBODY = b"00000000-0000-0000-0000-000000000000"
LINE = (
    b"GET /api/kernels/%b/channels?session_id=s%d HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: Upgrade\r\n"
    b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MTIzNDU2Nzg5MDEyMzQ1Ng==\r\n"
    b"Sec-WebSocket-Protocol: " + V1.encode() + b"\r\n\r\n"
)


def addresses(many: int) -> list[str]:
    """So many addresses of this machine; the first is nobody's who behaves."""
    return [f"127.0.{1 + k // 200}.{1 + k % 200}" for k in range(many)]


HELD: list[socket.socket] = []  # by the strangers' own process: its end closes them


@contextmanager
def elsewhere() -> Iterator[ProcessPoolExecutor]:
    """A process for strangers to be in: in ours they would hold up the visitor whose slider is timed."""
    with ProcessPoolExecutor(1, get_context("spawn"), room_for, [8000]) as made:
        made.submit(room_for, 8000).result()  # it is there
        yield made


def room_for(descriptors: int) -> None:
    """Let this process have so many connections open."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(descriptors, hard)), hard))


def slow(port: int, first_words: Sequence[bytes], sources: Sequence[str]) -> None:
    """Connections that say their first words and then nothing, each from the next of these addresses; 500 a second."""
    for k, words in enumerate(first_words):
        if k % 50 == 49:
            time.sleep(0.1)
        stranger = socket.socket()
        stranger.bind((sources[k % len(sources)], 0))
        stranger.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # takes little of an answer
        stranger.settimeout(20)
        try:
            stranger.connect(("127.0.0.1", port))
            stranger.sendall(words)
        except OSError:  # turned away at the door
            stranger.close()
        else:
            HELD.append(stranger)


@contextmanager
def nobody() -> Iterator[int]:
    """The port of a door behind which nobody is: strangers there cost this machine what they cost by themselves."""
    with socket.create_server(("127.0.0.1", 0), backlog=4096) as there:
        yield there.getsockname()[1]


def lines(den: Den, kernels: Sequence[str], number: int) -> list[bytes]:
    """What so many websockets say to open, and nothing after."""
    return [LINE % (kernels[k % len(kernels)].encode(), k, den.port) for k in range(number)]


def unread() -> bytes:
    """What someone says to get the largest file there is, four times over."""
    found = (Path(sys.prefix) / "share/jupyter/voila/templates/base/static").glob("*.js")
    name = max(found, key=lambda file: file.stat().st_size).name
    return f"GET /voila/static/{name} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode() * 4


def open_here(den: Den) -> int:
    """Connections that the server still has."""
    found = 0
    with suppress(psutil.NoSuchProcess):
        for each in psutil.Process(den.process.pid).net_connections("tcp"):
            found += each.status != psutil.CONN_LISTEN and each.laddr.port == den.port
    return found


def memory(den: Den) -> float:
    """MiB of the server itself."""
    return psutil.Process(den.process.pid).memory_info().rss / 2**20


def worked(den: Den) -> float:
    """Seconds of a core that the server itself has used so far; a busy machine leaves them alone."""
    times = psutil.Process(den.process.pid).cpu_times()
    return times.user + times.system


def moves(client: Client, number: int) -> list[float]:
    """Seconds from a slider's move to its answer."""
    taken = []
    widget = client.widget("power")
    for k in range(number):
        start = time.monotonic()
        client.wait_for(client.set(widget, value=4 + k % 9))
        taken.append(time.monotonic() - start)
        time.sleep(0.01)  # as a hand would: a page may send 200 messages a second
    return taken


def moves_until(client: Client, arriving: Future[None]) -> list[float]:
    """The same for as long as someone is arriving."""
    taken = moves(client, 20)
    while not arriving.done():
        taken += moves(client, 5)
    arriving.result()
    return taken


def percentile95(values: Sequence[float]) -> float:
    return sorted(values)[int(0.95 * (len(values) - 1))]


@dataclass
class Watch:
    """Asks a server all the time whether it lives, each time by a new connection; how long each answer took."""

    den: Den
    taken: list[float] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> Watch:
        self.thread = threading.Thread(target=self._watch)
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self.thread.join()

    def _watch(self) -> None:
        while not self.over.wait(0.05):
            start = time.monotonic()
            connection = http.client.HTTPConnection("127.0.0.1", self.den.port, timeout=60)
            try:
                connection.request("GET", "/healthz")
                if connection.getresponse().status != 200:
                    self.failed.append("not 200")
            except (OSError, http.client.HTTPException) as error:
                self.failed.append(repr(error))
            finally:
                connection.close()
            self.taken.append(time.monotonic() - start)


@dataclass(frozen=True)
class Siege:
    """What strangers did to a server and to one visitor."""

    most: int  # connections of theirs that were open
    gone: float  # seconds until all were gone by themselves
    health: float  # the longest that anyone waited to hear that the server lives
    failed: list[str]
    quiet: float  # a slider's 95th percentile before they came
    elsewhere: float  # ... while as many came to a door of nobody's: what they take of this machine at their own end
    coming: float  # ... while they came
    there: float  # ... while they were there
    work: float  # seconds of a core that the server spent on each of them
    log: int  # bytes
    memory: float  # MiB

    def __str__(self) -> str:
        return (
            f"at most {self.most} open, gone after {self.gone:.0f} s; healthz within {1000 * self.health:.0f} ms;"
            f" slider p95 {1000 * self.quiet:.1f} ms before, {1000 * self.elsewhere:.1f} while they come to nobody,"
            f" {1000 * self.coming:.1f} while they come to us, {1000 * self.there:.1f} while they stay;"
            f" {1000 * self.work:.2f} ms of a core for each;"
            f" log {self.log} bytes, memory {self.memory:+.1f} MiB"
        )


@contextmanager
def an_army(den: Den, page: str) -> Iterator[list[bytes]]:
    """The first words of 2,000 half requests, 200 bodies, 200 answers that nobody takes and 200 lines."""
    with ExitStack() as stack:
        kernels = []
        for _ in range(4):  # pages whose lines will never answer
            theirs = Client(den.address, page)
            theirs.load()
            kernels.append(theirs.kernel)
            stack.callback(theirs.say_goodbye)
        yield [HALF] * 1000 + [BODY % NOBODY] * 200 + [unread()] * 200 + lines(den, kernels, 200) + [HALF] * 1000


def besiege(den: Den, visitor: Client, first_words: Sequence[bytes], sources: Sequence[str]) -> Siege:
    """Let strangers come and wait until they are gone, while a visitor moves a slider."""
    moves(visitor, 20)
    quiet = percentile95(moves(visitor, 60))
    with nobody() as port, elsewhere() as crowd, Watch(den):
        beside = percentile95(moves_until(visitor, crowd.submit(slow, port, first_words, sources)))
    before, small, written = open_here(den), memory(den), den.log.stat().st_size
    with elsewhere() as crowd, Watch(den) as watch:
        begun = worked(den)
        arriving = crowd.submit(slow, den.port, first_words, sources)
        coming = percentile95(moves_until(visitor, arriving))
        most, large = open_here(den) - before, memory(den)
        work = (worked(den) - begun) / len(first_words)
        there = percentile95(moves(visitor, 60))
        gone = eventually(lambda: open_here(den) <= before + 6, "all are gone", 300, pause=0.5)
    log = den.log.stat().st_size - written
    return Siege(most, gone, max(watch.taken), watch.failed, quiet, beside, coming, there, work, log, large - small)
