"""Keeps the jobs in time when the machine's clock is set back."""

import asyncio
from datetime import UTC, datetime, timedelta

from apscheduler.schedulers.base import BaseScheduler

LOOK_SECONDS = 5.0
# Planned this much later than its interval allows, a job was planned by another clock.
SLACK = timedelta(seconds=1)


async def keep_in_time(scheduler: BaseScheduler, *, seconds: float = LOOK_SECONDS) -> None:
    """Every few ``seconds``, by a clock that nobody sets, reschedule what lies too far ahead. Runs until cancelled.

    The scheduler notes when each interval job runs next on the wall clock. Set back by two hours, it would hold
    every task up for two hours.
    """
    while True:
        await asyncio.sleep(seconds)
        now = datetime.now(UTC)
        for job in scheduler.get_jobs():
            if job.next_run_time is not None and job.next_run_time - now > job.trigger.interval + SLACK:
                job.modify(next_run_time=now)
