"""Plans at the command line: the same services as the console, and the same audit log."""

import pytest
from plan_steps import take_plans
from product_fixtures import AdminSql
from typer.testing import CliRunner, Result

from abano.cli import app as commands
from abano.core.config import Settings
from abano.core.errors import AbanoError
from abano.tenancy.clusters.clusters import connected, copy_plans

LIMITS = "select measure, soft_limit, hard_limit from plan_limits order by 1"


@pytest.fixture(autouse=True)
def _own_database(monkeypatch: pytest.MonkeyPatch, settings: Settings, query_admin_sql: AdminSql) -> None:
    monkeypatch.setattr("abano.cli.operators.with_database", lambda _: settings)
    take_plans(query_admin_sql)


def run(*words: str) -> Result:
    done = CliRunner().invoke(commands, ["plan", *words])
    assert done.exit_code == 0, (done.output, done.exception)
    return done


def test_a_plan_is_made_given_changed_and_deleted(query_admin_sql: AdminSql) -> None:
    run("create", "--name", "Small", "--weight", "3", "--limit", "vehicles=8:10", "--limit", "emails=:500")
    assert query_admin_sql(LIMITS) == [("emails", None, 500), ("vehicles", 8, 10)]
    run("update", "small", "--limit", "emails=:", "--limit", "staff=2:")
    assert query_admin_sql(LIMITS) == [("staff", 2, None), ("vehicles", 8, 10)]
    run("assign", "alps", "--plan", "Small")
    listed = run("list").output
    assert "Small  (weight 3, 1 companies)" in listed
    assert CliRunner().invoke(commands, ["plan", "delete", "Small"]).exit_code == 1
    run("assign", "alps", "--plan", "Standard")
    run("delete", "Small")
    actions = query_admin_sql("select action, subject, operator_id from operator_audit_log order by id")
    assert actions[-5:] == [
        ("plan.created", "Small", None),
        ("plan.changed", "Small", None),
        ("company.plan_changed", "alps", None),
        ("company.plan_changed", "alps", None),
        ("plan.deleted", "Small", None),
    ]


@pytest.mark.parametrize(
    "limit", ["bookings=:1", "vehicles=10", "vehicles=a:b", "vehicles=-1:", "vehicles=2:1"]
)
def test_what_is_no_limit_is_refused(limit: str, query_admin_sql: AdminSql) -> None:
    done = CliRunner().invoke(commands, ["plan", "create", "--name", "Odd", "--limit", limit])
    assert isinstance(done.exception, AbanoError)
    assert query_admin_sql("select count(*) from plans") == [(1,)]


def test_usage_is_written_as_csv(query_admin_sql: AdminSql) -> None:
    query_admin_sql(
        "insert into usage_days (tenant_id, day, measure, value)"
        " select id, '2026-06-10', 'emails', 7 from tenants where slug = 'alps'"
    )
    written = run("usage", "--first", "2026-06-01", "--last", "2026-06-30", "--company", "alps").output
    assert written.splitlines() == ["company,day,measure,value,over_limit", "alps,2026-06-10,emails,7,0"]


def test_a_copy_of_the_plans_is_equal_and_has_no_more(
    settings: Settings, empty_database: Settings, query_admin_sql: AdminSql
) -> None:
    run("create", "--name", "Small", "--limit", "vehicles=8:10")
    run("assign", "alps", "--plan", "Small")
    with connected(settings.database_url) as home, connected(empty_database.database_url) as there:
        there.execute("create table plans (id uuid primary key, name text unique, weight integer)")
        there.execute("create table tenants (id uuid primary key, plan_id uuid references plans)")
        there.execute(
            "create table plan_limits (plan_id uuid references plans on delete cascade, measure text,"
            " soft_limit bigint, hard_limit bigint)"
        )
        there.execute("insert into plans values (gen_random_uuid(), 'Small', 1)")
        [(alps,)] = query_admin_sql("select id from tenants where slug = 'alps'")
        there.execute("insert into tenants select %s, id from plans", (alps,))
        for _ in range(2):
            copy_plans(home, there)
            for query in ("select id, name, weight from plans order by 1", LIMITS):
                assert there.execute(query.encode()).fetchall() == home.execute(query.encode()).fetchall()
        names = there.execute("select p.name from tenants t join plans p on p.id = t.plan_id").fetchall()
        assert names == [("Small",)]
