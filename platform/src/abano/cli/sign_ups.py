"""Commands on the sign-up of companies: who is invited, and who signed up."""

from typing import TYPE_CHECKING, Annotated

import typer

from abano.cli.operators import run_as_operator

if TYPE_CHECKING:
    from datetime import datetime

app = typer.Typer(no_args_is_help=True, help="Companies that sign up on their own.")
Email = Annotated[str, typer.Option(help="The owner's email address")]


@app.command("list")
def sign_up_list() -> None:
    """Show sign-ups of the last seven days, the newest first."""
    from abano.operators.sign_up.invitations import list_sign_ups

    for each in run_as_operator(lambda db, _: list_sign_ups(db)):
        mailed = "mailed" if each.mailed_at else "no email yet"
        print(f"{_day(each.requested_at)}  {each.email}  {each.slug}  {each.country}  {each.state}  {mailed}")


@app.command("invite")
def sign_up_invite(
    email: Email, language: Annotated[str, typer.Option(help="Language of the email")] = "en"
) -> None:
    """Let someone sign up for 14 days; they get an email. Needed with ABANO_SIGN_UP=invitation."""
    from abano.core.email_address import check_email
    from abano.core.languages.texts import product_languages
    from abano.operators.console.audit import COMMAND_LINE
    from abano.operators.sign_up.invitations import invite

    address = check_email(email.strip()).lower()
    if language not in product_languages():
        raise typer.BadParameter(f"one of {', '.join(product_languages())}", param_hint="--language")
    run_as_operator(lambda db, now: invite(db, address, language, COMMAND_LINE, now))
    print(f"{address} can sign up for 14 days.")


@app.command("revoke")
def sign_up_revoke(email: Email) -> None:
    """Take an invitation back, unless it was used."""
    from abano.operators.console.audit import COMMAND_LINE
    from abano.operators.sign_up.invitations import revoke

    address = email.strip().lower()
    run_as_operator(lambda db, now: revoke(db, address, COMMAND_LINE, now))
    print(f"{address} is no longer invited.")


@app.command("invitations")
def sign_up_invitations() -> None:
    """Show open invitations, the newest first."""
    from abano.operators.sign_up.invitations import list_invitations

    for each in run_as_operator(lambda db, _: list_invitations(db)):
        mailed = "mailed" if each.mailed_at else "no email yet"
        print(f"{each.email}  until {_day(each.expires_at)}  {each.invited_by or 'command line'}  {mailed}")


def _day(moment: "datetime") -> str:
    return f"{moment:%Y-%m-%d %H:%M}"
