"""Where the notebooks of the pages are, wherever the package is."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]


def notebooks_folder() -> Path:
    """The notebooks that came with this package: in it where it was installed, beside it in a checkout."""
    installed, checkout = PACKAGE / "notebooks", PACKAGE.parent / "notebooks"
    if installed.is_dir():
        return installed
    if checkout.is_dir() and (PACKAGE.parent / "pyproject.toml").is_file():
        return checkout
    raise ValueError(f"the notebooks are neither in {PACKAGE} nor beside it; install pegp_lite again, or name a folder")
