"""Intake: one draft and one message a visitor; phones in E.164, e-mail domains in ASCII.

Accounts of before are rewritten. Bookings of before keep their phone as it was typed: they are history, and searching
finds both forms.

Revision ID: 0015
Revises: 0014
"""

from pathlib import Path
from typing import Any

import phonenumbers
from alembic import op
from email_validator import EmailNotValidError, validate_email
from sqlalchemy import text

from abano.database.migration_support import APP_ROLE

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

# Where an international domain may stand; the second says whether the address must be free in its table.
ADDRESSES = (("affiliates", "email", True), ("affiliates", "paypal_email", False), ("admins", "email", True))


def upgrade() -> None:
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))
    connection = op.get_bind()
    tenants = connection.execute(text("select id from tenants")).scalars().all()
    # As the application role, company by company, because row-level security binds the owner of the tables, too.
    op.execute(f"set local role {APP_ROLE}")
    for tenant in tenants:
        connection.execute(text("select set_config('abano.tenant_id', :id, true)"), {"id": str(tenant)})
        prefix = connection.scalar(
            text("select phone_prefix from tenant_settings where tenant_id = :id"), {"id": tenant}
        )
        _rewrite_phones(connection, tenant, prefix or "")
        for table, column, is_unique in ADDRESSES:
            _rewrite_addresses(connection, tenant, table, column, is_unique=is_unique)
    connection.execute(text("select set_config('abano.tenant_id', '', true)"))
    op.execute("reset role")


def downgrade() -> None:
    op.execute(Path(__file__).with_name("0015_intake_downgrade.sql").read_text(encoding="utf-8"))
    op.execute(
        "alter table personal_info_drafts drop column updated_at, drop column message_id, drop column email_key,"
        " drop column phone_key"
    )


def _rewrite_phones(connection: Any, tenant: Any, prefix: str) -> None:
    rows = connection.execute(
        text("select id, phone from affiliates where tenant_id = :tenant and phone <> ''"), {"tenant": tenant}
    )
    for affiliate_id, typed in rows.all():
        values = {"phone": _e164(typed, prefix), "tenant": tenant, "id": affiliate_id}
        if values["phone"]:
            connection.execute(
                text("update affiliates set phone = :phone where tenant_id = :tenant and id = :id"), values
            )


def _e164(typed: str, prefix: str) -> str | None:
    """As abano.kit.phone stores it at this revision; None for what cannot be read."""
    code = prefix.removeprefix("+")
    region = phonenumbers.region_code_for_country_code(int(code)) if code.isdigit() else None
    try:
        number = phonenumbers.parse(typed, region)
    except phonenumbers.NumberParseException:
        return None
    if phonenumbers.is_possible_number_with_reason(number) != phonenumbers.ValidationResult.IS_POSSIBLE:
        return None
    plain = phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)
    return f"{plain} ext. {number.extension}" if number.extension else plain


def _rewrite_addresses(connection: Any, tenant: Any, table: str, column: str, *, is_unique: bool) -> None:
    found = connection.execute(
        text(f"select id, {column} from {table} where tenant_id = :tenant and {column} ~ '[^\\x01-\\x7f]'"),  # noqa: S608
        {"tenant": tenant},
    )
    for row_id, address in found.all():
        try:
            parts = validate_email(address, check_deliverability=False)
        except EmailNotValidError:
            continue
        values = {"plain": f"{parts.local_part}@{parts.ascii_domain}", "tenant": tenant, "id": row_id}
        taken = is_unique and connection.scalar(
            text(f"select 1 from {table} where tenant_id = :tenant and {column} = :plain"),  # noqa: S608
            values,
        )
        if not taken:
            connection.execute(
                text(f"update {table} set {column} = :plain where tenant_id = :tenant and id = :id"),  # noqa: S608
                values,
            )
