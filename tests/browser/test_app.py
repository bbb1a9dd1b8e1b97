"""`make app`, as a visitor meets it: the page comes up and its cells have run."""

import urllib.error
from html.parser import HTMLParser

import pytest
from serving import ROOT, fetch

NOTEBOOK = ROOT / "notebooks" / "00_start_here.ipynb"
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


class CellOutputs(HTMLParser):
    """Collect the text of a page's output areas: what the cells computed, not what the prose says."""

    def __init__(self) -> None:
        super().__init__()
        self.depth = 0
        self.text = ""

    def handle_starttag(self, tag, attrs):
        inside = self.depth > 0 or "jp-OutputArea" in (dict(attrs).get("class") or "").split()
        if inside and tag not in VOID:
            self.depth += 1

    def handle_endtag(self, tag):
        if self.depth > 0 and tag not in VOID:
            self.depth -= 1

    def handle_data(self, data):
        if self.depth > 0:
            self.text += data


def test_make_app_serves_a_page_whose_cells_have_run(app):
    page = fetch(f"{app}/voila/render/{NOTEBOOK.name}")
    outputs = CellOutputs()
    outputs.feed(page)
    assert "There was an error when executing cell" not in page
    assert "PE-GP-UCB" in outputs.text


def test_the_start_page_leads_to_every_notebook(app):
    start = fetch(app)
    for notebook in NOTEBOOK.parent.glob("*.ipynb"):
        assert f'href="/voila/render/{notebook.name}"' in start


# Refused by name (403), before anyone looks whether the file is there (404).
@pytest.mark.parametrize("name", [NOTEBOOK.name, "picture.png", "notes.txt"])
def test_no_file_beside_the_page_is_served(app, name):
    with pytest.raises(urllib.error.HTTPError) as refusal:
        fetch(f"{app}/voila/files/{name}")
    refusal.value.close()
    assert refusal.value.code == 403
