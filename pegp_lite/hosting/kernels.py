"""The pages' processes as Jupyter manages them: one kind only, never restarted behind a visitor's back."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint
from typing import Any

from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.provisioning.factory import KernelProvisionerFactory
from jupyter_server.auth import IdentityProvider, User
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager, ServerKernelManager

from pegp_lite.hosting.nursery import PROVISIONER, NurseryProvisioner

NAME = "python3"


class Nobody(IdentityProvider):
    """Every visitor is the same stranger: no login, no token, no cookie with an invented name."""

    def get_user(self, handler: Any) -> User:
        """The stranger."""
        return User("visitor")


class OneSpec(KernelSpecManager):
    """Knows only our own kernel, whatever kernels the machine's user has installed under the same name."""

    forked = False

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        """Our kernel, by any name."""
        metadata: dict[str, Any] = {}
        if self.forked:
            metadata = {"kernel_provisioner": {"provisioner_name": PROVISIONER, "config": {}}}
        command = [sys.executable, "-m", "pegp_lite.hosting.process", "-f", "{connection_file}"]
        return KernelSpec(argv=command, display_name="Python", language="python", metadata=metadata)

    def find_kernel_specs(self) -> dict[str, str]:
        """One entry, and no folder to show for it."""
        return {NAME: ""}


class Quiet(ServerKernelManager):
    """One process, without the log of events that Jupyter keeps for each: making it costs more than forking."""

    def emit(self, schema_id: Any, data: Any) -> None:
        """Nobody listens."""


class Kernels(AsyncMappingKernelManager):
    """Starts and ends pages' processes, and tells the server when one has died."""

    on_death: Callable[[str], None] | None = None

    def start_watching_activity(self, kernel_id: str) -> None:
        """Mark it running; we count what visitors send, so there is no need to read all that kernels say as well."""
        kernel: Any = self.get_kernel(kernel_id)
        kernel.reason, kernel.execution_state = "", "idle"

    def stop_watching_activity(self, kernel_id: str) -> None:
        """Nothing was watched."""

    def _handle_kernel_died(self, kernel_id: str) -> None:
        with contextlib.suppress(Exception):  # it may just have been retired
            self.remove_kernel(kernel_id)
        if self.on_death:
            self.on_death(kernel_id)

    async def retire(self, kernel_id: str) -> None:
        """End a process at once; politeness would only keep its memory."""
        if kernel_id in self:
            with contextlib.suppress(Exception):
                await self.shutdown_kernel(kernel_id, now=True)


def use_nursery(nursery: Any) -> None:
    """Make jupyter_client know where forked kernels come from."""
    NurseryProvisioner.nursery = nursery
    value = f"{NurseryProvisioner.__module__}:{NurseryProvisioner.__name__}"
    factory = KernelProvisionerFactory.instance()
    factory.provisioners[PROVISIONER] = EntryPoint(PROVISIONER, value, KernelProvisionerFactory.GROUP_NAME)
