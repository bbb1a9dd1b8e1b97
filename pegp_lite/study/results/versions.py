"""What made a result: the versions to write beside it."""

from __future__ import annotations

import platform

import numpy
import scipy


def versions() -> dict[str, str]:
    """The versions of this package, of Python and of the two libraries whose rounding results depend on."""
    from pegp_lite import __version__

    return {
        "pegp_lite": __version__,
        "python": platform.python_version(),
        "numpy": numpy.__version__,
        "scipy": scipy.__version__,
    }
