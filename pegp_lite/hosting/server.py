"""The server: Voilà's own application with our routes, our limits and nothing else."""

from __future__ import annotations

import re
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import tornado.ioloop
import tornado.web
from tornado.httputil import HTTPServerRequest
from tornado.routing import Matcher, Rule

from pegp_lite.hosting.classroom.opening import Classroom
from pegp_lite.hosting.compat import Voila, collect_static_paths
from pegp_lite.hosting.configuration import EXTENSIONS, TEMPLATE, configuration
from pegp_lite.hosting.desk import Desk
from pegp_lite.hosting.logs import log, log_request
from pegp_lite.hosting.settings import Settings
from pegp_lite.hosting.tidying import settle
from pegp_lite.hosting.web import door
from pegp_lite.hosting.web.assets import Assets, Store
from pegp_lite.hosting.web.base import Nothing
from pegp_lite.hosting.web.calls import Goodbye, Health, ProcessState, Readiness, Stop
from pegp_lite.hosting.web.pages import LessonPage, Slash, StartPage
from pegp_lite.hosting.web.rendering import Renderings
from pegp_lite.hosting.wire.line import Line
from pegp_lite.hosting.wire.messages import HEARD_OUT, INWARD

KERNEL = r"(?P<kernel_id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"
SWEEP = 2.0  # seconds between looks for who has left


class KnownHost(Matcher):
    """Lets requests through that call us by a name of ours."""

    def __init__(self, known: Callable[[str], bool]) -> None:
        self.known = known

    def match(self, request: HTTPServerRequest) -> dict[str, Any] | None:
        """An empty match, or none."""
        return {} if self.known(request.host_name) else None


def raise_descriptor_limit() -> int:
    """How many files and connections this process may have open: as many as the system lets it ask for."""
    try:
        import resource
    except ImportError:  # Windows
        return 8192
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 65_536 if hard == resource.RLIM_INFINITY else min(hard, 65_536)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return 65_536 if soft == resource.RLIM_INFINITY else soft


class Server(Voila):
    """Voilà for a class."""

    limits: Settings
    desk: Desk
    classroom: Classroom | None

    @classmethod
    def made(cls, limits: Settings) -> Server:
        """A server that has read its settings and nothing else."""
        server = cls(config=configuration(limits))
        server.limits = limits
        server.initialize([])
        return server

    def start(self) -> None:
        """Serve until told to stop."""
        far = len(tempfile.gettempdir()) > 40 and Path("/tmp").is_dir()  # the names of sockets end at 100 letters
        self.connection_dir = tempfile.mkdtemp(prefix="pegp_lite_", dir="/tmp" if far else None)
        try:
            self._prepare()
            self._serve()
        finally:
            self.stop()

    def _prepare(self) -> None:
        limits = self.limits
        settings = self.init_settings()
        self.kernel_manager.open([limits.folder / page for page in limits.pages])
        self.kernel_manager.allowed_message_types = list(INWARD)
        renderings = Renderings(self, settings, limits.folder, limits.pages, limits.memory)
        environment = settings["voila_jinja2_env"]
        withheld = renderings.config["pegpWithheld"] = sorted(limits.withheld)

        def template(name: str, **values: Any) -> str:
            """A page that is not a notebook."""
            return str(environment.get_template(name).render(base_url=self.base_url, withheld=withheld, **values))

        self.desk = Desk(limits, self.kernel_manager, renderings, template)
        self.classroom = Classroom(self.desk) if limits.classroom else None
        renderings.config["pegpClass"] = limits.classroom
        settings.update(
            default_handler_class=Nothing,
            default_handler_args={"desk": self.desk},
            log_function=log_request,
            websocket_max_message_size=HEARD_OUT,
            ws_ping_interval=10_000,  # ms; so that a laptop that fell asleep is missed within half a minute
            ws_ping_timeout=10_000,  # Tornado wants no more; Line.send_ping has a rule of its own
            xsrf_cookie_kwargs={"samesite": "Lax", "path": self.base_url, "expires_days": None},
        )
        self.app = tornado.web.Application([Rule(KnownHost(limits.answers_to), self.init_handlers())], **settings)

    def init_handlers(self) -> list[Any]:
        """Every address there is: what pages need, and no more."""
        base = re.escape(self.base_url)
        desk, store = {"desk": self.desk}, Store()
        files = desk | {"store": store}
        extensions = [Path(path) for path in self.labextensions_path]
        template = [Path(path) for path in collect_static_paths(["voila", "nbconvert"], TEMPLATE, prune=True)]
        bundle = [Path(path) for path in self.static_paths]
        within = [f"{name}/static/" for name in EXTENSIONS]
        return [
            (base, StartPage, desk),
            (base.rstrip("/"), Slash, desk),
            (rf"{base}healthz", Health, desk),
            (rf"{base}readyz", Readiness, desk),
            (rf"{base}voila/render/([^/]+)", LessonPage, files),
            (rf"{base}voila/templates/{TEMPLATE}/static/(.*)", Assets, files | {"roots": template}),
            (rf"{base}voila/static/(.*)", Assets, files | {"roots": bundle}),
            (rf"{base}voila/labextensions/(.*)", Assets, files | {"roots": extensions, "within": within}),
            (rf"{base}voila/files/.*", Nothing, desk | {"status": 403}),
            (rf"{base}voila/api/shutdown/{KERNEL}", Goodbye, desk),
            (rf"{base}voila/api/stop/{KERNEL}", Stop, desk),
            (rf"{base}api/kernels/{KERNEL}", ProcessState, desk),
            (rf"{base}api/kernels/{KERNEL}/channels", Line, desk),
            *(self.classroom.routes(base) if self.classroom else ()),
        ]

    def _serve(self) -> None:
        limits, desk = self.limits, self.desk
        room = door.limits(limits.visitors, limits.share, limits.proxied, raise_descriptor_limit())
        http = door.Door(self.app, room, xheaders=limits.proxied)
        try:
            http.listen(limits.port, limits.host, backlog=door.BACKLOG)
        except OSError as error:
            sys.exit(f"pegp_lite: cannot listen on {limits.host}:{limits.port}: {error.strerror}")
        shown = "127.0.0.1" if limits.loopback else limits.host
        log.info("%d pages at http://%s:%d%s", len(limits.pages), shown, limits.port, limits.base_url)
        if self.classroom:
            self.classroom.announce()
        loop = tornado.ioloop.IOLoop.current()
        for name in ("SIGTERM", "SIGINT", "SIGHUP"):  # Windows has no last one
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), lambda *_: loop.add_callback_from_signal(loop.stop))
        tornado.ioloop.PeriodicCallback(http.sweep, 1000).start()
        tornado.ioloop.PeriodicCallback(desk.sweep, 1000 * SWEEP).start()
        loop.add_callback(lambda: desk.later(desk.shelf.fill(workers=2 if limits.ready > 2 else 1)))
        settle()
        loop.start()
        log.info("stopping")

    def stop(self) -> None:
        """End every process that was started."""
        if hasattr(self, "kernel_manager"):
            self.kernel_manager.close()
        shutil.rmtree(self.connection_dir, ignore_errors=True)
