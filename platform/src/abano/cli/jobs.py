"""Commands on background jobs."""

import asyncio
import sys
from typing import Annotated

import typer

from abano.cli.processes import with_database
from abano.core.config import load_settings

app = typer.Typer(no_args_is_help=True, help="The queue of background jobs.")


@app.command("list")
def list_jobs(
    minutes: Annotated[
        float, typer.Option(help="Also list jobs that have been running for longer than this")
    ] = 10.0,
) -> None:
    """List jobs that failed and wait for their next attempt, and jobs that seem stuck."""
    from abano.jobs.commands import list_troubled_jobs

    jobs = asyncio.run(list_troubled_jobs(with_database(load_settings()), minutes))
    for job in jobs:
        print(job)
    if not jobs:
        print("No job has failed, and none is stuck.")


@app.command()
def retry(
    job: Annotated[
        int | None, typer.Argument(help="Its number in `abano jobs list`; all failed jobs without it")
    ] = None,
) -> None:
    """Try failed jobs again now; a job that is running as well, when its number is given."""
    from abano.jobs.commands import retry_jobs

    retried = asyncio.run(retry_jobs(with_database(load_settings()), job))
    if job is not None and not retried:
        sys.exit(f"abano: no job that waits or runs has the number {job}.")
    print(f"{retried} {'job is' if retried == 1 else 'jobs are'} tried again now.")
