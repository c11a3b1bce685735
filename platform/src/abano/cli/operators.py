"""Commands on the people who use the operator console, and what both can do."""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from abano.cli.processes import with_database
from abano.core.config import load_settings

if TYPE_CHECKING:
    from abano.core.config import Settings
    from abano.operators.console.database import OperatorDatabase

app = typer.Typer(no_args_is_help=True, help="People who run this installation, in the operator console.")
Result = TypeVar("Result")
Email = Annotated[str, typer.Option(help="Their sign-in")]


def run_as_operator(
    work: "Callable[[OperatorDatabase, datetime], Awaitable[Result]]", settings: "Settings | None" = None
) -> Result:
    """``work`` with the operators' connections and the time. ``settings``: of the environment, unless given."""
    from abano.core.clock import SystemClock
    from abano.operators.console.database import OperatorDatabase

    used = settings or with_database(load_settings())

    async def run() -> Result:
        db = OperatorDatabase(used)
        await db.open()
        try:
            return await work(db, SystemClock().now())
        finally:
            await db.close()

    return asyncio.run(run())


def change_company(slug: str, reason: str | None = None) -> None:
    """Suspend a company for ``reason``, else resume it. Raises NoSuchTenant, InvalidInput."""
    from abano.core.errors import InvalidInput, NotFound
    from abano.operators.console.audit import COMMAND_LINE
    from abano.operators.console.companies import Companies
    from abano.operators.console.schemas import MAX_REASON, REASON_MISSING
    from abano.tenancy.directory.service import NoSuchTenant

    if reason is not None and not 0 < len(reason.strip()) <= MAX_REASON:
        raise InvalidInput.of("reason", REASON_MISSING())

    async def change(db: "OperatorDatabase", now: datetime) -> bool:
        companies = Companies(db)
        if reason is None:
            return await companies.resume(slug, COMMAND_LINE, now)
        return await companies.suspend(slug, reason.strip(), COMMAND_LINE, now)

    try:
        run_as_operator(change)
    except NotFound:
        raise NoSuchTenant from None


def note_company(
    settings: "Settings", verb: str, slug: str, details: Mapping[str, object] | None = None
) -> None:
    """Record in the operators' audit log what a command did to a company."""
    note_operation(settings, f"company.{verb}", slug, details)


def note_operation(
    settings: "Settings", action: str, subject: str, details: Mapping[str, object] | None = None
) -> None:
    """Record in the operators' audit log what a command did."""
    from abano.operators.console.audit import COMMAND_LINE, record

    async def note(db: "OperatorDatabase", now: datetime) -> None:
        async with db.transaction() as conn:
            await record(conn, COMMAND_LINE, action, subject, now, details)

    run_as_operator(note, settings)


@app.command("create")
def operator_create(email: Email, name: Annotated[str, typer.Option(help="Their name")] = "") -> None:
    """Add an operator. Asks for the password, or reads it from standard input.

    The second factor is set up at the first sign-in, before anything else.
    """
    from abano.core.email_address import check_email
    from abano.operators.console.accounts import add_operator

    password = (
        typer.prompt("Password", hide_input=True, confirmation_prompt=True)
        if sys.stdin.isatty()
        else sys.stdin.readline().rstrip("\n")
    )
    address = check_email(email).lower()
    run_as_operator(
        lambda db, now: add_operator(db, email=address, name=name.strip(), password=password, now=now)
    )
    print(f"{address} can sign in to the operator console and sets up a second factor first.")


@app.command("list")
def operator_list() -> None:
    """Show all operators."""
    from abano.operators.console.accounts import list_operators

    for email, name, created_at, has_factor, is_disabled in run_as_operator(lambda db, _: list_operators(db)):
        state = "disabled" if is_disabled else "active" if has_factor else "no second factor yet"
        print(f"{email:<32} {state:<22} {created_at:%Y-%m-%d}  {name}")


@app.command("disable")
def operator_disable(email: Email) -> None:
    """Take an operator's access away; all sessions end at once."""
    from abano.operators.console.accounts import disable_operator

    run_as_operator(lambda db, now: disable_operator(db, email.lower(), now))
    print(f"{email} cannot sign in any more.")


@app.command("reset-second-factor")
def operator_reset_second_factor(email: Email) -> None:
    """Have an operator who lost phone and recovery codes set up a second factor again; all sessions end."""
    from abano.operators.console.accounts import reset_second_factor

    run_as_operator(lambda db, now: reset_second_factor(db, email.lower(), now))
    print(f"{email} sets up a second factor at the next sign-in.")
