"""Walks the database catalogue: no table of a company can be left unprotected, no role can get around it."""

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from product_fixtures import AdminSql
from sqlalchemy import create_engine

from abano.core.config import Settings, sqlalchemy_url
from abano.db.base import Base, import_models
from abano.db.migration_support import upgrade

RUNTIME_ROLES = ("abano_app", "abano_reporting", "abano_operator")
TENANT_TABLES = """
    select c.oid::regclass::text, c.relrowsecurity, c.relforcerowsecurity, c.oid
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname = 'public'
      and exists (
        select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
      )
"""


def test_every_tenant_table_has_forced_row_level_security(query_admin_sql: AdminSql) -> None:
    tables = query_admin_sql(TENANT_TABLES)
    assert len(tables) > 20
    unforced = [name for name, enabled, forced, _ in tables if not (enabled and forced)]
    assert unforced == []


def test_every_tenant_table_binds_reading_and_writing_to_the_tenant_of_the_transaction(
    query_admin_sql: AdminSql,
) -> None:
    unbound = []
    for name, _, _, oid in query_admin_sql(TENANT_TABLES):
        policies = query_admin_sql(
            "select polcmd::text, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)"
            " from pg_policy where polrelid = %s and 'abano_app'::regrole = any (polroles)",
            oid,
        )
        for command, using, check in policies:
            on_lookup = name == "tenant_domains" and command == "r" and "abano.lookup_host" in using
            bound = "abano.tenant_id" in using and (check is None or "abano.tenant_id" in check)
            if not (on_lookup or bound):
                unbound.append((name, using))
        if not any(command == "*" for command, *_ in policies):
            unbound.append((name, "no policy for all commands"))
    assert unbound == []


def test_every_policy_for_all_companies_belongs_to_a_role_that_only_reads(
    query_admin_sql: AdminSql,
) -> None:
    rows = query_admin_sql(
        "select polrelid::regclass::text, polcmd::text, polroles::regrole[]::text[]"
        " from pg_policy where pg_get_expr(polqual, polrelid) = 'true'"
    )
    assert rows
    assert {(command, tuple(roles)) for _, command, roles in rows} == {
        ("r", ("abano_reporting",)),
        ("r", ("abano_operator",)),
    }


def test_every_tenant_key_leads_with_the_tenant(query_admin_sql: AdminSql) -> None:
    rows = query_admin_sql(
        "select c.conrelid::regclass::text, a.attname from pg_constraint c"
        " join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]"
        " where c.contype = 'p' and c.conrelid in"
        " (select attrelid from pg_attribute where attname = 'tenant_id' and attnum > 0)"
        " and c.connamespace = 'public'::regnamespace"
    )
    assert [name for name, first in rows if first != "tenant_id"] == []


def test_the_runtime_roles_own_nothing_and_cannot_bypass_row_level_security(
    query_admin_sql: AdminSql,
) -> None:
    roles = query_admin_sql(
        "select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = any (%s)",
        list(RUNTIME_ROLES),
    )
    assert sorted(role for role, *_ in roles) == sorted(RUNTIME_ROLES)
    assert not any(any(powers) for _, *powers in roles)
    owned = query_admin_sql(
        "select relname from pg_class where relowner::regrole::text = any (%s)"
        " union all select nspname from pg_namespace where nspowner::regrole::text = any (%s)"
        " union all select proname from pg_proc where proowner::regrole::text = any (%s)",
        *[list(RUNTIME_ROLES)] * 3,
    )
    assert owned == []
    memberships = query_admin_sql(
        "select 1 from pg_auth_members where member::regrole::text = any (%s)", list(RUNTIME_ROLES)
    )
    assert memberships == []


def test_the_reporting_role_reads_no_personal_column(query_admin_sql: AdminSql) -> None:
    readable = query_admin_sql(
        "select table_name, column_name from information_schema.column_privileges"
        " where grantee = 'abano_reporting' and table_schema in ('public', 'reporting')"
    )
    columns = {column for _, column in readable}
    assert "session_id" in columns
    personal = {
        "customer_name", "customer_email", "customer_phone", "ip_address", "user_agent", "device_fingerprint",
        "payload", "email", "password_hash", "source_url", "referrer",
    }  # fmt: skip
    assert columns & personal == set()
    writes = query_admin_sql(
        "select 1 from information_schema.role_table_grants where grantee = 'abano_reporting'"
        " and privilege_type <> 'SELECT'"
    )
    assert writes == []


# Every function and procedure that is ours: also those of triggers, also those that a later migration adds.
UNPINNED = """
    select p.oid::regprocedure::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_%%'
      and not exists (
        select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e'
      )
      and not coalesce('search_path=pg_catalog, public, pg_temp' = any (p.proconfig), false)
"""


def test_every_function_looks_for_names_in_postgres_first_and_among_temporary_tables_last(
    query_admin_sql: AdminSql,
) -> None:
    assert query_admin_sql(UNPINNED.replace("not coalesce", "coalesce"))
    assert query_admin_sql(UNPINNED) == []


def test_a_function_that_a_migration_replaces_is_protected_again(
    query_admin_sql: AdminSql, settings: Settings
) -> None:
    query_admin_sql(
        "create or replace function stamp_row_xid() returns trigger language plpgsql as"
        " $$ begin new.row_xid := pg_current_xact_id(); return new; end $$"
    )
    query_admin_sql("create procedure later_procedure() language sql as $$ select 1 $$")
    query_admin_sql(
        'create function "Later"(one text, other int default 1) returns int language sql return 1'
    )
    assert {name for (name,) in query_admin_sql(UNPINNED)} == {
        "stamp_row_xid()",
        "later_procedure()",
        '"Later"(text,integer)',
    }
    upgrade(settings.database_url)
    assert query_admin_sql(UNPINNED) == []
    query_admin_sql("drop procedure later_procedure()")
    query_admin_sql('drop function "Later"(text, integer)')


def test_no_one_but_the_owner_makes_anything_in_the_database(
    query_admin_sql: AdminSql, settings: Settings
) -> None:
    rights = (
        "select r.name, has_database_privilege(r.name, current_database(), 'temporary'),"
        " has_schema_privilege(r.name, 'public', 'create'), has_schema_privilege(r.name, 'reporting', 'create')"
        " from unnest(array['abano_app', 'abano_reporting', 'abano_operator', 'public']) as r (name)"
    )
    nothing = [(name, False, False, False) for name in (*RUNTIME_ROLES, "public")]
    assert query_admin_sql(rights) == nothing
    # As an older Postgres had it by default.
    query_admin_sql("grant create on schema public to public")
    query_admin_sql("grant create on schema reporting to abano_app")
    assert query_admin_sql(rights) != nothing
    upgrade(settings.database_url)
    assert query_admin_sql(rights) == nothing


# Kept by the database and read by SQL alone; no model needs them.
OF_THE_DATABASE = {
    "media_references",
    "is_out",
    "email_key",
    "phone_key",
    "bookings_unconfirmed_email",
    "bookings_unconfirmed_phone",
    "bookings_phone",
    "vehicle_reservations_out_once",
}


def is_of_a_model(_: object, name: str | None, kind: str, is_reflected: bool, model: object) -> bool:
    if kind == "table" and (name or "").startswith("procrastinate_"):
        return False
    return not (is_reflected and model is None and kind in {"column", "index"} and name in OF_THE_DATABASE)


def test_models_and_migrations_describe_the_same_schema(settings: Settings) -> None:
    import_models()
    engine = create_engine(sqlalchemy_url(settings.database_url))
    with engine.connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "include_object": is_of_a_model}
        )
        differences = compare_metadata(context, Base.metadata)
    engine.dispose()
    assert differences == []
