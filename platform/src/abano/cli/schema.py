"""Commands for what a new database needs: its schema and the demo companies."""

import asyncio
from typing import Annotated

import typer

from abano.cli.startup import check_admin_password, with_database
from abano.config import load_settings

app = typer.Typer()


@app.command()
def migrate(
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; fail unless it is this version's")
    ] = False,
) -> None:
    """Bring the database schema to this version."""
    from abano.database.migration_errors import CannotMigrate
    from abano.database.migrations import applied_revision, expected_revision, upgrade

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


@app.command(hidden=True)
def prepare() -> None:
    """Migrate and seed in one process, as `abano up` does first."""
    # Asked for before anything is changed.
    check_admin_password(load_settings())
    migrate(check=False)
    seed()


@app.command()
def seed() -> None:
    """Add the demo companies with their data, and the first owner. Existing rows are not changed."""
    from abano.seeds.demo import seed_demo

    settings = with_database(load_settings())
    check_admin_password(settings)
    password = asyncio.run(seed_demo(settings))
    if password:
        print(f"Admin sign-in: {settings.owner_email}  password: {password}")
