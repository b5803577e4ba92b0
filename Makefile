# Battlewright: make play, make test. Each sets up what it needs.
SHELL := /bin/bash
BIN := .venv/bin
OUT := build
PYTEST := pytest -q -n auto --dist worksteal
TWICE := -n $(shell echo $$((2 * $$(getconf _NPROCESSORS_ONLN))))  # where tests wait for browsers, cores would idle
PATIENT := -o faulthandler_timeout=4000
QUICK := tests/engine tests/geometry tests/test_clauses.py $(wildcard tests/systems/*/rules) --ignore=tests/engine/compiler
COMMANDS := tests/cli tests/test_project.py $(wildcard tests/systems/*/guide)
SERVED := tests/store tests/web
LAB := tests/engine/compiler tests/lab
WAITING := $(wildcard tests/web/test_browser*.py) $(foreach each,faults reader_processes workers,tests/web/test_$(each).py)
ASKED := $(filter-out $(WAITING),$(wildcard tests/web/test_*.py))
OTHERS := $(foreach each,$(COMMANDS) $(LAB) tests/store $(ASKED),--ignore=$(each))
UNSEEN := $(foreach each,$(COMMANDS) $(SERVED),--ignore=$(each))
DATA := build/coverage
MEASURED = rm -f $(DATA)/$@* && $(BIN)/coverage run --data-file=$(DATA)/$@ -m $(PYTEST)
SOURCES := $(shell find src tests -name '*.py' -o -name '*.toml')
ENVIRONMENT := .venv/.compiled .venv/.indexed .venv/.dev .venv/.system node_modules/.installed
FORM := types docs page-types page-form format lint layers spelling
NODE := $(BIN)/node
INTERFACE := build/types/interface.d.ts
WHOLE := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
unexport PYTHONDONTWRITEBYTECODE  # each test process would read hundreds of sources anew

.DEFAULT_GOAL := help
.PHONY: help setup play test quick pages compiled measured plain coverage lab served commands check nightly bench ladder fuzz docs transcripts golden perft lock clean checked $(FORM)

help: ## show this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 18

.venv/.play: requirements.lock pyproject.toml hatch_build.py tools/environment.sh
	@tools/environment.sh requirements.lock
	@touch $@

.venv/.dev: .venv/.play requirements-dev.lock
	@tools/environment.sh requirements-dev.lock
	@touch $@

.venv/.system: .venv/.play tools/chromium.sh tools/postgres.sh
	@tools/chromium.sh
	@if tools/postgres.sh; then touch $@; fi

node_modules/.installed: .venv/.dev package.json package-lock.json .npmrc tools/node.sh
	@tools/node.sh
	@touch $@

.venv/.indexed: .venv/.play $(SOURCES)
	@$(BIN)/python -m battlewright.engine.index
	@touch $@

.venv/.compiled: .venv/.play $(filter src/%,$(SOURCES))
	@$(BIN)/battlewright compile
	@touch $@

setup: ## the environment, and all rules compiled ahead
	@$(MAKE) -s -j3 $(ENVIRONMENT)

play: .venv/.indexed ## play a Skirmish battle against the computer, in the browser
	@$(BIN)/battlewright play --browser

test: setup ## what a change must pass, in minutes: pages, compiled, measured, plain, and the floors of coverage
	@$(MAKE) --no-print-directory pages
	@$(MAKE) --no-print-directory compiled
	@$(MAKE) --no-print-directory measured
	@$(MAKE) --no-print-directory plain
	@$(MAKE) --no-print-directory coverage

quick: .venv/.dev ## the rules and the engine, compiled, in less than a minute: for every save
	$(BIN)/$(PYTEST) $(QUICK)

pages: node_modules/.installed ## the unit tests of the modules that browsers load, in a second
	$(NODE) --import ./tests/pages/resolve.js --test --test-reporter=dot tests/pages/*.test.js

compiled: setup ## all tests but those of measured: rules, odds, bots, matches; servers in a browser, or killed
	$(BIN)/$(PYTEST) $(TWICE) $(OTHERS)

measured: setup ## the tests of the lab, the compiler, the command line, the store and the server, with coverage
	@$(MEASURED) $(LAB) $(COMMANDS) tests/store $(ASKED)

plain: setup ## the tests marked plain with the compiler off, for coverage of the rules and the engine
	@export NUMBA_DISABLE_JIT=1 && $(MEASURED) -m "plain and not nightly" --cases 4 $(UNSEEN)

coverage: .venv/.dev ## the map of coverage of the last measured and plain, held against its floors
	@$(BIN)/coverage combine -q --keep $(wildcard $(DATA)/measured* $(DATA)/plain*)
	@$(BIN)/python tools/coverage_floors.py $(SHOW)

lab: setup ## the tests of studies and of the compiler
	$(BIN)/$(PYTEST) $(LAB)

served: setup ## the tests of the store and the server, with real servers, databases and a browser
	$(BIN)/$(PYTEST) $(SERVED)

commands: setup ## the tests of the command line, the guides and what the documentation shows
	$(BIN)/$(PYTEST) $(COMMANDS)

nightly: setup ## what takes long, each part to its end: many examples, all cases with the compiler off, a million battles
	@tools/nightly.sh

check: ## format, lint, types, layers, spelling, the documentation without warnings; form and types of the pages
	@$(MAKE) --no-print-directory -j2 $(WHOLE) $(FORM)

checked: ## setup and check, side by side: rules are compiled while form is checked
	@$(MAKE) --no-print-directory -j3 $(WHOLE) $(ENVIRONMENT) $(FORM)

format: .venv/.dev
	$(BIN)/ruff format --check .

lint: .venv/.dev
	$(BIN)/ruff check .

types: .venv/.dev
	$(BIN)/mypy

layers: .venv/.dev
	$(BIN)/lint-imports

spelling: .venv/.dev
	$(BIN)/codespell

page-form: node_modules/.installed
	$(NODE) node_modules/.bin/biome ci --error-on-warnings

page-types: $(INTERFACE)
	$(NODE) node_modules/.bin/tsc

$(INTERFACE): node_modules/.installed $(filter src/%,$(SOURCES))
	@mkdir -p $(@D)
	@$(BIN)/battlewright serve --describe >$(@D)/openapi.json
	@$(NODE) node_modules/.bin/openapi-typescript $(@D)/openapi.json -o $@ --root-types --root-types-no-schema-prefix \
		--root-types-keep-casing --default-non-nullable false >/dev/null

bench: setup ## measure speed; the dated results go to build (to keep them: OUT=bench/results)
	@mkdir -p $(OUT)
	$(BIN)/battlewright bench --out $(OUT)/$$(date +%F).json

ladder: setup ## the ratings of all levels, as measured by bench/levels.py; the page goes to build (for the docs: OUT=docs)
	@mkdir -p $(OUT)
	$(BIN)/battlewright ladder --all --kept bench/results/levels --out $(OUT)/ladder.md

fuzz: setup ## a million battles between bots, every rule held at every node; the dated results go to build (or OUT)
	@NIGHTLY=fuzz OUT=$(OUT) tools/nightly.sh

docs: .venv/.dev ## the documentation, in docs/_build
	$(BIN)/sphinx-build -W --keep-going -q -b html docs docs/_build
	@echo "Open docs/_build/index.html"

transcripts: setup ## take the outputs anew that the documentation shows
	$(BIN)/python docs/capture.py

golden: setup ## play the golden battles anew, after a change of the rules
	$(BIN)/python -m tests.golden

perft: setup ## count the positions and odds anew that pin choices and rolls, after a change of the rules
	$(BIN)/python -m tests.perft

lock: .venv/.dev ## choose the versions of all dependencies anew
	$(BIN)/uv pip compile pyproject.toml -q --universal --python-version 3.11 --generate-hashes --upgrade \
		--group build --extra server --extra postgres --extra lab -o requirements.lock
	$(BIN)/uv pip compile pyproject.toml -q --universal --python-version 3.11 --generate-hashes --upgrade \
		--group build --group dev --group bench --extra server --extra postgres --extra lab --extra cluster -c requirements.lock -o requirements-dev.lock

clean: ## remove what was built
	rm -rf .venv node_modules build dist docs/_build .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage* htmlcov
	find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} +
