"""Keeps background tasks on schedule when the system clock is set back."""

import asyncio
from datetime import UTC, datetime, timedelta

from apscheduler.schedulers.base import BaseScheduler

CHECK_SECONDS = 5.0
# A job scheduled later than its interval plus this was scheduled before the clock was set back.
SLACK = timedelta(seconds=1)


async def keep_in_time(scheduler: BaseScheduler, *, seconds: float = CHECK_SECONDS) -> None:
    """Every ``seconds`` by the monotonic clock, reschedule jobs that are too far ahead. Runs until cancelled.

    The scheduler keeps the next run of each job in wall-clock time: a clock set back by two hours would delay every
    task by two hours.
    """
    while True:
        await asyncio.sleep(seconds)
        now = datetime.now(UTC)
        for job in scheduler.get_jobs():
            if job.next_run_time is not None and job.next_run_time - now > job.trigger.interval + SLACK:
                job.modify(next_run_time=now)
