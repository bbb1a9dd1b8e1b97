"""Proxies in front of our servers, started from the very files that docs/hosting.md shows."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.servers import ROOT, Server, free_port, launched, running
from benchmarks.visitors import NAME

FILES = ROOT / "docs" / "proxies"
PREFIX = "/pegp/"
Ports = tuple[int, int, int]  # the proxy's, and those of the two servers behind it


def adapted(text: str, changes: Mapping[str, str]) -> str:
    """A documented file with its example values replaced by ours; one that it does not hold is a mistake."""
    for old, new in changes.items():
        if old not in text:
            raise ValueError(f"the file does not say {old!r}, which was to become {new!r}")
        text = text.replace(old, new)
    return text


@dataclass(frozen=True)
class Recipe:
    """A proxy, and how its documented file becomes one that runs on loopback without rights."""

    name: str
    program: str
    file: str
    listens: Callable[[int, Path], Mapping[str, str]]  # what stands for the public port and its certificate
    command: Callable[[Path], list[str]]  # given the file
    around: str = "THE FILE"  # what must stand around the file to make it a whole configuration

    @property
    def path(self) -> str | None:
        """Where the program is; Debian keeps some outside users' PATH."""
        return shutil.which(self.program) or shutil.which(self.program, path="/usr/sbin:/usr/local/sbin")

    def written(self, ports: Ports, folder: Path) -> Path:
        """The file to run, in `folder`, where the certificate is."""
        front, one, two = ports
        changes = {"127.0.0.1:8866": f"127.0.0.1:{one}", "127.0.0.1:8867": f"127.0.0.1:{two}"}
        text = adapted((FILES / self.file).read_text(), changes | dict(self.listens(front, folder)))
        path = folder / self.file
        path.write_text(self.around.replace("THE FILE", text).replace("FOLDER", str(folder)))
        return path


def certificate(folder: Path) -> dict[str, str]:
    """Where nginx and HAProxy look for certificates."""
    return {f"/etc/ssl/{NAME}": str(folder / NAME)}


RECIPES = (
    Recipe(
        "HAProxy",
        "haproxy",
        "haproxy.cfg",
        lambda port, folder: {"bind :443": f"bind 127.0.0.1:{port}"} | certificate(folder),
        lambda file: ["-db", "-f", str(file)],
    ),
    Recipe(
        "Caddy",
        "caddy",
        "Caddyfile",
        lambda port, folder: {
            f"{NAME} {{": f"{NAME}:{port} {{\n\tbind 127.0.0.1\n\ttls {folder / NAME}.pem {folder / NAME}.key"
        },
        lambda file: ["run", "--adapter", "caddyfile", "--config", str(file)],
        "{\n\tadmin off\n\tauto_https disable_redirects\n}\nTHE FILE",
    ),
    Recipe(
        "nginx",
        "nginx",
        "nginx.conf",
        lambda port, folder: {"listen 443 ssl": f"listen 127.0.0.1:{port} ssl"} | certificate(folder),
        lambda file: ["-e", "stderr", "-p", str(file.parent), "-c", str(file)],
        "daemon off; pid FOLDER/pid; error_log stderr; events {}\nhttp {\naccess_log off;\n"
        + "".join(f"{kind}_temp_path FOLDER/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        + "THE FILE}\n",
    ),
)


def certify(folder: Path) -> None:
    """A certificate for our name that nobody signed, in the two shapes that proxies want."""
    key, pem = folder / f"{NAME}.key", folder / f"{NAME}.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
    command += ["-addext", f"subjectAltName=DNS:{NAME}", "-keyout", str(key), "-out", str(pem)]
    subprocess.run(command, check=True, capture_output=True)
    pem.write_text(pem.read_text() + key.read_text())


@dataclass
class House:
    """Two servers behind a proxy."""

    address: str
    folder: Path
    flags: tuple[str, ...]
    servers: list[Server] = field(default_factory=list)
    stack: ExitStack = field(default_factory=ExitStack)

    def start(self, port: int) -> Server:
        """A server of ours on this port, until the house is closed."""
        server = self.stack.enter_context(running("ours", self.folder, *self.flags, port=port))
        self.servers = [each for each in self.servers if each.port != port] + [server]
        return server


@contextmanager
def behind(recipe: Recipe, pages: Path, where: Path, places: int) -> Iterator[House]:
    """Two servers of ours with so many places each behind this proxy; `where` is for its files."""
    program = recipe.path
    assert program, f"{recipe.program} is not installed"
    ports = free_port(), free_port(), free_port()
    certify(where)
    file = recipe.written(ports, where)
    flags = ("--base-url", PREFIX, "--name", NAME, "--proxied", "--visitors", str(places))
    house = House(f"https://{NAME}:{ports[0]}{PREFIX}", pages, flags)
    env = os.environ | {"HOME": str(where), "XDG_DATA_HOME": str(where), "XDG_CONFIG_HOME": str(where)}
    with house.stack:
        for port in ports[1:]:
            house.start(port)
        with launched([program, *recipe.command(file)], ports[0], where / "proxy.log", env, where):
            yield house
