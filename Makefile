# tilewright: what a maker and a developer need. `make` alone lists it.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
USED   := dxf,solver,photo,markdown,sphinx,notebook,study,cluster
EXTRAS := dev,docs,$(USED)
OUT    ?= output
SITE   ?= site
# One more than there are cores: tests wait for browsers and other programs.
WORKERS := $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)

# In a checkout that cannot be written to (make VENV=/elsewhere OUT=/elsewhere), what tools keep goes to the environment.
ifneq ($(shell test -w . && echo yes),yes)
export RUFF_CACHE_DIR := $(abspath $(VENV))/.ruff_cache
export MYPY_CACHE_DIR := $(abspath $(VENV))/.mypy_cache
export HYPOTHESIS_STORAGE_DIRECTORY := $(abspath $(VENV))/.hypothesis
export PYTEST_ADDOPTS += -o cache_dir=$(abspath $(VENV))/.pytest_cache
endif

.DEFAULT_GOAL := help
.PHONY: help setup install system kit test check lint types types-here types-win32 format bench fuzz figures docs catalogues man pins clean

help: ## List these commands
	@awk 'BEGIN {FS = ":.*## "} /^[a-z]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# What is installed follows what pyproject.toml says, not the times of files; bytecode follows the
# sources, as far as the checkout may be written to.
setup: ## Set up the environment in .venv, and system packages where it can
	@$(BIN)/python .ci/installation.py $(EXTRAS) 2>/dev/null | cmp -s - $(STAMP) || $(MAKE) --no-print-directory install GOALS="$(MAKECMDGOALS)"
	@$(BIN)/python -m compileall -q engine generator tilewright >/dev/null 2>&1 || true

# What is there already needs no network. uv is several times as fast as pip, so pip fetches it if it is
# missing; if uv fails, pip does the work. Libraries are compiled when they are imported: most never are.
install:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "tilewright needs Python 3.11 or later; found $$($(PYTHON) --version). Try: make PYTHON=python3.12 $(GOALS)"; exit 1; }
	@$(BIN)/python -m pip install --quiet --no-compile --no-index --no-build-isolation --editable '.[$(EXTRAS)]' 2>/dev/null \
	|| { { command -v uv >/dev/null && uv venv --quiet --allow-existing --seed --python "$(PYTHON)" $(VENV) \
	    || { $(PYTHON) -m venv $(VENV) && $(BIN)/python -m pip install --quiet uv; }; } \
	  && echo "setting up with uv" \
	  && PATH="$(abspath $(BIN)):$$PATH" uv pip install --quiet --python $(BIN)/python --editable '.[$(EXTRAS)]'; } \
	|| { echo "setting up with pip" && $(PYTHON) -m venv $(VENV) \
	  && $(BIN)/python -m pip install --quiet --upgrade pip \
	  && $(BIN)/python -m pip install --quiet --no-compile --editable '.[$(EXTRAS)]'; }
	@$(MAKE) --no-print-directory system
	@$(BIN)/python .ci/installation.py $(EXTRAS) > $(STAMP)

# Cairo draws our SVG files in the tests, chromium runs the browser test, poppler
# is the second reader of our PDFs in the tests, Ghostscript counts their ink, our tables of
# letters are compared with DejaVu's files, groff reads the manual pages.
system:
	@if command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
	  for p in libcairo2 poppler-utils chromium ghostscript fonts-dejavu-core groff-base; do \
	    dpkg -s $$p >/dev/null 2>&1 || missing="$$missing $$p"; done; \
	  if [ -n "$$missing" ]; then echo "installing$$missing"; \
	    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing; } >/dev/null \
	    || echo "could not install$$missing; some tests will be skipped"; fi; \
	elif ! $(BIN)/tilewright doctor >/dev/null 2>&1 || ! command -v pdftoppm >/dev/null; then \
	  echo "For everything: apt install libcairo2 poppler-utils chromium ghostscript, or: brew install cairo poppler ghostscript"; fi

kit: setup ## Print the kits of all games into output/
	$(BIN)/tilewright kit all --out $(OUT)

# Tests are compiled once, whatever the environment says, not by every worker every time.
test: setup ## Run every test
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

check: test lint types ## Tests, lint and types: the whole gate

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: types-here types-win32

types-here: setup
	$(BIN)/mypy

types-win32: setup
	$(BIN)/mypy --platform win32 --cache-dir $${MYPY_CACHE_DIR:-.mypy_cache}/win32

catalogues: setup ## Bring the catalogues of messages up to date with the sources, and compile them
	$(BIN)/python -m tests.house.catalogues

man: setup ## Write the manual pages, docs/man, from the command line
	$(BIN)/python -m tests.commands.man_pages

figures: setup ## Make the example figures
	@for spec in templates/examples/*.toml; do $(BIN)/tilewright figures $$spec --out $(OUT)/figures/$$(basename $$spec .toml) || exit 1; done

docs: setup ## Build the site of docs/ in site/, its figures drawn anew
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --site-dir $(abspath $(SITE))
	@echo "$(SITE)/index.html"

bench: setup ## Measure time, memory and size, as ratios to a reference run beside it
	$(BIN)/python -m tests.bench

EXAMPLES ?= 1000
fuzz: setup ## Try every reader with EXAMPLES=1000 mutated inputs
	TILEWRIGHT_EXAMPLES=$(EXAMPLES) $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal tests/fuzz

pins: ## Pin what the image is made of to the newest versions (needs uv)
	@echo "# What the image is made of, and nothing else is: the newest versions of a day, by make pins." > requirements.txt
	@echo hatchling | uv pip compile --quiet --universal --upgrade --python-version 3.11 --no-header --no-annotate \
	  $$(echo ,$(USED) | sed 's/,/ --extra /g') pyproject.toml - >> requirements.txt

format: setup ## Format the sources
	$(BIN)/ruff check --fix --quiet .
	$(BIN)/ruff format .

clean: ## Remove what can be made again
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis dist build site *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	find output -mindepth 1 ! -name README.md -delete
