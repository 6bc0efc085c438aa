# Everything runs from .venv, which the first target that needs it sets up.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# What is in it: to run the bot, to play without Discord as well, to work on it as well.
HOST := $(VENV)/.host
PLAY := $(VENV)/.play
READY := $(VENV)/.dev
# LOCKED=1 installs the versions of uv.lock, with uv, in place of the newest that fit.
LOCKED ?=
UV := UV_PROJECT_ENVIRONMENT=$(VENV) $(BIN)/python -m uv
# uv, where it is there, takes a seventh of pip's processor time; it does not read pip's settings, so pip follows where
# it fails. A server's modules are compiled now: who runs them may not write beside them.
FAST := $(if $(LOCKED),,$(shell command -v uv 2>/dev/null))
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
WANT = --editable '.$(if $(1),[$(1)])'
INSTALL = $(if $(LOCKED),\
	$(UV) sync --quiet --locked --inexact $(if $(1),--extra $(1)),\
	$(if $(FAST),$(FAST) pip install --quiet --python $(BIN)/python $(if $(1),,--compile-bytecode) $(WANT) ||) $(PIP) $(WANT))
WANTED := pyproject.toml $(if $(LOCKED),uv.lock)
# GPU=1 installs PyTorch as the index has it; without it, on Linux, the build for processors alone, a
# tenth of the size.
GPU ?=
TORCH := $(if $(GPU),--force-reinstall torch,$(if $(filter Linux,$(shell uname)),\
	--extra-index-url https://download.pytorch.org/whl/cpu torch==2.13.0+cpu,torch))
# MEASURE=1 notes which lines `make test` reaches, for `make coverage`. That doubles its time, so the
# thorough tests are not measured.
MEASURE ?=
# The seconds of processor time that the tests may take. More fails where MOST_CPU is given, as in
# CI, where it keeps them from growing; the ten dearest files are named anyway.
MOST_CPU ?=
PYTEST := $(BIN)/python $(if $(MEASURE),-m coverage run) -m pytest
# Checks the types of the scripts in bot/web, where there is Node.
TSC := npx --yes --package typescript@5.9 tsc
# Two processes more than processors, since many tests wait for timers and sockets.
WORKERS ?= $(shell $(PYTHON) -c "import os; print((os.cpu_count() or 1) + 2)")
# Tests of one file stay in one process: many of them share a bot or a server.
PARALLEL := --numprocesses $(WORKERS) --dist loadfile --no-loadscope-reorder $(if $(MOST_CPU),--most-cpu $(MOST_CPU))
# Each of the many processes that the tests start would compile every module anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup dev learning activity compile play run emojis test test-all test-plain coverage prove lowest lock wheels docs soak fuzz mutants lint audit format messages bench \
	bench-connect4 bench-proofs bench-ablation bench-growth bench-peers bench-hints bench-floods clean

help: ## list the targets
	@grep -E '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z0-9-]+):.*## /make \1\t/' | expand -t 20

setup: $(HOST) ## set up .venv with what it takes to run the bot
	@echo "Games other than 3x3 compile the engine behind at the first start; make compile does it now."

dev: $(READY) ## set up .venv with all that it takes to work on Kinarow

# little of its Python is ever imported, so none is compiled in advance
learning: $(READY) ## add PyTorch, to fit weights; GPU=1 for its build for GPUs
	$(PIP) --retries 1 --no-compile $(TORCH)

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Kinarow needs Python 3.11 or later: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	$(if $(FAST),$(FAST) venv --quiet --seed --python $(PYTHON) $(VENV) ||) $(PYTHON) -m venv $(VENV)
	$(if $(LOCKED),$(PIP) 'uv>=0.8')
	@touch $@

activity: ## build what opens boards inside Discord; wants Node 18 or later
	npm install --silent --no-save --prefix build/activity @discord/embedded-app-sdk@2.5.0 esbuild@0.25
	NODE_PATH=build/activity/node_modules build/activity/node_modules/.bin/esbuild bot/web/activity.js \
		--bundle --format=esm --minify --legal-comments=eof --log-level=warning \
		--outfile=bot/web/static/activity.js

compile: $(HOST) ## compile the engine in advance: half a minute, once on a machine
	@$(BIN)/python -m bot compile

# without babel, so the catalogues are compiled now
$(HOST): $(WANTED) $(wildcard bot/show/locale/*/LC_MESSAGES/*.po) | $(VENV)/.made
	$(call INSTALL)
	@touch $@

$(PLAY): $(WANTED) | $(VENV)/.made
	$(call INSTALL,play)
	@touch $@ $(HOST)

$(READY): $(WANTED) | $(VENV)/.made
	$(call INSTALL,dev)
	@touch $@ $(HOST) $(PLAY)

play: $(PLAY) ## the bot in a Discord-like page on this machine; FRESH=1 begins anew
	@$(BIN)/python -m bot play $(if $(FRESH),--fresh)

run: $(HOST) ## the bot on Discord, with the token from .env
	@$(BIN)/python -m bot run

emojis: $(HOST) ## upload the emoji of boards to Discord, with the token from .env
	@$(BIN)/python -m bot emojis

test: $(READY) ## what a change has to pass, in a few minutes, on all processors
	$(if $(MEASURE),$(BIN)/python -m coverage erase)
	@$(BIN)/python -c 'import engine; engine.warm_up()' # by one process, not by each that tests
	$(PYTEST) $(PARALLEL)

test-all: $(READY) ## the same, and the thorough tests that it leaves out, in one run
	@$(BIN)/python -c 'import engine; engine.warm_up()'
	$(BIN)/python -m pytest $(PARALLEL) -m "not long"

coverage: $(READY) ## how much the tests reach, after them: make test coverage MEASURE=1
	$(BIN)/python -m coverage combine --quiet
	$(BIN)/python -m coverage report

test-plain: $(READY) ## the kernels as plain Python, with NUMBA_DISABLE_JIT: the quicker tests of each
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest tests/engine/kernels tests/engine/wide_kernels -k "not zugzwang and not brute_force"

prove: $(READY) ## what takes minutes: whole books and boards, solved and compared
	$(BIN)/python -m pytest -m long --durations=0

lowest: $(READY) ## the suite with the lowest versions that pyproject.toml allows, in .venv-lowest
	@$(PIP) 'uv>=0.8'
	@$(PYTHON) -m venv .venv-lowest
	$(BIN)/python -m uv pip install --quiet --python .venv-lowest --resolution lowest-direct --editable '.[dev]'
	.venv-lowest/bin/python -c 'import engine; engine.warm_up()'
	.venv-lowest/bin/python -m pytest $(PARALLEL) $(LOWEST_TESTS)

lock: $(READY) ## write uv.lock anew, after a change of what pyproject.toml wants
	@$(PIP) 'uv>=0.8'
	$(BIN)/python -m uv lock

wheels: $(READY) ## whether every system has wheels of what Kinarow needs; wants uv in .venv
	$(BIN)/python -m tests.wheels

# COUNT=40 tries so many, SEED=2 others, ONLY=bot/store those of some modules. Ctrl+C breaks it off, and the same
# command goes on. Without COUNT it tries all of them, which takes a day.
mutants: $(READY) ## small faults put into the core one at a time: which do the nearest tests miss?
	$(BIN)/python -m tests.mutants $(if $(COUNT),--count $(COUNT)) $(if $(SEED),--seed $(SEED)) $(if $(ONLY),--only $(ONLY))

lint: $(READY) ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy engine bot tests benchmarks
	@if $(TSC) --version >/dev/null 2>&1; then $(TSC) --project tsconfig.json; \
		else echo "no TypeScript to be had here: the scripts of bot/web are not checked"; fi

audit: $(READY) ## known weaknesses in what Kinarow depends on; wants pip-audit in .venv
	$(BIN)/python -m pip_audit --local --skip-editable

# Where a clone comes from is where the site says that the source is.
REPOSITORY ?= $(shell git remote get-url origin 2>/dev/null \
	| sed -nE 's,^git@github.com:,https://github.com/,; s,\.git$$,,; /^https:\/\/[^@ ]+$$/p')

docs: $(READY) ## the documentation as a site, in site/
	@$(call INSTALL,docs)
	cp mkdocs.yml .mkdocs.site.yml
	$(if $(REPOSITORY),echo 'repo_url: $(REPOSITORY)' >> .mkdocs.site.yml)
	$(BIN)/zensical build --clean --strict --config-file .mkdocs.site.yml
	@rm .mkdocs.site.yml

# HOURS=2 ends it after that; without it runs until Ctrl+C. SOAK=... as python -m tests.soak --help says.
soak: $(READY) ## processes, the database and Discord fail for hours, and no move may be lost
	$(BIN)/python -m tests.soak --save $(if $(HOURS),--hours $(HOURS)) $(if $(SEED),--seed $(SEED)) $(SOAK)

fuzz: $(READY) ## millions of inputs for every reader, 600 s or FUZZ_SECONDS
	$(BIN)/python -m tests.fuzz --seconds $(or $(FUZZ_SECONDS),600)

format: $(READY) ## put the code into shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

messages: $(READY) ## bring the catalogues of sentences up to date with the code
	$(BIN)/python -m bot.run.messages

bench-connect4: $(READY) ## the Connect Four solver against bitbully, a few minutes
	$(BIN)/python -m benchmarks.connect4

bench-proofs: $(READY) ## solve the boards of docs/proofs.md anew
	$(BIN)/python -m benchmarks.proofs

bench-ablation: $(READY) ## what each technique of the Connect Four solver is worth
	$(BIN)/python -m benchmarks.ablation

bench-growth: $(READY) ## depth, speed and memory from 5x5 to 19x19; writes it into docs/engine.md
	$(BIN)/python -m benchmarks.growth

bench-peers: $(READY) ## beside tutorials, easyAI, OpenSpiel and bitbully; writes docs/peers.md
	@$(PIP) --editable '.[peers]'
	$(BIN)/python -m benchmarks.peers

bench-hints: $(READY) ## how often a hint has something to say, and what; minutes
	$(BIN)/python -m benchmarks.hints

bench-floods: $(READY) ## how long strangers wait while one member floods the bot; some minutes
	$(BIN)/python -m benchmarks.floods

bench: $(READY) ## speed, as ratios measured in one run
	$(BIN)/python -m engine bench
	$(BIN)/python -m benchmarks.search
	$(BIN)/python -m benchmarks.pictures
	$(BIN)/python -m benchmarks.lag
	$(BIN)/python -m benchmarks.puzzles
	$(BIN)/python -m benchmarks.load
	$(BIN)/python -m benchmarks.many
	$(BIN)/python -m benchmarks.resume
	$(BIN)/python -m benchmarks.page
	$(BIN)/python -m benchmarks.scaling

clean: ## remove what the other targets have made
	rm -rf $(VENV) .venv-lowest build dist site *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage*
