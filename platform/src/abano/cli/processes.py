"""Commands that run: everything on this machine, the platform, its worker."""

from typing import Annotated

import typer

from abano.cli.startup import observe, with_database
from abano.config import BadSettings, load_settings

# Longer than proxies keep an idle connection (usually 60 s): when the server closes first, the close can race with
# the next request, and a proxy cannot retry a booking.
KEEP_ALIVE_SECONDS = 75

app = typer.Typer()


@app.command()
def up(
    no_seed: Annotated[bool, typer.Option("--no-seed", help="Add no demo companies and no owner")] = False,
    drill: Annotated[
        bool, typer.Option("--drill", help="Look at restored data: change and send nothing, add nobody")
    ] = False,
    prepare_only: Annotated[
        bool, typer.Option("--prepare-only", help="Prepare the embedded database, start nothing, and end")
    ] = False,
) -> None:
    """Start everything on this machine: Postgres (embedded unless configured), platform, worker, analytics."""
    from abano.local.supervisor import up as start_everything

    settings = load_settings()
    settings = settings.model_copy(update={"drill": settings.drill or drill})
    raise typer.Exit(start_everything(settings, seed=not no_seed, prepare_only=prepare_only))


@app.command()
def serve() -> None:
    """Serve site, API and admin console."""
    import uvicorn

    from abano.database.roles import refuse_unsafe_roles
    from abano.http.request_limits import LIMITS
    from abano.main import create_app

    settings = with_database(load_settings())
    observe(settings, "platform")
    refuse_unsafe_roles(settings)
    uvicorn.run(
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


@app.command()
def worker() -> None:
    """Run background tasks: deliveries, cancellations, retention."""
    import uvicorn

    from abano.database.roles import refuse_unsafe_roles
    from abano.http.request_limits import LIMITS
    from abano.worker import create_worker

    settings = with_database(load_settings())
    if settings.drill:
        raise BadSettings("ABANO_DRILL is set: a drill runs no background tasks.")
    observe(settings, "worker")
    refuse_unsafe_roles(settings)
    uvicorn.run(
        create_worker(settings),
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
