"""The pages' processes as Jupyter manages them: one kind only, never restarted behind a visitor's back."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from traitlets import Bool

from pegp_lite.hosting.compat import (
    AsyncMappingKernelManager,
    KernelSpec,
    KernelSpecManager,
    ServerKernelManager,
    forget,
    run_sync,
)
from pegp_lite.hosting.kernels import nursery
from pegp_lite.hosting.logs import log

NAME = "python3"


class OneSpec(KernelSpecManager):
    """Knows only our own kernel, whatever kernels the machine's user has installed under the same name."""

    forked = Bool(False, help="whether processes come from the nursery").tag(config=True)

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        """Our kernel, by any name."""
        metadata: dict[str, Any] = {}
        if self.forked:
            metadata = {"kernel_provisioner": {"provisioner_name": nursery.PROVISIONER, "config": {}}}
        command = [sys.executable, "-m", "pegp_lite.hosting.kernels.process", "-f", "{connection_file}"]
        return KernelSpec(argv=command, display_name="Python", language="python", metadata=metadata)

    def find_kernel_specs(self) -> dict[str, str]:
        """One entry, and no folder to show for it."""
        return {NAME: ""}


class Quiet(ServerKernelManager):
    """One process, without the log of events that Jupyter keeps for each: making it costs more than forking."""

    def emit(self, schema_id: Any, data: Any) -> None:
        """Nobody listens."""


class Kernels(AsyncMappingKernelManager):
    """Starts and ends pages' processes, and tells the desk when one has died."""

    on_death: Callable[[str], None] | None = None
    nursery: nursery.Nursery | None = None

    def open(self, pages: Sequence[Path]) -> None:
        """Get ready to make processes for these pages."""
        self._pages = pages
        self._burials: set[asyncio.Future[Any]] = set()  # of processes that died by themselves
        if isinstance(self.kernel_spec_manager, OneSpec) and self.kernel_spec_manager.forked:
            nursery.register()
            self.nursery = nursery.Nursery(pages)

    def tend(self) -> None:
        """See that the nursery lives."""
        if self.nursery is not None and self.nursery.process.poll() is not None:
            log.error("the nursery died, and every page with it; opening another")
            self.nursery.close()
            self.nursery = nursery.Nursery(self._pages)

    def close(self) -> None:
        """End every process that was started."""
        if self.nursery is not None:
            self.nursery.close()
        else:
            with contextlib.suppress(Exception):
                run_sync(self.shutdown_all)(now=True)

    def start_watching_activity(self, kernel_id: str) -> None:
        """Mark it running; we count what visitors send, so there is no need to read all that kernels say as well."""
        kernel: Any = self.get_kernel(kernel_id)
        kernel.reason, kernel.execution_state = "", "idle"

    def stop_watching_activity(self, kernel_id: str) -> None:
        """Nothing was watched."""

    def remove_kernel(self, kernel_id: str) -> Any:
        """Forget a process, and what the library would keep of it."""
        forget(self, kernel_id)
        return super().remove_kernel(kernel_id)

    def _handle_kernel_died(self, kernel_id: str) -> None:
        dead = self.remove_kernel(kernel_id)
        if dead is not None:  # it may just have been retired
            burial = asyncio.ensure_future(dead.cleanup_resources())
            self._burials.add(burial)
            burial.add_done_callback(self._burials.discard)
        if self.on_death:
            self.on_death(kernel_id)

    async def interrupt(self, kernel_id: str) -> None:
        """Stop what a process is doing."""
        asynchronous: Any = self  # which the library's types do not know
        await asynchronous.interrupt_kernel(kernel_id)

    async def retire(self, kernel_id: str) -> None:
        """End a process at once; politeness would only keep its memory."""
        if kernel_id in self:
            with contextlib.suppress(Exception):
                await self.shutdown_kernel(kernel_id, now=True)
