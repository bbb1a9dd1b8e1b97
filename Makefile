# `make app` serves the app and `make test` runs every test; `make help` lists the rest.
# In an environment of your own (conda, Binder): make app PY=python STAMP=

PYTHON ?= python3
# Where to listen, the pages open at once, the copies kept ready: `pegp app --help` and `pegp serve --help` have defaults.
HOST ?=
PORT ?= 8866
PAGES =
VISITORS ?= 30
READY =
SERVE_FLAGS =
PYTEST_FLAGS = -n 2
LOCK_FLAGS =

VENV = .venv
LOCK = requirements.lock
PY = $(VENV)/bin/python
# The name carries the folder: an editable install points at its checkout, so a moved one must install anew.
MADE := $(VENV)/.made-$(shell pwd | cksum | cut -d ' ' -f 1)
STAMP = $(VENV)/.installed
PIP = "$(PY)" -m pip --disable-pip-version-check --no-input
UV = "$(PY)" -m uv --quiet pip compile --all-extras pyproject.toml

# Without a home, pip and Jupyter would write to / or to a folder called "~".
ifeq ($(strip $(HOME)),)
export HOME := $(CURDIR)/$(VENV)/home
endif

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help app serve test check lint notebooks code-notebooks docs screenshots js map bench bench-hosting prove-hosting lock lowest clean

help:
	@echo 'make app     serve the app on http://127.0.0.1:$(PORT)/ (PORT=..., HOST=...)'
	@echo 'make serve   the same for a class: open to the network, VISITORS=30 at once (docs/hosting.md)'
	@echo 'make test    lint, then every test and notebook (PYTEST_FLAGS=-x, say)'
	@echo 'make check   the tests and notebooks alone'
	@echo 'make lint    ruff and mypy'
	@echo 'make notebooks  run every notebook and store the words that nbval compares'
	@echo 'make code-notebooks  the notebooks to write code in, for students and solved, from their sources'
	@echo 'make questions  list the pages'"'"' predictions anew, on which a class votes'
	@echo 'make docs    the documentation as HTML, into build/docs/html; no network, no warning'
	@echo 'make screenshots  every page at four sizes, before and after its predictions, into screenshots/'
	@echo 'make js      build the browser side of the figures anew (needs node and npm)'
	@echo 'make map     play the map of the claims again, every place of it (some minutes; goes on where it was stopped)'
	@echo 'make bench   print the benchmark table'
	@echo 'make bench-hosting  thirty visitors beside stock Voilà, votes, slow strangers, 500 visits, a million steps'
	@echo 'make prove-hosting  the proxies of docs/hosting.md, run on loopback with visitors and a failure'
	@echo 'make lock    bring $(LOCK) up to date with pyproject.toml (LOCK_FLAGS=--upgrade)'
	@echo 'make lowest  the tests with the oldest versions pyproject.toml allows (Python 3.11 or 3.12)'
	@echo 'make clean   remove the environments, caches and results that make created'

app serve: $(STAMP)
	exec "$(PY)" -m pegp_lite $@ $(if $(PAGES),"$(PAGES)") $(if $(HOST),--host="$(HOST)") --port="$(PORT)" \
		--visitors="$(VISITORS)" $(if $(READY),--ready="$(READY)") $(SERVE_FLAGS)

test: lint
	@$(MAKE) --no-print-directory check

check: $(STAMP)
	"$(PY)" -m pytest --nbval --nbval-current-env --nbval-cell-timeout=60 $(PYTEST_FLAGS) tests notebooks

notebooks: $(STAMP)
	"$(PY)" tools/refresh_notebooks.py

docs: $(STAMP)
	"$(PY)" tools/build_docs.py
	@echo "build/docs/html/index.html"

code-notebooks: $(STAMP)
	"$(PY)" tools/code_notebooks.py

questions: $(STAMP)
	"$(PY)" tools/collect_questions.py

screenshots: $(STAMP)
	"$(PY)" tools/screenshots.py

js: $(STAMP)
	"$(PY)" tools/build_figures.py

lint: $(STAMP)
	"$(PY)" -m ruff check .
	"$(PY)" -m ruff format --check .
	"$(PY)" -m mypy

# One BLAS thread a process: the places are what is spread over the cores.
map: $(STAMP)
	OPENBLAS_NUM_THREADS=1 "$(PY)" tools/make_map.py

bench: $(STAMP)
	"$(PY)" benchmarks/run.py

bench-hosting: $(STAMP)
	"$(PY)" benchmarks/hosting.py

prove-hosting: $(STAMP)
	"$(PY)" benchmarks/prove_hosting.py

# One version for all Pythons (fewest), since one version is what gets tested.
lock: $(MADE)
	$(PIP) install -qq 'uv>=0.6'
	$(UV) --universal --fork-strategy fewest --python-version 3.11 $(LOCK_FLAGS) \
		--no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' -o $(LOCK)

lowest: $(MADE)
	$(PIP) install -qq 'uv>=0.6'
	$(UV) --resolution lowest-direct --no-header --upgrade -o .lowest.lock
	@$(MAKE) --no-print-directory check VENV=.venv-lowest LOCK=.lowest.lock

clean:
	rm -rf .venv .venv-lowest .lowest.lock .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist results screenshots
	find . -name .git -prune -o \( -name __pycache__ -o -name .ipynb_checkpoints \) -type d -prune -exec rm -rf {} +

# The stamp goes first and comes back last, so that an interrupted install is never taken for a whole one.
# What Jupyter loads is copied at the install, so when that changes it is installed anew.
$(STAMP): $(MADE) $(LOCK) pyproject.toml $(shell find pegp_lite/pages/share -type f 2>/dev/null)
	@rm -f $@
	@echo 'Installing $(LOCK) into $(VENV): a minute or two, once.'
	@$(PIP) install -qq -r $(LOCK)
	@$(PIP) install -qq --no-deps -e .
	@touch $@

# An environment outlives its Python when the system upgrades it away: then make it anew.
ifneq ($(shell { "$(PY)" -c 'print("runs")'; } 2>/dev/null),runs)
.PHONY: $(MADE)
endif

$(MADE):
	@command -v "$(PYTHON)" >/dev/null || { \
		echo 'pegp_lite needs Python 3.11 or newer, but there is no "$(PYTHON)" here. Install it, or name one: make PYTHON=/path/to/python3.11' >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "pegp_lite needs Python 3.11 or newer, but $(PYTHON) is $$("$(PYTHON)" -V 2>&1). Name a newer one: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "$(PYTHON) cannot make virtual environments. On Debian or Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	@"$(PYTHON)" -m venv --clear $(VENV)
	@touch $@
