# Everything starts here. `make run` and `make test` need Python 3.11 or newer and nothing else.
PYTHON ?= python3

.PHONY: run test test-all check hooks bench load proof failover-drill audit format types catalogues lock clean

run: ## start everything on this machine, demo companies seeded
	@$(PYTHON) bootstrap.py run

test: ## all but slow tests; PART=platform, analytics, operations or browser is one part of it
	@$(PYTHON) bootstrap.py test $(PART)

test-all: ## slow tests too, an hour and more on two cores; CI runs it, a machine for each PART
	@$(PYTHON) bootstrap.py test-all $(PART)

check: ## the fast part of test, for every commit
	@$(PYTHON) bootstrap.py check

hooks: ## have git look at each commit: format, lint, secrets
	@$(PYTHON) bootstrap.py hooks

bench: ## the speed that was asked for, beside a bare route: one table, kept with the runs before
	@$(PYTHON) bootstrap.py bench

load: ## a crowd in several companies, then every row compared; SHAPE=steady (usual), ramp, spike or soak
	@$(PYTHON) bootstrap.py load

proof: ## load, faults and ratios in one go, each with its table; the better part of an hour
	@$(PYTHON) bootstrap.py proof

failover-drill: ## Postgres under Patroni loses its primary while people book; needs root and etcd, some minutes
	@$(PYTHON) bootstrap.py failover-drill

audit: ## known holes in the packages we use; asks public databases
	@$(PYTHON) bootstrap.py audit

format: ## rewrite code in the one format
	@$(PYTHON) bootstrap.py format

types: ## regenerate the API description and the frontend's types from it
	@$(PYTHON) bootstrap.py types

catalogues: ## bring the translators' files up to date with the texts of the code
	@$(PYTHON) bootstrap.py catalogues

lock: ## resolve dependencies again into the lock files
	@$(PYTHON) bootstrap.py lock

clean: ## remove what was installed and built; data in var/ stays
	@rm -rf .venv build frontend/node_modules frontend/dist .mypy_cache .ruff_cache .pytest_cache
