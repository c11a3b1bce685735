"""The ``abano`` command-line interface."""

import asyncio
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from abano.config import BadSettings, Settings, load_settings
from abano.errors import AbanoError

# Longer than proxies keep an idle connection (usually 60 s): when the server closes first, the close can race with
# the next request, and a proxy cannot retry a booking.
KEEP_ALIVE_SECONDS = 75
# Commands import what they need: `abano up` and `--help` must start fast.
# ruff: noqa: PLC0415

app = typer.Typer(no_args_is_help=True, add_completion=False, help=__doc__, pretty_exceptions_enable=False)
tenant_app = typer.Typer(no_args_is_help=True, help="The companies on this platform.")
admin_app = typer.Typer(no_args_is_help=True, help="People who sign in to a company's admin console.")
warehouse_app = typer.Typer(no_args_is_help=True, help="The warehouse of live analytics.")
app.add_typer(tenant_app, name="tenant")
app.add_typer(warehouse_app, name="warehouse")
app.add_typer(admin_app, name="admin")
customer_app = typer.Typer(no_args_is_help=True, help="A customer's personal data: export and erasure.")
app.add_typer(customer_app, name="customer")


@app.command()
def up(
    no_seed: Annotated[bool, typer.Option("--no-seed", help="Add no demo companies and no owner")] = False,
    drill: Annotated[
        bool, typer.Option("--drill", help="Look at restored data: change and send nothing, add nobody")
    ] = False,
) -> None:
    """Start everything on this machine: Postgres (embedded unless configured), platform, worker, analytics."""
    from abano.local.supervisor import up as start_everything

    settings = load_settings()
    settings = settings.model_copy(update={"drill": settings.drill or drill})
    raise typer.Exit(start_everything(settings, seed=not no_seed))


@app.command()
def serve() -> None:
    """Serve site, API and admin console."""
    import uvicorn

    from abano.database.roles import refuse_unsafe_roles
    from abano.http.request_limits import LIMITS
    from abano.main import create_app

    settings = _with_database(load_settings())
    _observe(settings, "platform")
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

    settings = _with_database(load_settings())
    if settings.drill:
        raise BadSettings("ABANO_DRILL is set: a drill runs no background tasks.")
    _observe(settings, "worker")
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


@app.command()
def migrate(
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; fail unless it is this version's")
    ] = False,
) -> None:
    """Bring the database schema to this version."""
    from abano.database.migration_errors import CannotMigrate
    from abano.database.migrations import applied_revision, expected_revision, upgrade

    settings = _with_database(load_settings())
    if check:
        applied, expected = applied_revision(settings.database_url), expected_revision()
        if applied != expected:
            raise CannotMigrate(
                f"The schema is at {applied or 'nothing'}, this version needs {expected}: restore a backup into it,"
                " or run `abano migrate`."
            )
        return
    upgrade(settings.database_url)
    print(f"Schema at revision {applied_revision(settings.database_url)}.")


@app.command(hidden=True)
def prepare() -> None:
    """Migrate and seed in one process, as `abano up` does first."""
    # Asked for before anything is changed.
    _check_admin_password(load_settings())
    migrate(check=False)
    seed()


@app.command()
def seed() -> None:
    """Add the demo companies with their data, and the first owner. Existing rows are not changed."""
    from abano.seeds.demo import seed_demo

    settings = _with_database(load_settings())
    _check_admin_password(settings)
    password = asyncio.run(seed_demo(settings))
    if password:
        print(f"Admin sign-in: {settings.owner_email}  password: {password}")


@app.command()
def openapi(
    output: Annotated[Path | None, typer.Argument(help="File to write; none = print")] = None,
) -> None:
    """Write the API description that the frontend's types are generated from."""
    from abano.main import create_app

    # No connection is opened, so any address will do.
    settings = Settings(database_url="postgresql://localhost/abano")
    text = json.dumps(create_app(settings).openapi(), indent=2, ensure_ascii=False, sort_keys=True) + "\n"
    if output:
        output.write_text(text, encoding="utf-8")
    else:
        print(text, end="")


@app.command("server-messages")
def server_messages(output: Annotated[Path, typer.Argument(help="File to write")]) -> None:
    """Write the sentences of the API as the frontend's message descriptors."""
    from abano.http.message_catalog import as_typescript

    output.write_text(as_typescript(), encoding="utf-8")


@app.command("backup-key")
def backup_key(
    output: Annotated[Path, typer.Argument(help="File for the private key; keep it away from the backups")],
) -> None:
    """Generate the key pair for backups. Prints the public key."""
    from abano.backup.archive import make_key

    public, private = make_key()
    # Never overwrites: an older backup may need the existing key.
    with os.fdopen(os.open(output, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(f"# public key: {public}\n{private}\n")
    print(public)


@app.command()
def backup(
    folder: Annotated[Path, typer.Option(help="Where backups are kept")],
    recipient: Annotated[list[str], typer.Option(help="Public key (age1…) to encrypt for; may be repeated")],
    keep_days: Annotated[int, typer.Option(help="Delete backups older than this; 0 = keep all", min=0)] = 0,
) -> None:
    """Back up everything the database keeps, encrypted. Runs beside the service."""
    from abano.backup.service import SUFFIX, back_up, delete_old
    from abano.kit.clock import SystemClock
    from abano.kit.counts import count_of

    settings, now = _with_database(load_settings()), SystemClock().now()
    target = folder / f"abano-{now:%Y%m%dT%H%M%SZ}{SUFFIX}"
    summary = back_up(settings, target, recipient, now)
    size = target.stat().st_size
    print(f"{target}: {summary.total} rows at revision {summary.revision}, {size} bytes.")
    print(f"{summary.files} photographs and documents, {summary.lost} more not in their store.")
    if keep_days and (deleted := delete_old(folder, keep_days, now)):
        print(f"{deleted} older than {count_of(keep_days, 'day')} deleted.")


@app.command()
def restore(
    source: Annotated[Path, typer.Argument(help="The backup's file")],
    identity_file: Annotated[Path, typer.Option(help="The private key's file, as backup-key made it")],
) -> None:
    """Restore a backup into an empty database, in one transaction."""
    from abano.backup.service import restore as restore_backup

    lines = identity_file.read_text(encoding="utf-8").splitlines()
    identity = next((line for line in lines if line and not line.startswith("#")), "")
    summary = restore_backup(_with_database(load_settings()), source, identity)
    print(f"{summary.total} rows restored from revision {summary.revision}.")
    print(f"{summary.files} photographs and documents restored.")
    print("Start analytics with an empty warehouse or the old one: it notices and reads everything again.")


@tenant_app.command("create")
def tenant_create(
    slug: Annotated[str, typer.Option(help="Short name for commands, such as kazbegi-cars")],
    name: Annotated[str, typer.Option(help="The company's name as its customers read it")],
    domain: Annotated[str, typer.Option(help="Host of its site, such as www.example.com")],
    template: Annotated[str, typer.Option("--from", help="Seed data to begin with")] = "georgia",
) -> None:
    """Add a company with a copy of a template's catalogue, texts and quiz."""
    from abano.seeds.demo import create_from_template

    settings = _with_database(load_settings())
    asyncio.run(create_from_template(settings, slug=slug, name=name, domain=domain, template=template))
    print(f"{name} is served at {domain}.")


@tenant_app.command("list")
def tenant_list() -> None:
    """Show all companies."""
    from abano.tenants.service import list_tenants

    for tenant in list_tenants(_with_database(load_settings()).database_url):
        mark = " (default)" if tenant.is_default else ""
        print(f"{tenant.slug:<24} {tenant.status:<10} {', '.join(tenant.hosts)}  {tenant.name}{mark}")


@tenant_app.command("suspend")
def tenant_suspend(slug: str) -> None:
    """Take a company's site offline with a polite page. Its data stays."""
    from abano.tenants.service import set_status

    set_status(_with_database(load_settings()).database_url, slug, "suspended")
    print(f"{slug} is suspended.")


@tenant_app.command("resume")
def tenant_resume(slug: str) -> None:
    """Bring a suspended company's site back."""
    from abano.tenants.service import set_status

    set_status(_with_database(load_settings()).database_url, slug, "active")
    print(f"{slug} is active.")


@tenant_app.command("colors")
def tenant_colors(
    slug: str,
    change: Annotated[
        list[str] | None, typer.Argument(help="Such as accent=#c2491d; none = show them as they are")
    ] = None,
) -> None:
    """Show or change the colours of a company's site. Unreadable colours are refused with a suggestion."""
    from abano.errors import InvalidInput
    from abano.tenants.brand import COLOR_FORM
    from abano.tenants.service import set_colors

    changes = {}
    for item in change or []:
        name, sign, value = item.partition("=")
        if not sign:
            raise InvalidInput.of(f"brand.colors.{name}", COLOR_FORM(item=item))
        changes[name.strip()] = value.strip().lower()
    for name, value in set_colors(_with_database(load_settings()).database_url, slug, changes).items():
        print(f"{name:<8} {value}")


@tenant_app.command("move")
def tenant_move(
    slug: Annotated[str, typer.Argument(help="The company's slug")],
    to: Annotated[str, typer.Option(help="Name of the cluster in ABANO_CLUSTERS, or home")],
    pause_limit: Annotated[
        float, typer.Option(help="Most seconds in which its writes may wait", min=0.2)
    ] = 5.0,
) -> None:
    """Move a company to another Postgres cluster while it takes bookings. Run again, it goes on where it ended."""
    from abano.placement.move import move_tenant

    moved = move_tenant(_with_database(load_settings()), slug, to, pause_limit=pause_limit)
    print(
        f"{slug} is on {to}: {moved.rows:,} rows in {moved.tables} tables, equal in number and content;"
        f" {moved.copied:,} copied in {moved.passes} passes and {moved.seconds:.1f} s,"
        f" writes waited {moved.paused:.2f} s."
    )


@admin_app.command("create")
def admin_create(
    tenant: Annotated[str, typer.Option(help="Slug of the company")],
    email: Annotated[str, typer.Option(help="Their sign-in")],
    role: Annotated[str, typer.Option(help="owner, manager, desk or analyst")] = "owner",
    name: Annotated[str, typer.Option(help="Their name")] = "",
) -> None:
    """Add someone who signs in. Asks for the password, or reads it from standard input."""
    from abano.identity.provisioning import add_admin

    settings = _with_database(load_settings())
    password = (
        typer.prompt("Password", hide_input=True, confirmation_prompt=True)
        if sys.stdin.isatty()
        else sys.stdin.readline().rstrip("\n")
    )
    asyncio.run(add_admin(settings, tenant_slug=tenant, email=email, role=role, name=name, password=password))
    print(f"{email} can sign in as {role} of {tenant}.")


@admin_app.command("reset-second-factor")
def admin_reset_second_factor(
    tenant: Annotated[str, typer.Option(help="Slug of the company")],
    email: Annotated[str, typer.Option(help="Who lost phone and recovery codes")],
) -> None:
    """Turn off an admin's second factor, when no owner of the company can."""
    from abano.identity.provisioning import reset_second_factor

    settings = _with_database(load_settings())
    asyncio.run(reset_second_factor(settings, tenant_slug=tenant, email=email))
    print(f"{email} signs in to {tenant} with the password alone.")


@warehouse_app.command("rebuild")
def warehouse_rebuild() -> None:
    """Have the running analytics service rebuild the warehouse from Postgres."""
    from abano.analytics.rebuild import rebuild_warehouse

    rows = rebuild_warehouse(load_settings(), print)
    print(f"The warehouse is complete: {rows:,} rows.")


@customer_app.command("export")
def customer_export(
    tenant: Annotated[str, typer.Option(help="Slug of the company")],
    email: Annotated[str, typer.Option(help="The customer's e-mail address")],
    output: Annotated[Path | None, typer.Option(help="File to write; none = print")] = None,
) -> None:
    """Export everything that is kept about a customer, as JSON."""
    from abano.customers.rights.operator import export_customer
    from abano.main import PERSONAL_DATA

    settings = _with_database(load_settings())
    data = asyncio.run(export_customer(settings, PERSONAL_DATA, tenant_slug=tenant, email=email))
    text = json.dumps(data, indent=2, ensure_ascii=False, default=str) + "\n"
    if output:
        output.touch(mode=0o600)
        output.write_text(text, encoding="utf-8")
    else:
        print(text, end="")


@customer_app.command("erase")
def customer_erase(
    tenant: Annotated[str, typer.Option(help="Slug of the company")],
    email: Annotated[str, typer.Option(help="The customer's e-mail address")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask")] = False,
) -> None:
    """Erase a customer's personal data. Bookings and the ledger keep their figures."""
    from abano.customers.rights.operator import erase_customer
    from abano.main import PERSONAL_DATA

    settings = _with_database(load_settings())
    if not yes:
        typer.confirm(
            f"Erase everything that {tenant} keeps about {email}? This cannot be undone.", abort=True
        )
    counts = asyncio.run(erase_customer(settings, PERSONAL_DATA, tenant_slug=tenant, email=email))
    print("Erased: " + ", ".join(f"{kind} {count}" for kind, count in counts.items() if count) + ".")


def _check_admin_password(settings: Settings) -> None:
    if settings.is_production and not settings.admin_password.get_secret_value():
        raise BadSettings("ABANO_ADMIN_PASSWORD must be set to seed demo companies in production.")


def _with_database(settings: Settings) -> Settings:
    if not settings.database_url and not settings.database_app_url:
        raise BadSettings(
            "ABANO_DATABASE_URL is empty. Start everything with `abano up`, or name the database to use."
        )
    return settings


def _observe(settings: Settings, process: str) -> None:
    from abano_shared.error_reports import set_up_error_reports
    from abano_shared.logging import set_up_logging
    from abano_shared.traces import set_up_traces

    set_up_logging(as_json=settings.json_logs, process=process)
    set_up_error_reports(settings.sentry_dsn.get_secret_value(), env=settings.env, process=process)
    set_up_traces(settings.traces_url, ratio=settings.traces_ratio, service=f"abano-{process}")


def main() -> None:
    """Run a command; expected errors are printed as one sentence."""
    import psycopg

    from abano.database.migration_errors import CannotMigrate
    from abano.database.roles import UnsafeDatabaseRole

    run: Callable[[], None] = app
    try:
        run()
    except (BadSettings, UnsafeDatabaseRole, CannotMigrate) as error:
        sys.exit(f"abano: {error}")
    except AbanoError as error:
        each = [item.sentence.text for item in error.fields] or [error.message]
        sys.exit(f"abano: {' '.join(each)}")
    except psycopg.OperationalError as error:
        reason = str(error).strip().splitlines()[0]
        sys.exit(f"abano: the database cannot be reached; check ABANO_DATABASE_URL ({reason}).")


if __name__ == "__main__":
    main()
