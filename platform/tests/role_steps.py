"""Roles of a company's own, for tests."""

from uuid import UUID, uuid4

from product_fixtures import NOW, AdminSql

from abano.accounts.access.rights import GrantableRight
from abano.core.ids import new_id

ROLE = {"name": "Bookkeeper", "rights": ["reports", "accounting"]}


def add_role(sql: AdminSql, tenant_id: UUID, *rights: GrantableRight, name: str = "") -> UUID:
    """A role with ``rights``, by default to invoices and reports."""
    role_id = new_id()
    sql(
        "insert into custom_roles (tenant_id, id, name, rights, created_at, updated_at)"
        " values (%s, %s, %s, %s, %s, %s)",
        tenant_id, role_id, name or f"Role {uuid4().hex[:12]}", list(rights or ("payments", "reports")), NOW, NOW,
    )  # fmt: skip
    return role_id


def give_role(sql: AdminSql, admin_id: UUID, role_id: UUID) -> None:
    """Give an admin a role of the company's own."""
    sql("update admins set role = 'custom', role_id = %s where id = %s", role_id, admin_id)
