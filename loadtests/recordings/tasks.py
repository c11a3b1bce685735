"""A background task of the worker, run now: the worker itself looks every half hour."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from abano.core.clock import SystemClock
from abano.core.config import load_settings
from abano.db.engine import Database
from abano.jobs.queue import JobQueue
from abano.jobs.registry import TaskContext
from abano.worker import all_tasks
from loadtests.local_product import LocalProduct

SITE_DOMAIN = "rent.localhost"
# The product gets it too: the tasks call its analytics service.
SETTINGS = {
    "ABANO_INTERNAL_SECRET": "of a product that lives as long as the run",
    "ABANO_TRUSTED_PROXIES": "1",
    "ABANO_OPERATOR_HOST": "operators.localhost",
    "ABANO_SITE_DOMAIN": SITE_DOMAIN,
    "ABANO_SIGN_UP": "open",
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
    [task] = [task for task in all_tasks() if task.name == "insight.watch"]
    queue = JobQueue(TaskContext(db, settings, SystemClock()), [task])
    await db.open()
    await queue.open()
    try:
        await queue.enqueue(task)
        await queue.work_off()
    finally:
        await queue.close()
        await db.close()
