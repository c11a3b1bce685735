"""Commands on companies."""

import asyncio
import sys
from pathlib import Path
from typing import Annotated

import typer

from abano.cli.processes import with_database
from abano.core.config import load_settings

app = typer.Typer(no_args_is_help=True, help="The companies on this platform.")
ROWS_BETWEEN_REPORTS = 100_000


@app.command("create")
def tenant_create(
    slug: Annotated[str, typer.Option(help="Short name for commands, such as kazbegi-cars")],
    name: Annotated[str, typer.Option(help="The company's name as its customers read it")],
    domain: Annotated[str, typer.Option(help="Host of its site, such as www.example.com")],
    template: Annotated[
        str, typer.Option("--from", help="What it begins with: starter (neutral, no cars), georgia or alps")
    ] = "starter",
    languages: Annotated[str, typer.Option(help="What it speaks, such as en,de; empty: as its starter")] = "",
    currency: Annotated[str, typer.Option(help="Such as EUR; empty: as its starter")] = "",
    timezone: Annotated[str, typer.Option(help="Such as Europe/Paris; empty: as its starter")] = "",
    owner: Annotated[
        str, typer.Option(help="Email of its first owner, who is invited; empty: none yet")
    ] = "",
) -> None:
    """Add a company with a starter's texts, quiz and catalogue. Its owner opens the site in the console."""
    from abano.core.email_address import check_email
    from abano.ops.seeds.demo import create_from_template
    from abano.tenancy.directory.creation import Choices
    from abano.tenancy.directory.tenant import host_name, host_origin

    chosen = tuple(part.strip() for part in languages.split(",") if part.strip())
    choices = Choices(languages=chosen or None, currency=currency or None, timezone=timezone or None)
    settings = with_database(load_settings())
    asyncio.run(
        create_from_template(
            settings,
            slug=slug,
            name=name,
            domain=domain,
            template=template,
            choices=choices,
            is_open=False,
            owner_email=check_email(owner).lower() if owner else "",
        )
    )
    origin = host_origin(host_name(domain), settings.port)
    print(f"{name} is at {origin}, not open to the public yet.")
    if owner:
        print(f"{owner} is invited by email.")
        return
    print(f"Its first owner: abano admin create --tenant {slug} --email …, then {origin}/admin/setup")


@app.command("list")
def tenant_list() -> None:
    """Show all companies."""
    from abano.tenancy.directory.service import list_tenants

    for tenant in list_tenants(with_database(load_settings()).database_url):
        mark = " (default)" if tenant.is_default else ""
        print(f"{tenant.slug:<24} {tenant.status:<10} {', '.join(tenant.hosts)}  {tenant.name}{mark}")


@app.command("suspend")
def tenant_suspend(
    slug: str,
    reason: Annotated[str, typer.Option(help="Why; kept with the company and in the operators' audit log")],
) -> None:
    """Close a company's site with a polite page. Its data stays."""
    from abano.cli.operators import change_company

    change_company(slug, reason)
    print(f"{slug} is suspended.")


@app.command("resume")
def tenant_resume(slug: str) -> None:
    """Bring a suspended company's site back."""
    from abano.cli.operators import change_company

    change_company(slug)
    print(f"{slug} is active.")


@app.command("export")
def tenant_export(
    slug: str,
    output: Annotated[Path, typer.Argument(help="File to write, such as kazbegi-cars.abano-export")],
    recipient: Annotated[
        list[str] | None, typer.Option(help="Public key (age1…) to encrypt for; may be repeated")
    ] = None,
) -> None:
    """Export everything of a company to one file while it works. Secrets are left out."""
    from abano.cli.operators import note_company
    from abano.core.clock import SystemClock
    from abano.ops.portability.service import export_tenant

    settings = with_database(load_settings())
    transfer = export_tenant(settings, slug, output, SystemClock().now(), recipient or ())
    note_company(settings, "exported", slug, {"encrypted": bool(recipient)})
    print(f"{output}: {transfer.total} rows of {len(transfer.rows)} tables, {output.stat().st_size} bytes.")
    print(f"{transfer.files} photos and documents, {transfer.lost} more not in their store.")
    if not recipient:
        print("The file has personal data and is not encrypted.")


@app.command("import")
def tenant_import(
    source: Annotated[Path, typer.Argument(help="The export's file")],
    slug: Annotated[str, typer.Option(help="Short name for commands, such as kazbegi-cars")],
    domain: Annotated[str, typer.Option(help="Host of its site, such as www.example.com")],
    identity_file: Annotated[
        Path | None, typer.Option(help="The private key's file, for an encrypted export")
    ] = None,
) -> None:
    """Add the company of an export, whole or not at all. It is suspended and sends nothing until it is resumed."""
    from abano.cli.operations import read_identity
    from abano.ops.portability.service import import_tenant

    identity = read_identity(identity_file) if identity_file else ""
    settings = with_database(load_settings())
    transfer = import_tenant(settings, source, slug=slug, domain=domain, identity=identity)
    print(
        f"{transfer.total} rows of {len(transfer.rows)} tables, {transfer.files} photos and documents imported."
    )
    print("Everyone sets a new password by email. Enter keys of other services and create API keys again.")
    print(f"Suspend the company where it was, then: abano tenant resume {slug}")


@app.command("delete")
def tenant_delete(
    slug: Annotated[str, typer.Argument(help="The company's slug")],
    undo: Annotated[bool, typer.Option("--undo", help="Keep the company; its site opens as it was")] = False,
    now: Annotated[bool, typer.Option("--now", help="Without the 14 days; needs --confirm")] = False,
    confirm: Annotated[str, typer.Option(help="The slug again, for --now")] = "",
) -> None:
    """Close a company's site now, and remove everything of it after 14 days. Until then it can be undone."""
    from abano.cli.operators import note_company
    from abano.company.leaving.operator import delete_tenant, undo_tenant_deletion

    settings = with_database(load_settings())
    if undo:
        asyncio.run(undo_tenant_deletion(settings, slug))
        note_company(settings, "deletion_undone", slug)
        print(f"{slug} is kept. Its site is as it was.")
        return
    deletes_at = asyncio.run(delete_tenant(settings, slug, at_once=now, confirmed=confirm))
    note_company(settings, "deletion_requested", slug, {"deletesAt": deletes_at.isoformat()})
    print(
        f"The site of {slug} is closed. The worker removes everything of it from {deletes_at:%Y-%m-%d %H:%M %Z}."
    )
    if not now:
        print(f"Undo it until then: abano tenant delete {slug} --undo")


@app.command("deleted")
def tenant_deleted() -> None:
    """Show companies that were deleted, or will be. Keep the list with your backups."""
    from abano.company.leaving.operator import list_deletions

    for each in list_deletions(with_database(load_settings()).database_url):
        state = (
            f"removed {each.removed_at:%Y-%m-%d %H:%M}, {each.rows} rows"
            if each.removed_at
            else "will be removed"
        )
        print(
            f"{each.id}  {each.slug:<20} requested {each.requested_at:%Y-%m-%d} by {each.requested_by}, {state}"
        )


@app.command("colors")
def tenant_colors(
    slug: str,
    change: Annotated[
        list[str] | None, typer.Argument(help="Such as accent=#c2491d; none = show them as they are")
    ] = None,
) -> None:
    """Show or change the colours of a company's site. Unreadable colours are refused with a suggestion."""
    from abano.core.errors import InvalidInput
    from abano.tenancy.directory.brand import COLOR_FORM
    from abano.tenancy.directory.service import set_colors

    changes = {}
    for item in change or []:
        name, sign, value = item.partition("=")
        if not sign:
            raise InvalidInput.of(f"brand.colors.{name}", COLOR_FORM(item=item))
        changes[name.strip()] = value.strip().lower()
    for name, value in set_colors(with_database(load_settings()).database_url, slug, changes).items():
        print(f"{name:<8} {value}")


@app.command("move")
def tenant_move(
    slug: Annotated[str, typer.Argument(help="The company's slug")],
    to: Annotated[str, typer.Option(help="Name of the cluster in ABANO_CLUSTERS, or home")],
    pause_limit: Annotated[
        float, typer.Option(help="Most seconds in which its writes may wait", min=0.2)
    ] = 5.0,
    log_limit: Annotated[
        int, typer.Option(help="Most MB of its log that the old cluster keeps for the new one", min=1)
    ] = 8_000,
    keep_way_back: Annotated[
        bool,
        typer.Option(
            "--keep-way-back", help="The old cluster follows the new one, until the next move to where it is"
        ),
    ] = False,
) -> None:
    """Move a company to another Postgres cluster while it takes bookings. Run again, it goes on where it ended."""
    from abano.cli.operators import note_company
    from abano.tenancy.clusters.clusters import check_stays_undeleted
    from abano.tenancy.clusters.copying import Limits, Progress
    from abano.tenancy.clusters.move import move_tenant

    reported = 0

    def report(progress: Progress) -> None:
        nonlocal reported
        if progress.rows - reported > ROWS_BETWEEN_REPORTS:
            reported = progress.rows
            print(f"{progress.rows:,} rows copied.")

    settings = with_database(load_settings())
    check_stays_undeleted(settings, slug)
    limits = Limits(pause=pause_limit, log_bytes=log_limit * 1_000_000, keeps_way_back=keep_way_back)
    moved = move_tenant(settings, slug, to, limits=limits, report=report)
    note_company(settings, "moved", slug, {"to": to})
    print(
        f"{slug} is on {to}: {moved.rows:,} rows in {moved.tables} tables, equal in number and content;"
        f" {moved.seconds:.1f} s, writes waited {moved.paused:.2f} s."
    )
    if keep_way_back:
        print(
            f"Go back with --to and the old cluster, or end the way back: abano tenant move {slug} --to {to}"
        )


# Commands on people who sign in.

admins_app = typer.Typer(no_args_is_help=True, help="People who sign in to a company's admin console.")


@admins_app.command("create")
def admin_create(
    tenant: Annotated[str, typer.Option(help="Slug of the company")],
    email: Annotated[str, typer.Option(help="Their sign-in")],
    role: Annotated[str, typer.Option(help="owner, manager, desk, analyst or driver")] = "owner",
    name: Annotated[str, typer.Option(help="Their name")] = "",
) -> None:
    """Add someone who signs in. Asks for the password, or reads it from standard input."""
    from abano.team.users.users import add_admin

    settings = with_database(load_settings())
    password = (
        typer.prompt("Password", hide_input=True, confirmation_prompt=True)
        if sys.stdin.isatty()
        else sys.stdin.readline().rstrip("\n")
    )
    asyncio.run(add_admin(settings, tenant_slug=tenant, email=email, role=role, name=name, password=password))
    print(f"{email} can sign in as {role} of {tenant}.")


@admins_app.command("reset-second-factor")
def admin_reset_second_factor(
    tenant: Annotated[str, typer.Option(help="Slug of the company")],
    email: Annotated[str, typer.Option(help="Who lost phone and recovery codes")],
) -> None:
    """Turn off an admin's second factor, when no owner of the company can."""
    from abano.team.users.users import reset_second_factor

    settings = with_database(load_settings())
    asyncio.run(reset_second_factor(settings, tenant_slug=tenant, email=email))
    print(f"{email} signs in to {tenant} with the password alone.")
