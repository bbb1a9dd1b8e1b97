"""Examples that begin with `>>>`, wherever they stand, run as doctest runs them."""

from __future__ import annotations

import doctest
import io
import re
from types import ModuleType
from typing import Any

FENCE = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def examples_of(thing: Any, name: str, module: ModuleType) -> doctest.DocTest | None:
    """The examples in one docstring, or None."""
    test = doctest.DocTestParser().get_doctest(thing.__doc__ or "", {**vars(module)}, name, module.__file__, 0)
    return test if test.examples else None


def examples_in(markdown: str, name: str) -> doctest.DocTest:
    """The examples of a page, its blocks one after another."""
    return doctest.DocTestParser().get_doctest("\n".join(FENCE.findall(markdown)), {}, name, name, 0)


def failures(test: doctest.DocTest) -> str:
    """What went otherwise than shown, in words; nothing where all is well."""
    said = io.StringIO()
    result = doctest.DocTestRunner(optionflags=FLAGS, verbose=False).run(test, out=said.write)
    return said.getvalue() if result.failed else ""
