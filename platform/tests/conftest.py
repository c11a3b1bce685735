"""Makes the fixtures known to pytest. They live in modules of their own, because every conftest has the same name."""

import hashlib
import os
import tempfile
from pathlib import Path

from analytics_process import analytics_process, analytics_settings
from console_steps import owner
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from product_fixtures import (
    alps,
    alps_client,
    anyio_backend,
    app,
    client,
    client_of,
    clock,
    database_url,
    db,
    georgia,
    owner_client,
    postgres,
    query_admin_sql,
    run_folder,
    settings,
    sign_in,
    sign_ins,
    worker_id,
)
from running_stack import browser, stack

# A run of pytest closes its folder, and all older ones beside it, to other accounts when it starts; Postgres runs
# under one. So the tests of another checkout must not share ours.
_checkout = hashlib.sha256(str(Path(__file__).resolve()).encode()).hexdigest()[:12]
_folder = Path(tempfile.gettempdir()) / f"abano-tests-{_checkout}"
_folder.mkdir(exist_ok=True)
os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_folder))

# An example that takes long says that the machine is busy, and nothing of the product.
hypothesis_settings.register_profile("abano", deadline=None, suppress_health_check=[HealthCheck.too_slow])
hypothesis_settings.load_profile("abano")

__all__ = [
    "alps",
    "alps_client",
    "analytics_process",
    "analytics_settings",
    "anyio_backend",
    "app",
    "browser",
    "client",
    "client_of",
    "clock",
    "database_url",
    "db",
    "georgia",
    "owner",
    "owner_client",
    "postgres",
    "query_admin_sql",
    "run_folder",
    "settings",
    "sign_in",
    "sign_ins",
    "stack",
    "worker_id",
]
