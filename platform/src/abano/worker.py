"""The worker process: runs the background tasks of all domains, each in one worker at a time."""

import asyncio
import logging
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import cast

from apscheduler.schedulers.asyncio import AsyncIOScheduler
from fastapi import FastAPI

from abano.accounts.users import tasks as identity
from abano.analytics.email_reports import tasks as insight
from abano.analytics.email_reports.compose import compose_alerts, compose_report
from abano.bookings.customers import tasks as customers
from abano.bookings.lifecycle import tasks as bookings
from abano.bookings.requests import tasks as bookings_visitor
from abano.catalog.editing import tasks as catalog
from abano.core.clock import SystemClock
from abano.core.config import Settings
from abano.core.errors import DatabaseUnavailable
from abano.core.metrics import TASK_RUNS, TASK_SECONDS
from abano.db.driver_errors import StatementTimeout
from abano.db.engine import Database
from abano.fleet.availability import tasks as availability
from abano.fleet.handover import tasks as hand_over
from abano.jobs.leases import LeaseLost, claim
from abano.jobs.registry import Task, TaskContext, TaskRegistry, TenantsFailed
from abano.jobs.schedule import keep_in_time
from abano.marketing.affiliates import tasks as affiliates
from abano.marketing.conversions import tasks as conversions
from abano.marketing.experiments import tasks as quiz_experiments
from abano.marketing.traffic import tasks as traffic
from abano.messaging.customer_emails import tasks as messages
from abano.messaging.customer_emails.compose import compose
from abano.messaging.outbox import tasks as notifications
from abano.messaging.outbox.kinds import (
    CustomerNotice,
    InsightAlerts,
    InsightReport,
    InsightReportTest,
    InvoiceEmail,
)
from abano.messaging.outbox.service import Composers
from abano.payments.invoices.service import compose_email
from abano.payments.journal import tasks as payments
from abano.payments.online import tasks as online_payments
from abano.site.media_library import tasks as media_library
from abano.site.pages import tasks as site
from abano.site.storage import tasks as media
from abano.tenancy.domains import tasks as domains
from abano.web import health
from abano.web.errors import install_error_handlers
from abano.web.middleware.request_log import RequestLog
from abano_shared.traces import root_span

log = logging.getLogger(__name__)

# Longer than the slowest delivery.
GRACE_SECONDS = 20.0
# First runs are spread over this time, so that tasks of the same interval are never due together.
FIRST_RUN_SECONDS = 300.0

COMPOSERS: Composers = {
    CustomerNotice.kind: compose,
    InvoiceEmail.kind: compose_email,
    InsightReport.kind: compose_report,
    InsightReportTest.kind: compose_report,
    InsightAlerts.kind: compose_alerts,
}
REGISTRARS: tuple[Callable[[TaskRegistry], None], ...] = (
    identity.register,
    bookings.register,
    bookings_visitor.register,
    customers.register,
    availability.register,
    catalog.register,
    traffic.register,
    traffic.journeys_register,
    affiliates.register,
    partial(notifications.register, composers=COMPOSERS),
    messages.register,
    insight.register,
    conversions.register,
    payments.register,
    domains.register,
    online_payments.register,
    media.register,
    media_library.register,
    hand_over.register,
    quiz_experiments.register,
    site.register,
)


def all_tasks() -> list[Task]:
    """The tasks of every domain."""
    registry = TaskRegistry()
    for register in REGISTRARS:
        register(registry)
    return registry.tasks


def create_worker(settings: Settings) -> FastAPI:
    """The worker as an application: tasks run within its lifespan; it serves only health and metrics."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        context = TaskContext(app.state.db, settings, SystemClock())
        await context.db.open()
        scheduler = AsyncIOScheduler(timezone="UTC")
        running: set[asyncio.Task[None]] = set()
        slots, is_closing = task_slots(settings), asyncio.Event()

        async def run(task: Task) -> None:
            current = cast("asyncio.Task[None]", asyncio.current_task())
            running.add(current)
            try:
                async with slots:
                    if not is_closing.is_set():
                        await run_elected(task, context)
            finally:
                running.discard(current)

        for task in all_tasks():
            first = random.uniform(0, min(task.seconds, FIRST_RUN_SECONDS))  # noqa: S311 - not a secret
            scheduler.add_job(
                run,
                "interval",
                seconds=task.seconds,
                next_run_time=datetime.now(UTC) + timedelta(seconds=first),
                args=[task],
                id=task.name,
                max_instances=1,
                coalesce=True,
                misfire_grace_time=None,
            )
        # A run that is skipped while the one before goes on is nothing to warn of.
        logging.getLogger("apscheduler").setLevel(logging.ERROR)
        scheduler.start()
        timekeeper = asyncio.create_task(keep_in_time(scheduler))
        yield
        timekeeper.cancel()
        # Running tasks finish first, such as a message that is sent but not yet marked as sent.
        is_closing.set()
        scheduler.pause()
        if running:
            _, late = await asyncio.wait(running, timeout=GRACE_SECONDS)
            for each in late:
                each.cancel()
            # Each releases its lease.
            await asyncio.gather(*late, return_exceptions=True)
        scheduler.shutdown(wait=False)
        await context.db.close()

    app = FastAPI(title="Abano worker", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
    app.state.settings = settings
    app.state.db = Database(settings, refuse_unsafe_roles=settings.is_production, in_background=True)
    app.state.gauges = (notifications.note_queue,)
    install_error_handlers(app)
    app.include_router(health.router)
    app.add_middleware(RequestLog)
    return app


def task_slots(settings: Settings) -> asyncio.Semaphore:
    """How many tasks run at once: each has a connection of a pool, and one is left to renew leases."""
    return asyncio.Semaphore(max(1, settings.pool_size - 1))


async def run_elected(task: Task, context: TaskContext) -> None:
    """Run ``task`` unless another worker runs it. A failure is logged; the next period tries again."""
    started = time.perf_counter()
    try:
        lease = await claim(context.db, task.name)
        if lease is None:
            return
        try:
            with root_span(task.name):
                await lease.run(task.run(context.started(task)), task.limit)
        finally:
            await lease.release()
        TASK_RUNS.labels(task.name, "done").inc()
    except StatementTimeout:
        TASK_RUNS.labels(task.name, "failed").inc()
        log.exception("task failed: a statement took too long", extra={"task": task.name})
    except DatabaseUnavailable:
        TASK_RUNS.labels(task.name, "database away").inc()
        log.warning("task waits for the database", extra={"task": task.name})
    except LeaseLost:
        TASK_RUNS.labels(task.name, "lease lost").inc()
        log.warning("task cancelled: its lease was not renewed in time", extra={"task": task.name})
    except TenantsFailed as error:
        TASK_RUNS.labels(task.name, "failed").inc()
        log.error("task failed for some tenants", extra={"task": task.name, "reason": str(error)})
    except Exception:
        TASK_RUNS.labels(task.name, "failed").inc()
        log.exception("task failed", extra={"task": task.name})
    finally:
        TASK_SECONDS.labels(task.name).observe(time.perf_counter() - started)
