"""The worker process: its clock enqueues the background tasks of all domains, and it works jobs off."""

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import partial

from apscheduler.schedulers.asyncio import AsyncIOScheduler
from fastapi import FastAPI

from abano.analytics.ad_costs import tasks as ad_costs
from abano.analytics.alert_rules import tasks as alert_rules
from abano.analytics.alert_rules.compose import compose_firing
from abano.analytics.email_reports import tasks as insight
from abano.analytics.email_reports.compose import compose_alerts, compose_report
from abano.booking_record import tasks as bookings
from abano.bookings.agreements import tasks as agreements
from abano.bookings.customer_emails import tasks as messages
from abano.bookings.customer_emails.compose import compose
from abano.bookings.customers import tasks as customers
from abano.bookings.desk import daily_email
from abano.bookings.desk import documents as driver_documents
from abano.bookings.handover import tasks as handover
from abano.bookings.phone_messages import tasks as phone_messages
from abano.catalog.editing import tasks as catalog
from abano.catalog.exchange_rates import daily_rates
from abano.company.domains import service as domains
from abano.company.leaving import tasks as leaving
from abano.company.usage import tasks as usage
from abano.core.clock import SystemClock
from abano.core.config import Settings
from abano.core.errors import DatabaseUnavailable
from abano.db.engine import Database
from abano.fleet.availability import service as availability
from abano.fleet.imported_calendars import tasks as imported_calendars
from abano.fleet.price_suggestions import tasks as price_suggestions
from abano.integrations.webhooks import tasks as webhooks
from abano.jobs.queue import JobQueue
from abano.jobs.registry import Task, TaskContext, TaskRegistry
from abano.marketing.affiliates import service as affiliates
from abano.marketing.conversions import sending as conversions
from abano.marketing.experiments import tasks as experiments
from abano.marketing.traffic import tasks as traffic
from abano.messaging.outbox import service as notifications
from abano.messaging.outbox.booking_kinds import CustomerNotice, InvoiceEmail, ProformaEmail
from abano.messaging.outbox.kinds import (
    DailyTasks,
    InsightAlerts,
    InsightReport,
    InsightReportTest,
    InsightRuleFired,
)
from abano.messaging.outbox.service import Composers
from abano.operators.console import move_work
from abano.operators.console import tasks as operators
from abano.operators.console.database import OperatorDatabase
from abano.operators.sign_up import creation as sign_ups
from abano.operators.sign_up.service import delete_expired
from abano.ops.seeds import company_setup
from abano.payments.invoices.emails import compose_email, compose_proforma
from abano.payments.journal import tasks as payments
from abano.payments.online import tasks as online_payments
from abano.site.media_library import tasks as media_library
from abano.site.pages import tasks as site
from abano.storage import tasks as media
from abano.team.users import sign_in as identity
from abano.tenancy.clusters.clusters import PlanCopies
from abano.web import health
from abano.web.errors import install_error_handlers
from abano.web.middleware.request_log import RequestLog
from abano_shared.schedule import keep_in_time

log = logging.getLogger(__name__)

# First turns are spread over this time, so that tasks of the same interval are never due together.
FIRST_RUN_SECONDS = 300.0
RECOVER_SECONDS = 10.0
TIDY_SECONDS = 3600.0
COPY_PLANS_SECONDS = 30.0

Turn = tuple[float, str, Callable[[], Awaitable[object]]]

COMPOSERS: Composers = {
    CustomerNotice.kind: compose,
    InvoiceEmail.kind: compose_email,
    ProformaEmail.kind: compose_proforma,
    InsightReport.kind: compose_report,
    InsightReportTest.kind: compose_report,
    InsightAlerts.kind: compose_alerts,
    InsightRuleFired.kind: compose_firing,
    DailyTasks.kind: daily_email.compose_daily_email,
}
REGISTRARS: tuple[Callable[[TaskRegistry], None], ...] = (
    identity.register_tasks,
    bookings.register,
    driver_documents.register_tasks,
    daily_email.register,
    customers.register,
    availability.register_tasks,
    catalog.register,
    traffic.register,
    traffic.journeys_register,
    affiliates.register_tasks,
    partial(notifications.register_tasks, composers=COMPOSERS),
    messages.register,
    phone_messages.register,
    webhooks.register,
    insight.register,
    alert_rules.register,
    conversions.register_tasks,
    ad_costs.register,
    payments.register,
    domains.register_tasks,
    daily_rates.register_tasks,
    online_payments.register,
    media.register,
    media_library.register,
    handover.register,
    agreements.register,
    imported_calendars.register,
    price_suggestions.register,
    experiments.register,
    site.register,
    leaving.register,
    company_setup.register_tasks,
    usage.register,
    operators.register,
)


def all_tasks() -> list[Task]:
    """The tasks of every domain."""
    registry = TaskRegistry()
    for register in REGISTRARS:
        register(registry)
    return registry.tasks


def cluster_tasks() -> list[Task]:
    """Those that need the owner's URLs of all clusters."""
    registry = TaskRegistry()
    move_work.register(registry)
    return registry.tasks


def create_worker(settings: Settings, *, of_clusters: bool = False) -> FastAPI:
    """The worker as an application: jobs run within its lifespan; it serves only health and metrics.

    ``of_clusters``: it runs the tasks on clusters, and no others.
    """
    db = Database(settings, refuse_unsafe_roles=settings.is_production, in_background=True)
    own, others = all_tasks(), cluster_tasks()
    if of_clusters:
        own, others = others, own
    clock = SystemClock()
    queue = JobQueue(TaskContext(db, settings, clock), own, others=others)
    turns: list[Turn] = []
    operators = None
    if of_clusters:
        turns.append((COPY_PLANS_SECONDS, "plans.copy", PlanCopies(settings).run))
    else:
        turns.append((TIDY_SECONDS, "sign_ups.tidy", partial(delete_expired, db, clock)))
    if settings.sign_up != "off" and not of_clusters:
        operators = OperatorDatabase(settings, refuse_unsafe_roles=settings.is_production)
        work = sign_ups.SignUpWork(operators, settings, clock)
        turns.append((sign_ups.EVERY_SECONDS, "sign_ups.work", work.run))

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        await db.open()
        await queue.open()
        if operators is not None:
            await operators.open()
        scheduler = create_clock(queue, own, turns)
        scheduler.start()
        background = [asyncio.create_task(keep_in_time(scheduler)), asyncio.create_task(queue.work())]
        yield
        scheduler.pause()
        # Jobs under way finish first, such as a message that is sent but not yet marked as sent.
        for each in background:
            each.cancel()
        await asyncio.gather(*background, return_exceptions=True)
        scheduler.shutdown(wait=False)
        await queue.close()
        if operators is not None:
            await operators.close()
        await db.close()

    app = FastAPI(title="Abano worker", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
    app.state.settings = settings
    app.state.db = db
    moves = (move_work.note_moves,) if settings.clusters else ()
    app.state.gauges = (notifications.note_queue, webhooks.note_queue, queue.note_figures, *moves)
    install_error_handlers(app)
    app.include_router(health.router)
    app.add_middleware(RequestLog)
    return app


def create_clock(queue: JobQueue, tasks: Sequence[Task], turns: Sequence[Turn] = ()) -> AsyncIOScheduler:
    """What enqueues each task at its intervals. Not started yet. ``turns``: what is of no company, run directly."""
    scheduler = AsyncIOScheduler(timezone="UTC")

    def every(seconds: float, name: str, enqueue: Callable[[], Awaitable[object]]) -> None:
        first = random.uniform(0, min(seconds, FIRST_RUN_SECONDS))  # noqa: S311 - not a secret
        scheduler.add_job(
            _tick,
            "interval",
            seconds=seconds,
            next_run_time=datetime.now(UTC) + timedelta(seconds=first),
            args=[name, enqueue],
            id=name,
            max_instances=1,
            coalesce=True,
            misfire_grace_time=None,
        )

    for task in tasks:
        every(task.seconds, task.name, partial(queue.enqueue, task))
    every(RECOVER_SECONDS, "jobs.recover", queue.recover)
    every(TIDY_SECONDS, "jobs.tidy", queue.tidy)
    for seconds, name, run in turns:
        every(seconds, name, run)
    # A turn that is skipped while the one before goes on is nothing to warn of.
    logging.getLogger("apscheduler").setLevel(logging.ERROR)
    return scheduler


async def _tick(name: str, enqueue: Callable[[], Awaitable[object]]) -> None:
    """A failure is logged; the next turn tries again."""
    try:
        await enqueue()
    except DatabaseUnavailable:
        log.warning("task waits for the database", extra={"task": name})
    except Exception:
        log.exception("task not run", extra={"task": name})
