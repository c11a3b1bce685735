"""Commands on the warehouse."""

import typer

from abano.config import load_settings

app = typer.Typer(no_args_is_help=True, help="The warehouse of live analytics.")


@app.command("rebuild")
def warehouse_rebuild() -> None:
    """Have the running analytics service rebuild the warehouse from Postgres."""
    from abano.analytics.rebuild import rebuild_warehouse

    rows = rebuild_warehouse(load_settings(), print)
    print(f"The warehouse is complete: {rows:,} rows.")
