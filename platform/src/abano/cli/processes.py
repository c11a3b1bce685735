"""Commands that run: everything on this machine, the platform, its worker."""

import asyncio
import socket
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from abano.core.config import BadSettings, Settings, load_settings

if TYPE_CHECKING:
    import uvicorn

# What commands do first: they know their database, and report what goes wrong.


def check_admin_password(settings: Settings) -> None:
    if settings.is_production and not settings.admin_password.get_secret_value():
        raise BadSettings("ABANO_ADMIN_PASSWORD must be set to seed demo companies in production.")


def with_database(settings: Settings) -> Settings:
    if not settings.database_url and not settings.database_app_url:
        raise BadSettings(
            "ABANO_DATABASE_URL is empty. Start everything with `abano up`, or name the database to use."
        )
    return settings


def check_clusters(settings: Settings) -> None:
    """Raises BadSettings unless the owner's URLs of all clusters are there."""
    if not settings.clusters:
        raise BadSettings("ABANO_CLUSTERS is empty: there is one cluster alone.")
    if not settings.database_url:
        raise BadSettings("ABANO_DATABASE_URL is empty: companies are moved as the owner of the schema.")
    for name, cluster in settings.clusters.items():
        if not cluster.owner_url:
            raise BadSettings(f"ABANO_CLUSTERS {name}.owner_url is empty: companies are moved as that owner.")


def observe(settings: Settings, process: str) -> None:
    from abano_shared.error_reports import set_up_error_reports
    from abano_shared.logging import set_up_logging
    from abano_shared.traces import set_up_traces

    set_up_logging(as_json=settings.json_logs, process=process)
    set_up_error_reports(settings.sentry_dsn.get_secret_value(), env=settings.env, process=process)
    set_up_traces(settings.traces_url, ratio=settings.traces_ratio, service=f"abano-{process}")


# Longer than proxies keep an idle connection (usually 60 s): when the server closes first, the close can race with
# the next request, and a proxy cannot retry a booking.
KEEP_ALIVE_SECONDS = 75
# In one pass of the event loop.
ACCEPTED_AT_ONCE = 16


def listening_sockets(config: "uvicorn.Config") -> list[socket.socket]:
    """The socket, with further descriptors of it.

    uvloop accepts one connection for each descriptor in a pass of its loop. With a single one, the visitors of all
    companies would wait behind the connections of a flood before their requests could take turns.
    """
    listening = config.bind_socket()
    return [listening, *(listening.dup() for _ in range(ACCEPTED_AT_ONCE - 1))]


app = typer.Typer()


@app.command()
def up(
    no_seed: Annotated[bool, typer.Option("--no-seed", help="Add no demo companies and no owner")] = False,
    drill: Annotated[
        bool, typer.Option("--drill", help="Look at restored data: change and send nothing, add no one")
    ] = False,
    prepare_only: Annotated[
        bool, typer.Option("--prepare-only", help="Prepare the embedded database, start nothing, and end")
    ] = False,
) -> None:
    """Start everything on this machine: Postgres (embedded unless configured), platform, worker, analytics."""
    from abano.ops.local.supervisor import up as start_everything

    settings = load_settings()
    settings = settings.model_copy(update={"drill": settings.drill or drill})
    raise typer.Exit(start_everything(settings, seed=not no_seed, prepare_only=prepare_only))


@app.command()
def serve() -> None:
    """Serve site, API and admin console."""
    import uvicorn

    from abano.db.roles import refuse_unsafe_roles
    from abano.main import create_app
    from abano.web.requests import LIMITS

    settings = with_database(load_settings())
    observe(settings, "platform")
    refuse_unsafe_roles(settings)
    config = uvicorn.Config(
        create_app(settings),
        host=settings.host,
        port=settings.port,
        http=LIMITS.protocol(),
        # No endpoint uses WebSocket, so upgrades are not handled.
        ws="none",
        access_log=False,
        log_config=None,
        proxy_headers=False,
        server_header=False,
        date_header=True,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=20,
    )
    # Ctrl-C is raised again once everything has ended.
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(listening_sockets(config))


@app.command()
def worker(
    clusters: Annotated[
        bool,
        typer.Option(
            "--clusters",
            help="Move companies and copy plans between clusters, and nothing else. Needs the owner's URLs of all",
        ),
    ] = False,
) -> None:
    """Run background tasks: deliveries, cancellations, retention."""
    import uvicorn

    from abano.db.roles import refuse_unsafe_roles
    from abano.web.requests import LIMITS
    from abano.worker import create_worker

    settings = with_database(load_settings())
    if settings.drill:
        raise BadSettings("ABANO_DRILL is set: a drill runs no background tasks.")
    if clusters:
        check_clusters(settings)
    observe(settings, "worker")
    refuse_unsafe_roles(settings)
    uvicorn.run(
        create_worker(settings, of_clusters=clusters),
        host=settings.host,
        port=settings.worker_port,
        http=LIMITS.protocol(),
        ws="none",
        access_log=False,
        log_config=None,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=20,
    )


jobs_app = typer.Typer(no_args_is_help=True, help="The queue of background jobs.")


@jobs_app.command("list")
def list_jobs(
    minutes: Annotated[
        float, typer.Option(help="Also list jobs that have been running for longer than this")
    ] = 10.0,
) -> None:
    """List jobs that failed and wait for their next attempt, and jobs that seem stuck."""
    from abano.jobs.queue import list_troubled_jobs

    jobs = asyncio.run(list_troubled_jobs(with_database(load_settings()), minutes))
    for job in jobs:
        print(job)
    if not jobs:
        print("No job has failed, and none is stuck.")


@jobs_app.command()
def retry(
    job: Annotated[
        int | None, typer.Argument(help="Its number in `abano jobs list`; all failed jobs without it")
    ] = None,
) -> None:
    """Try failed jobs again now; a job that is running as well, when its number is given."""
    from abano.jobs.queue import retry_jobs

    retried = asyncio.run(retry_jobs(with_database(load_settings()), job))
    if job is not None and not retried:
        sys.exit(f"abano: no job that waits or runs has the number {job}.")
    print(f"{retried} {'job is' if retried == 1 else 'jobs are'} tried again now.")
