"""A background task of the worker, run now: the worker itself looks every half hour."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from abano.analytics.email_reports.tasks import watch
from abano.core.clock import SystemClock
from abano.core.config import load_settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from loadtests.local_product import LocalProduct

# Told to the product, too: the tasks ask its analytics service.
SETTINGS = {
    "ABANO_INTERNAL_SECRET": "of a product that lives as long as the run",
    "ABANO_TRUSTED_PROXIES": "1",
}


def look_for_falls(product: LocalProduct) -> None:
    """Compare the last days with those before, as the worker does once a day."""
    environment = product.environment | {"ABANO_DATABASE_URL": product.database_url}
    # The browser's loop has this thread.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, _watch(environment)).result()


async def _watch(environment: dict[str, str]) -> None:
    settings = load_settings(environment)
    db = Database(settings)
    await db.open()
    try:
        await watch(TaskContext(db, settings, SystemClock()))
    finally:
        await db.close()
