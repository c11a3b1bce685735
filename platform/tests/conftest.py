"""Imports the fixtures for pytest. They are in separate modules because every conftest has the same name."""

import os
import shutil
import tempfile
from pathlib import Path

import pytest
from analytics_process import analytics_process, analytics_settings, own_analytics_process, process_of_module
from browser_faults import no_faults
from console_steps import owner
from data_manager import _no_ad_bookings, google
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from operator_console import operator_app, operator_db, operator_settings
from product_fixtures import (
    alps,
    alps_client,
    anyio_backend,
    app,
    cheap_hashes,
    client,
    client_of,
    clock,
    costly_hashes,
    database_url,
    db,
    empty_database,
    georgia,
    in_threads,
    limited_processes,
    owner_client,
    postgres,
    query_admin_sql,
    run_folder,
    seed_media,
    server_connections,
    settings,
    shared_statements,
    sign_in,
    sign_ins,
    well_placed,
    worker_id,
)
from running_stack import browser, stack
from up_process import prepared_data, prepared_settings, run_up, up_settings

# When it starts, pytest closes its folder and all older ones beside it to other accounts, and Postgres runs
# under one. So every run has its own root, passed to its workers in the environment.
if "PYTEST_DEBUG_TEMPROOT" not in os.environ:
    os.environ["PYTEST_DEBUG_TEMPROOT"] = tempfile.mkdtemp(prefix="abano-tests-")
    Path(os.environ["PYTEST_DEBUG_TEMPROOT"]).chmod(0o755)


# Folders with slow tests come first: at the end, one worker would run them alone.
SLOW_FOLDERS = frozenset(
    {"test_attacks", "test_db", "test_operations", "test_ops_local", "test_tenancy_clusters"}
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path.parent.name not in SLOW_FOLDERS)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """A passed run leaves no files; those of a failed run are kept for debugging."""
    is_worker = hasattr(session.config, "workerinput")
    if exitstatus == 0 and not is_worker:
        shutil.rmtree(os.environ["PYTEST_DEBUG_TEMPROOT"], ignore_errors=True)


# A slow example means that the machine is busy, not that the product is slow.
hypothesis_settings.register_profile("abano", deadline=None, suppress_health_check=[HealthCheck.too_slow])
hypothesis_settings.load_profile("abano")

__all__ = [
    "_no_ad_bookings",
    "alps",
    "alps_client",
    "analytics_process",
    "analytics_settings",
    "anyio_backend",
    "app",
    "browser",
    "cheap_hashes",
    "client",
    "client_of",
    "clock",
    "costly_hashes",
    "database_url",
    "db",
    "empty_database",
    "georgia",
    "google",
    "in_threads",
    "limited_processes",
    "no_faults",
    "operator_app",
    "operator_db",
    "operator_settings",
    "own_analytics_process",
    "owner",
    "owner_client",
    "postgres",
    "prepared_data",
    "prepared_settings",
    "process_of_module",
    "query_admin_sql",
    "run_folder",
    "run_up",
    "seed_media",
    "server_connections",
    "settings",
    "shared_statements",
    "sign_in",
    "sign_ins",
    "stack",
    "up_settings",
    "well_placed",
    "worker_id",
]
