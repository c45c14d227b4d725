# Everything sets itself up: a fresh clone, Python 3.11+ and make are enough.

.DEFAULT_GOAL := help
SHELL := /bin/sh
SETUP := sh tools/setup.sh
PY := .venv/bin/python
# One more than there are cores: many tests wait for a process, a disk or a browser.
WORKERS := $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
BROWSER := $(PY) -m pytest -m "browser and not soak" tests/browser tests/pages
# A browser test that only fails beside others is slow, not wrong; one that fails alone is wrong. Both are told.
ONCE_MORE := --last-failed --last-failed-no-failures none --numprocesses 0

.PHONY: help run test check format bench soak docs lock clean

help: ## show this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 10

run: ## a playable room with practice partners at http://localhost:8000; FAIRDEAL_PURE=1 leaves out compiling
	@$(SETUP) compile
	@sh tools/client.sh build
	@[ ! -f var/fairdeal.db ] || .venv/bin/fairdeal db migrate --database sqlite:///var/fairdeal.db
	@$(PY) -m tools.compiled --run .venv/bin/fairdeal serve

test: ## everything but long campaigns and what check does; the engine interpreted and compiled
	@$(SETUP) odds test docs compile
	@sh tools/client.sh build
	@sh tools/client.sh test
	@$(PY) -m pytest -m "not soak and not browser" --ignore tests/architecture --numprocesses $(WORKERS) --dist worksteal
	@$(BROWSER) --numprocesses $(WORKERS) --dist loadfile --no-loadscope-reorder || { echo 'browser tests that failed, once more and alone:'; $(BROWSER) $(ONCE_MORE); }
	@$(PY) -m tools.compiled --test

check: ## format, lint, types, layers, generated files
	@$(SETUP) odds check test docs compile
	@.venv/bin/ruff format --check --quiet . || { echo 'not formatted: run "make format"'; exit 1; }
	@.venv/bin/ruff check --quiet .
	@.venv/bin/mypy
	@.venv/bin/lint-imports --no-cache
	@$(PY) -m pytest -q tests/architecture
	@$(PY) -m tools.rule_pages --check
	@$(PY) -m tools.rank_tables --check
	@$(PY) -m tools.web_types --check
	@sh tools/client.sh check

format: ## put all code into house format
	@$(SETUP) check
	@.venv/bin/ruff format --quiet .
	@.venv/bin/ruff check --fix --quiet .
	@sh tools/client.sh format

bench: ## measurements, as ratios in one run
	@$(SETUP) odds bench compile test
	@$(PY) -m bench.engine
	@$(PY) -m bench.commits
	@$(PY) -m bench.commits --busy
	@$(PY) -m bench.room
	@$(PY) -m bench.memory
	@$(PY) -m bench.sockets
	@$(PY) -m bench.outsider
	@$(PY) -m bench.casino
	@$(PY) -m bench.casino_crowd
	@$(PY) -m bench.startup
	@$(PY) -m bench.idle

soak: ## long campaigns
	@$(SETUP) odds test docs
	@sh tools/client.sh build
	@$(PY) -m pytest -m soak --timeout 14400

docs: ## write the generated pages and build the site into build/site
	@$(SETUP) test docs
	@$(PY) -m tools.rank_tables
	@$(PY) -m tools.rule_pages
	@$(PY) -m tools.web_types
	@$(PY) -m tools.rule_site

lock: ## resolve dependencies anew into requirements/
	@$(SETUP) run
	@sh tools/lock.sh

clean: ## remove everything that was made
	rm -rf .venv .uv build dist web/node_modules web/dist src/fairdeal/server/client .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
