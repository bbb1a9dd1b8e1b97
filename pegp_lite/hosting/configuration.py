"""What Voilà is told; no configuration file of the machine or its user is read beside it."""

from __future__ import annotations

import logging
from typing import Any

from traitlets.config import Config

from pegp_lite.hosting.compat import IdentityProvider, User
from pegp_lite.hosting.kernels import nursery
from pegp_lite.hosting.kernels.manager import Kernels, OneSpec, Quiet
from pegp_lite.hosting.settings import Settings
from pegp_lite.hosting.wire.line import FilteredConnection

TEMPLATE = "pegp"
EXTENSIONS = ("@voila-dashboards/widgets-manager8", "@jupyter-widgets/jupyterlab-manager", "pegp-lite")


class Nobody(IdentityProvider):
    """Every visitor is the same stranger: no login, no token, no cookie with an invented name."""

    def get_user(self, handler: Any) -> User:
        """The stranger."""
        return User("visitor")


def configuration(settings: Settings) -> Config:
    """Voilà's own settings."""
    forked = settings.fork and nursery.possible()
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
            "OneSpec": {"forked": forked},
            "KernelManager": {"transport": "ipc" if forked else "tcp"},
            "KernelRestarter": {"restart_limit": 0, "time_to_dead": 1.0},
            "AsyncIOLoopKernelRestarter": {"restart_limit": 0, "time_to_dead": 1.0},
            "MultiKernelManager": {"kernel_manager_class": f"{Quiet.__module__}.{Quiet.__name__}"},
            "MappingKernelManager": {"buffer_offline_messages": True, "kernel_info_timeout": 30},
        }
    )
