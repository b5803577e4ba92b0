# Battlewright: make play, make test. Each sets up what it needs.
SHELL := /bin/bash
BIN := .venv/bin
SOURCES := $(shell find src tests -name '*.py' -o -name '*.toml')

.DEFAULT_GOAL := help
.PHONY: help setup play test compiled check coverage bench ladder fuzz docs transcripts golden lock clean

help: ## show this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 18

.venv/.play: requirements.lock pyproject.toml hatch_build.py tools/environment.sh
	@tools/environment.sh requirements.lock
	@touch $@

.venv/.dev: .venv/.play requirements-dev.lock
	@tools/environment.sh requirements-dev.lock
	@touch $@

.venv/.indexed: .venv/.play $(SOURCES)
	@$(BIN)/python -m battlewright.engine.index
	@touch $@

.venv/.compiled: .venv/.indexed
	@$(BIN)/battlewright compile
	@touch $@

setup: .venv/.dev .venv/.compiled ## the environment, and all rules compiled ahead

play: .venv/.indexed ## play a Skirmish battle against the computer
	@$(BIN)/battlewright battle --seat a

test: setup ## all tests, compiled; beside them the marked ones as plain Python, with coverage
	@$(MAKE) --no-print-directory -j2 compiled coverage

compiled: setup ## all tests, compiled
	$(BIN)/pytest

coverage: setup ## coverage of the rules and the engine, with the compiler off
	@NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest -q -m plain > .coverage.log 2>&1 || { cat .coverage.log; exit 1; }
	@echo "As plain Python: $$(tail -1 .coverage.log)"
	$(BIN)/coverage report

check: .venv/.dev ## format, lint, types, layers, spelling
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/codespell

bench: setup ## measure speed; the dated results go to bench/results
	$(BIN)/battlewright bench --out bench/results/$$(date +%F).json

ladder: setup ## all bots against each other; the dated ratings go to bench/results
	$(BIN)/battlewright ladder --battles 7000 --seed 1 --out bench/results/ladder-$$(date +%F).json

fuzz: setup ## a million battles between bots, every rule held at every node; the dated result goes to bench/results
	$(BIN)/python bench/fuzz.py --battles 1000000 --out bench/results/fuzz-$$(date +%F).json

docs: .venv/.dev ## the documentation, in docs/_build
	$(BIN)/sphinx-build -W --keep-going -q -b html docs docs/_build
	@echo "Open docs/_build/index.html"

transcripts: setup ## take the outputs anew that the documentation shows
	$(BIN)/python docs/capture.py

golden: setup ## play the golden battles anew, after a change of the rules
	$(BIN)/python -m tests.golden

lock: .venv/.dev ## choose the versions of all dependencies anew
	$(BIN)/uv pip compile pyproject.toml -q --universal --python-version 3.11 --generate-hashes --upgrade \
		--extra build -o requirements.lock
	$(BIN)/uv pip compile pyproject.toml -q --universal --python-version 3.11 --generate-hashes --upgrade \
		--extra build --extra dev --extra bench -c requirements.lock -o requirements-dev.lock

clean: ## remove what was built
	rm -rf .venv build dist docs/_build .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage htmlcov
	find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} +
