"""Turning a page's notebook into HTML beside a process of its own, with Voilà's renderer."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import nbformat
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from pegp_lite.hosting.compat import NotebookRenderer, Voila, get_page_config
from pegp_lite.hosting.kernels.manager import NAME
from pegp_lite.hosting.kernels.process import MEMORY


class Compiled(BytecodeCache):
    """Templates as compiled the first time: Voilà makes a new environment for each page it renders."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Hand out what was kept."""
        if bucket.key in self.kept:
            bucket.bytecode_from_string(self.kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep it."""
        self.kept[bucket.key] = bucket.bytecode_to_string()


class PageRenderer(NotebookRenderer):
    """Takes the notebook as it was when the server started, and runs it in our own kernel whatever it asks for."""

    page: Any = None

    async def load_notebook(self, path: str) -> Any:
        """A copy, since rendering writes into it."""
        return deepcopy(self.page)


class Renderings:
    """Starts pages: what they have in common is read once."""

    def __init__(
        self, voila: Voila, settings: Mapping[str, Any], folder: Path, pages: tuple[str, ...], memory: int
    ) -> None:
        self.voila, self.memory = voila, memory
        self.compiled = Compiled()
        self.notebooks: dict[str, Any] = {}
        for page in pages:
            notebook = nbformat.read(folder / page, as_version=4)
            notebook.metadata["kernelspec"] = {"name": NAME, "display_name": "Python", "language": "python"}
            for cell in notebook.cells:
                cell.pop("attachments", None)
                if cell.cell_type == "code":
                    cell.outputs, cell.execution_count = [], None
            self.notebooks[page] = notebook
        self.config = get_page_config(
            base_url=voila.base_url,
            settings=settings,
            log=voila.log,
            voila_configuration=voila.voila_configuration,
        )
        self.config["appVersion"] = ""  # no visitor needs to know

    async def start(self, page: str, query: str = "") -> tuple[str, AsyncIterator[str]]:
        """A process for the page, and the page's HTML as it comes into being."""
        voila = self.voila
        renderer = PageRenderer(
            voila_configuration=voila.voila_configuration,
            traitlet_config=voila.config,
            notebook_path=page,
            template_paths=voila.template_paths,
            config_manager=voila.config_manager,
            contents_manager=voila.contents_manager,
            base_url=voila.base_url,
            kernel_spec_manager=voila.kernel_spec_manager,
            page_config=self.config,
        )
        renderer.page = self.notebooks[page]
        await renderer.initialize(template=None, theme=None)
        renderer.exporter.environment.bytecode_cache = self.compiled
        env = {**os.environ, MEMORY: str(self.memory), "QUERY_STRING": query}
        kernel = await voila.kernel_manager.start_kernel(kernel_name=NAME, path="", env=env)
        return kernel, self._chunks(renderer, kernel)

    async def _chunks(self, renderer: PageRenderer, kernel: str) -> AsyncIterator[str]:
        process = self.voila.kernel_manager.get_kernel(kernel)
        async for chunk, _ in renderer.generate_content_generator(kernel, process):
            yield chunk
