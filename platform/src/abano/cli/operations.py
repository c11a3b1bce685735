"""Commands for the schema, backups, the warehouse and what is stored of a customer."""

import asyncio
import json
import os
from pathlib import Path
from typing import Annotated

import typer

from abano.cli.processes import check_admin_password, with_database
from abano.core.config import Settings, load_settings

app = typer.Typer()


@app.command("backup-key")
def backup_key(
    output: Annotated[Path, typer.Argument(help="File for the private key; keep it away from the backups")],
) -> None:
    """Generate the key pair for backups. Prints the public key."""
    from abano.ops.backup.files import make_key

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
    from abano.cli.operators import note_operation
    from abano.core.clock import SystemClock
    from abano.core.text import count_of
    from abano.operators.console.checks import BACKUP
    from abano.ops.backup.service import SUFFIX, back_up, delete_old

    settings, now = with_database(load_settings()), SystemClock().now()
    target = folder / f"abano-{now:%Y%m%dT%H%M%SZ}{SUFFIX}"
    summary = back_up(settings, target, recipient, now)
    size = target.stat().st_size
    note_operation(settings, "backup.made", BACKUP, {"rows": summary.total, "bytes": size})
    print(f"{target}: {summary.total} rows at revision {summary.revision}, {size} bytes.")
    print(f"{summary.files} photographs and documents, {summary.lost} more not in their store.")
    if keep_days and (deleted := delete_old(folder, keep_days, now)):
        print(f"{deleted} older than {count_of(keep_days, 'day')} deleted.")


def read_identity(file: Path) -> str:
    """The private key in a file as backup-key writes it."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return next((line for line in lines if line and not line.startswith("#")), "")


@app.command()
def restore(
    source: Annotated[Path, typer.Argument(help="The backup's file")],
    identity_file: Annotated[Path, typer.Option(help="The private key's file, as backup-key made it")],
) -> None:
    """Restore a backup into an empty database, in one transaction."""
    from abano.ops.backup.service import restore as restore_backup

    summary = restore_backup(with_database(load_settings()), source, read_identity(identity_file))
    print(f"{summary.total} rows restored from revision {summary.revision}.")
    print(f"{summary.files} photographs and documents restored.")
    print("Start analytics with an empty warehouse or the old one: it notices and reads everything again.")


# Commands on a customer's personal data.

customers_app = typer.Typer(no_args_is_help=True, help="A customer's personal data: export and erasure.")


@customers_app.command("export")
def customer_export(
    tenant: Annotated[str, typer.Option(help="Slug of the company")],
    email: Annotated[str, typer.Option(help="The customer's email address")],
    output: Annotated[Path | None, typer.Option(help="File to write; none = print")] = None,
) -> None:
    """Export everything that is kept about a customer, as JSON."""
    from abano.bookings.customers.operator import export_customer
    from abano.main import PERSONAL_DATA

    settings = with_database(load_settings())
    data = asyncio.run(export_customer(settings, PERSONAL_DATA, tenant_slug=tenant, email=email))
    text = json.dumps(data, indent=2, ensure_ascii=False, default=str) + "\n"
    if output:
        output.touch(mode=0o600)
        output.write_text(text, encoding="utf-8")
    else:
        print(text, end="")


@customers_app.command("erase")
def customer_erase(
    tenant: Annotated[str, typer.Option(help="Slug of the company")],
    email: Annotated[str, typer.Option(help="The customer's email address")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask")] = False,
) -> None:
    """Erase a customer's personal data. Bookings and the ledger keep their figures."""
    from abano.bookings.customers.operator import erase_customer
    from abano.main import PERSONAL_DATA

    settings = with_database(load_settings())
    if not yes:
        typer.confirm(
            f"Erase everything that {tenant} keeps about {email}? This cannot be undone.", abort=True
        )
    counts = asyncio.run(erase_customer(settings, PERSONAL_DATA, tenant_slug=tenant, email=email))
    print("Erased: " + ", ".join(f"{kind} {count}" for kind, count in counts.items() if count) + ".")


# Commands on the warehouse.

warehouse_app = typer.Typer(no_args_is_help=True, help="The warehouse of live analytics.")


@warehouse_app.command("rebuild")
def warehouse_rebuild() -> None:
    """Have the running analytics service rebuild the warehouse from Postgres."""
    from abano.analytics.figures.rebuild import rebuild_warehouse

    rows = rebuild_warehouse(load_settings(), print)
    print(f"The warehouse is complete: {rows:,} rows.")


# Commands for what a new database needs: its schema and the demo companies.

schema_app = typer.Typer()


@schema_app.command()
def migrate(
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; fail unless it is this version's")
    ] = False,
) -> None:
    """Bring the database schema to this version."""
    from abano.core.errors import CannotMigrate
    from abano.db.migration_support import applied_revision, expected_revision, upgrade

    settings = with_database(load_settings())
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


@schema_app.command(hidden=True)
def prepare() -> None:
    """Migrate and seed in one process, as `abano up` does first."""
    # Asked for before anything is changed.
    check_admin_password(load_settings())
    migrate(check=False)
    seed()


@schema_app.command()
def seed() -> None:
    """Add the demo companies with their data, and the first owner. Existing rows are not changed."""
    from abano.ops.seeds.demo import seed_demo

    settings = with_database(load_settings())
    check_admin_password(settings)
    password = asyncio.run(seed_demo(settings))
    if password:
        print(f"Admin sign-in: {settings.owner_email}  password: {password}")


# Commands that write what the frontend is generated from.

descriptions_app = typer.Typer()


@descriptions_app.command()
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


@descriptions_app.command("server-messages")
def server_messages(output: Annotated[Path, typer.Argument(help="File to write")]) -> None:
    """Write the sentences of the API as the frontend's message descriptors."""
    from abano.web.messages import as_typescript

    output.write_text(as_typescript(), encoding="utf-8")
