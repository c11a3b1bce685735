"""The ``abano`` command-line interface. Commands import what they need: `abano up` and `--help` must start fast."""

import gc
import sys
from collections.abc import Callable

import typer

from abano.cli import operations, operators, plans, processes, sign_ups, tenants
from abano.cli import operations as customers
from abano.cli import operations as descriptions
from abano.cli import operations as schema
from abano.cli import operations as warehouse
from abano.cli import tenants as admins
from abano.core.config import BadSettings
from abano.core.errors import AbanoError

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    help="The ``abano`` command-line interface.",
    pretty_exceptions_enable=False,
)
app.add_typer(processes.app)
app.add_typer(schema.schema_app)
app.add_typer(descriptions.descriptions_app)
app.add_typer(operations.app)
app.add_typer(tenants.app, name="tenant")
app.add_typer(warehouse.warehouse_app, name="warehouse")
app.add_typer(admins.admins_app, name="admin")
app.add_typer(operators.app, name="operator")
app.add_typer(plans.app, name="plan")
app.add_typer(sign_ups.app, name="sign-up")
app.add_typer(customers.customers_app, name="customer")
app.add_typer(processes.jobs_app, name="jobs")


# By default 700 new objects make the garbage collector run: a thousand times while the application is imported, whose
# objects stay anyway.
COLLECT_AFTER_OBJECTS = 10_000


def main() -> None:
    """Run a command; expected errors are printed as one sentence."""
    gc.set_threshold(COLLECT_AFTER_OBJECTS)
    import psycopg

    from abano.core.errors import CannotMigrate
    from abano.db.roles import UnsafeDatabaseRole

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
