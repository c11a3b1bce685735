"""What every migration that adds a tenant table needs: forced row-level security, grants, the change-feed stamp.

Identifiers come from the migrations' own constants, never from input.
"""

from collections.abc import Sequence

from alembic import op

from abano.database import roles

APP_ROLE, REPORTING_ROLE = roles.APP_ROLE, roles.REPORTING_ROLE
CURRENT_TENANT = "nullif(current_setting('abano.tenant_id', true), '')::uuid"


def allow_long_statements(limit: str) -> None:
    """Let the statements of this migration take up to ``limit`` ('10min') each: those that read or rewrite every row.

    Without it a statement is cancelled after ``STATEMENT_TIMEOUT`` (``migrations/env.py``), its migration with it.
    """
    op.execute(f"set local statement_timeout = '{limit}'")


def admit_runtime_roles() -> None:
    """Let the roles that serve, which ``ensure_runtime_roles`` made, into the schema."""
    for role in (APP_ROLE, REPORTING_ROLE):
        op.execute(f"grant usage on schema public to {role}")
    # Readiness compares the applied migration with the one the code expects.
    op.execute(f"grant select on alembic_version to {APP_ROLE}, {REPORTING_ROLE}")


def protect_tenant_table(table: str, *, append_only: bool = False) -> None:
    """Force row-level security on ``table`` and let the application role work inside one tenant.

    No tenant set means no rows. An append-only table can be read and added to, nothing else.
    """
    op.execute(f"alter table {table} enable row level security")
    op.execute(f"alter table {table} force row level security")
    op.execute(
        f"create policy tenant_isolation on {table} to {APP_ROLE}"
        f" using (tenant_id = {CURRENT_TENANT}) with check (tenant_id = {CURRENT_TENANT})"
    )
    rights = "select, insert" if append_only else "select, insert, update, delete"
    op.execute(f"grant {rights} on {table} to {APP_ROLE}")


def grant_reporting(table: str, columns: Sequence[str]) -> None:
    """Let the reporting role read ``columns`` of every tenant's rows in ``table``, and nothing else."""
    op.execute(f"create policy reporting_read on {table} for select to {REPORTING_ROLE} using (true)")
    op.execute(f"grant select ({', '.join(columns)}) on {table} to {REPORTING_ROLE}")


def stamp_row_xid(table: str) -> None:
    """Stamp each update of ``table`` with its transaction, so that the change feed sees the newest version."""
    op.execute(
        "create or replace function stamp_row_xid() returns trigger language plpgsql as"
        " $$ begin new.row_xid := pg_current_xact_id(); return new; end $$"
    )
    op.execute(
        f"create trigger stamp_row_xid before update on {table} for each row execute function stamp_row_xid()"
    )
