"""The ``abano`` command-line interface. Commands import what they need: `abano up` and `--help` must start fast."""

import sys
from collections.abc import Callable

import typer

from abano.cli import admins, backups, customers, descriptions, processes, schema, tenants, warehouse
from abano.config import BadSettings
from abano.errors import AbanoError

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    help="The ``abano`` command-line interface.",
    pretty_exceptions_enable=False,
)
for part in (processes, schema, descriptions, backups):
    app.add_typer(part.app)
app.add_typer(tenants.app, name="tenant")
app.add_typer(warehouse.app, name="warehouse")
app.add_typer(admins.app, name="admin")
app.add_typer(customers.app, name="customer")


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
