"""Commands on a customer's personal data."""

import asyncio
import json
from pathlib import Path
from typing import Annotated

import typer

from abano.cli.startup import with_database
from abano.config import load_settings

app = typer.Typer(no_args_is_help=True, help="A customer's personal data: export and erasure.")


@app.command("export")
def customer_export(
    tenant: Annotated[str, typer.Option(help="Slug of the company")],
    email: Annotated[str, typer.Option(help="The customer's e-mail address")],
    output: Annotated[Path | None, typer.Option(help="File to write; none = print")] = None,
) -> None:
    """Export everything that is kept about a customer, as JSON."""
    from abano.customers.rights.operator import export_customer
    from abano.main import PERSONAL_DATA

    settings = with_database(load_settings())
    data = asyncio.run(export_customer(settings, PERSONAL_DATA, tenant_slug=tenant, email=email))
    text = json.dumps(data, indent=2, ensure_ascii=False, default=str) + "\n"
    if output:
        output.touch(mode=0o600)
        output.write_text(text, encoding="utf-8")
    else:
        print(text, end="")


@app.command("erase")
def customer_erase(
    tenant: Annotated[str, typer.Option(help="Slug of the company")],
    email: Annotated[str, typer.Option(help="The customer's e-mail address")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask")] = False,
) -> None:
    """Erase a customer's personal data. Bookings and the ledger keep their figures."""
    from abano.customers.rights.operator import erase_customer
    from abano.main import PERSONAL_DATA

    settings = with_database(load_settings())
    if not yes:
        typer.confirm(
            f"Erase everything that {tenant} keeps about {email}? This cannot be undone.", abort=True
        )
    counts = asyncio.run(erase_customer(settings, PERSONAL_DATA, tenant_slug=tenant, email=email))
    print("Erased: " + ", ".join(f"{kind} {count}" for kind, count in counts.items() if count) + ".")
