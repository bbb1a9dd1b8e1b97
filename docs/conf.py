"""How the documentation is built; `make docs` collects its sources first (tools/build_docs.py)."""

import sys
from pathlib import Path

import pegp_lite

sys.path.insert(0, str(Path(__file__).parent / "extensions"))

project = "pegp_lite"
author = copyright = "pegp_lite contributors"
version = release = pegp_lite.__version__

extensions = ["docstrings", "mathml", "myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
exclude_patterns = ["extensions"]
html_math_renderer = "mathml"
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_class_signature = "separated"
python_maximum_signature_line_length = 88
python_use_unqualified_type_names = True
suppress_warnings = ["myst.xref_missing"]  # links of README and changelog to files outside the site

html_theme = "pydata_sphinx_theme"
html_title = "pegp_lite"
html_copy_source = html_show_sourcelink = False
# These have no pages beside them to list.
html_sidebars = {name: [] for name in ("index", "start", "symbols", "changelog", "contributing")}
html_theme_options = {
    "show_prev_next": True,
    "navbar_end": ["theme-switcher"],
    "footer_start": ["copyright"],
    "footer_end": [],
    "secondary_sidebar_items": ["page-toc"],
}
