"""The server: Voilà's own application with our routes, our limits and nothing else."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import tornado.httpserver
import tornado.ioloop
import tornado.web
from jupyter_core.utils import run_sync
from traitlets.config import Config
from voila.app import Voila
from voila.paths import collect_static_paths

from pegp_lite.hosting import nursery
from pegp_lite.hosting.assets import Assets
from pegp_lite.hosting.house import Nothing, log, log_request
from pegp_lite.hosting.kernels import Kernels, Nobody, OneSpec, Quiet, use_nursery
from pegp_lite.hosting.line import FilteredConnection, Line
from pegp_lite.hosting.messages import INWARD, LONGEST
from pegp_lite.hosting.pages import Goodbye, Health, LessonPage, ProcessState, StartPage, Stop
from pegp_lite.hosting.rendering import Renderings
from pegp_lite.hosting.settings import Settings
from pegp_lite.hosting.shelf import Shelf
from pegp_lite.hosting.visits import Reason, Visit, Visits

TEMPLATE = "pegp"
EXTENSIONS = ("@voila-dashboards/widgets-manager8", "@jupyter-widgets/jupyterlab-manager", "pegp-lite")
KERNEL = r"(?P<kernel_id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"
SWEEP = 2.0  # seconds between looks for who has left


def configuration(settings: Settings) -> Config:
    """Voilà's own settings; no configuration file of the machine or its user is read beside them."""
    return Config(
        {
            "Voila": {
                "root_dir": str(settings.folder),
                "ip": settings.host,
                "port": settings.port,
                "base_url": settings.base_url,
                "open_browser": False,
                "config_file_paths": [],
                "log_level": logging.WARNING,
                "kernel_websocket_connection_class": FilteredConnection,
                "identity_provider_class": Nobody,
            },
            "VoilaConfiguration": {
                "template": TEMPLATE,
                "strip_sources": True,
                "show_tracebacks": False,
                "file_allowlist": [],
                "allow_template_override": "NO",
                "allow_theme_override": "NO",
                "extension_allowlist": list(EXTENSIONS),
                "multi_kernel_manager_class": Kernels,
                "kernel_spec_manager_class": OneSpec,
            },
            "VoilaExecutor": {
                "timeout": int(settings.busy),
                "interrupt_on_timeout": True,
                "cell_error_instruction": "Load the page again; if this stays, tell whoever runs this server.",
                "cell_timeout_instruction": "Load the page again.",
            },
            "KernelManager": {"transport": "ipc" if nursery.possible() else "tcp"},
            "KernelRestarter": {"restart_limit": 0, "time_to_dead": 1.0},
            "AsyncIOLoopKernelRestarter": {"restart_limit": 0, "time_to_dead": 1.0},
            "MultiKernelManager": {"kernel_manager_class": f"{Quiet.__module__}.{Quiet.__name__}"},
            "MappingKernelManager": {"buffer_offline_messages": True, "kernel_info_timeout": 30},
        }
    )


class Server(Voila):
    """Voilà for a class."""

    settings_of: Settings
    nursery: nursery.Nursery | None = None

    @classmethod
    def made(cls, settings: Settings) -> Server:
        """A server that has read its settings and nothing else."""
        server = cls(config=configuration(settings))
        server.settings_of = settings
        server.initialize([])
        return server

    def start(self) -> None:
        """Serve until told to stop."""
        if nursery.possible():
            self._open_nursery()
            OneSpec.forked = True
        self.connection_dir = tempfile.mkdtemp(prefix="pegp_lite_")
        try:
            self._prepare()
            self._serve()
        finally:
            self.stop()

    def _open_nursery(self) -> None:
        paths = [self.settings_of.folder / page for page in self.settings_of.pages]
        self.nursery = nursery.Nursery(paths)
        use_nursery(self.nursery)

    def _prepare(self) -> None:
        limits = self.settings_of
        self.visits = Visits(
            most=limits.visitors,
            per_visitor=limits.per_visitor,
            gone=limits.gone,
            idle=limits.idle,
            busy=limits.busy,
            clock=time.monotonic,
        )
        self.lines: dict[str, set[Line]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        pattern = limits.host_pattern()
        settings = self.init_settings()
        settings.update(
            house_server=self,
            house_visits=self.visits,
            house_lines=self.lines,
            house_page=self.error_page,
            house_host=re.compile(pattern),
            default_handler_class=Nothing,
            log_function=log_request,
            websocket_max_message_size=LONGEST,
            ws_ping_interval=10_000,  # ms; so that a laptop that fell asleep is missed within half a minute
            ws_ping_timeout=10_000,  # Tornado wants no more; Line.send_ping has a rule of its own
            xsrf_cookie_kwargs={"samesite": "Lax", "path": self.base_url, "expires_days": None},
        )
        self.kernel_manager.allowed_message_types = list(INWARD)
        self.kernel_manager.on_death = self._died
        self.app = tornado.web.Application(**settings)
        self.renderings = Renderings(self, limits.folder, limits.pages, limits.memory)
        others = min(limits.ready, 2)
        wanted = {page: limits.ready if k == 0 else others for k, page in enumerate(limits.pages)}
        self.shelf = Shelf(
            wanted,
            self.renderings.start,
            self.kernel_manager.retire,
            room=lambda: limits.visitors - len(self.visits.visits),
        )
        self.app.add_handlers(pattern, self.init_handlers())

    def init_handlers(self) -> list[Any]:
        """Every address there is: what pages need, and no more."""
        base = re.escape(self.base_url)
        extensions = [Path(path) for path in self.labextensions_path]
        template = [Path(path) for path in collect_static_paths(["voila", "nbconvert"], TEMPLATE, prune=True)]
        bundle = [Path(path) for path in self.static_paths]
        within = [f"{name}/static/" for name in EXTENSIONS]
        return [
            (base, StartPage),
            (rf"{base}healthz", Health),
            (rf"{base}voila/render/([^/]+)", LessonPage),
            (rf"{base}voila/templates/{TEMPLATE}/static/(.*)", Assets, {"roots": template}),
            (rf"{base}voila/static/(.*)", Assets, {"roots": bundle}),
            (rf"{base}voila/labextensions/(.*)", Assets, {"roots": extensions, "within": within}),
            (rf"{base}voila/files/.*", Nothing, {"status": 403}),
            (rf"{base}voila/api/shutdown/{KERNEL}", Goodbye),
            (rf"{base}voila/api/stop/{KERNEL}", Stop),
            (rf"{base}api/kernels/{KERNEL}", ProcessState),
            (rf"{base}api/kernels/{KERNEL}/channels", Line),
        ]

    def template(self, name: str, **values: Any) -> str:
        """A page that is not a notebook."""
        return str(self.app.settings["voila_jinja2_env"].get_template(name).render(base_url=self.base_url, **values))

    def error_page(self, status: int, advice: str) -> str:
        """What a visitor sees when something is not to be had."""
        return self.template("error.html", status_code=status, advice=advice)

    def retire_soon(self, visit: Visit, reason: Reason) -> None:
        """End a visit: tell its browser why, free its process, make room."""
        self.visits.drop(visit)
        self.shelf.wake()
        if visit.kernel is None:
            return
        for line in list(self.lines.pop(visit.kernel, ())):
            line.close(reason, reason.name)
        self._later(self.kernel_manager.retire(visit.kernel))

    def _later(self, coroutine: Any) -> None:
        task = asyncio.ensure_future(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _died(self, kernel: str) -> None:
        self.shelf.discard(kernel)
        if visit := self.visits.of(kernel):
            log.warning("the process of %s died", visit.page)
            self.retire_soon(visit, Reason.DIED)

    def _sweep(self) -> None:
        if self.nursery is not None and self.nursery.process.poll() is not None:
            log.error("the nursery died, and every page with it; opening another")
            self.nursery.close()
            self._open_nursery()
        for visit, reason, end in self.visits.overdue():
            if visit.kernel is None:
                self.visits.drop(visit)
            elif end:
                log.info("closing %s: %s", visit.page, reason.name)
                self.retire_soon(visit, reason)
            else:
                log.warning("stopping a computation on %s: %s", visit.page, reason.name)
                self._later(self.kernel_manager.interrupt_kernel(visit.kernel))

    def _serve(self) -> None:
        limits = self.settings_of
        http = tornado.httpserver.HTTPServer(
            self.app, xheaders=limits.proxied, max_header_size=16_384, max_body_size=65_536, idle_connection_timeout=75
        )
        try:
            http.listen(limits.port, limits.host)
        except OSError as error:
            sys.exit(f"pegp_lite: cannot listen on {limits.host}:{limits.port}: {error.strerror}")
        shown = "127.0.0.1" if limits.loopback else limits.host
        log.info("%d pages at http://%s:%d%s", len(limits.pages), shown, limits.port, limits.base_url)
        loop = tornado.ioloop.IOLoop.current()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: loop.add_callback_from_signal(loop.stop))
        tornado.ioloop.PeriodicCallback(self._sweep, 1000 * SWEEP).start()
        loop.add_callback(lambda: self._later(self.shelf.fill(workers=2 if limits.ready > 2 else 1)))
        loop.start()
        log.info("stopping")

    def stop(self) -> None:
        """End every process that was started."""
        if self.nursery is not None:
            self.nursery.close()
        elif hasattr(self, "kernel_manager"):
            with contextlib.suppress(Exception):
                run_sync(self.kernel_manager.shutdown_all)(now=True)
        shutil.rmtree(self.connection_dir, ignore_errors=True)
