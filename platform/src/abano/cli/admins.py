"""Commands on people who sign in."""

import asyncio
import sys
from typing import Annotated

import typer

from abano.cli.startup import with_database
from abano.config import load_settings

app = typer.Typer(no_args_is_help=True, help="People who sign in to a company's admin console.")


@app.command("create")
def admin_create(
    tenant: Annotated[str, typer.Option(help="Slug of the company")],
    email: Annotated[str, typer.Option(help="Their sign-in")],
    role: Annotated[str, typer.Option(help="owner, manager, desk or analyst")] = "owner",
    name: Annotated[str, typer.Option(help="Their name")] = "",
) -> None:
    """Add someone who signs in. Asks for the password, or reads it from standard input."""
    from abano.identity.provisioning import add_admin

    settings = with_database(load_settings())
    password = (
        typer.prompt("Password", hide_input=True, confirmation_prompt=True)
        if sys.stdin.isatty()
        else sys.stdin.readline().rstrip("\n")
    )
    asyncio.run(add_admin(settings, tenant_slug=tenant, email=email, role=role, name=name, password=password))
    print(f"{email} can sign in as {role} of {tenant}.")


@app.command("reset-second-factor")
def admin_reset_second_factor(
    tenant: Annotated[str, typer.Option(help="Slug of the company")],
    email: Annotated[str, typer.Option(help="Who lost phone and recovery codes")],
) -> None:
    """Turn off an admin's second factor, when no owner of the company can."""
    from abano.identity.provisioning import reset_second_factor

    settings = with_database(load_settings())
    asyncio.run(reset_second_factor(settings, tenant_slug=tenant, email=email))
    print(f"{email} signs in to {tenant} with the password alone.")
