"""Installation checks: each with a state, a sentence and what to do; for operators alone, and without waiting."""

import asyncio
from datetime import timedelta

import pytest
from emptied_tables import empty_tables
from fastapi import FastAPI
from operator_console import add, client_at, give_password, signed_in
from product_fixtures import NOW, AdminSql

from abano.analytics.figures.client import AnalyticsAway
from abano.core.clock import FixedClock
from abano.operators.console import checks
from abano.operators.console.check_rules import (
    AnalyticsFacts,
    BackupFacts,
    Check,
    DomainFacts,
    MailFacts,
    VersionFacts,
    WorkerFacts,
    check_analytics,
    check_backup,
    check_certificates,
    check_dns,
    check_jobs,
    check_mail,
    check_versions,
    check_workers,
)
from abano.operators.console.checks import Checks
from abano.operators.console.database import OperatorDatabase
from abano.tenancy.directory.tenant import Tenant

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
PATH = "/api/operator/checks"


def domain(
    host: str = "a.example", dns: str = "here", certificate: str = "valid", days: int = 60
) -> DomainFacts:
    until = NOW + days * DAY if certificate == "valid" else None
    return DomainFacts(host, NOW - HOUR, dns, certificate, until)


def versions(
    applied: str | None = "0001", postgres: int = 160_004, analytics: str | None = None
) -> VersionFacts:
    return VersionFacts("1.0.0", applied, "0001", f"{postgres // 10_000}.4", postgres, analytics)


@pytest.mark.parametrize(
    ("check", "state", "words"),
    [
        (check_mail(MailFacts(False, NOW, 0, 0, None), NOW), "attention", "written to files"),
        (check_mail(MailFacts(True, NOW - HOUR, 0, 0, None), NOW), "ok", "sent 60 minutes ago"),
        (check_mail(MailFacts(True, None, 0, 0, None), NOW), "unknown", "No email"),
        (
            check_mail(MailFacts(True, NOW, 0, 3, NOW - 2 * HOUR), NOW),
            "attention",
            "3 emails wait, the oldest",
        ),
        (check_mail(MailFacts(True, NOW, 1, 0, None), NOW), "attention", "1 email could not"),
        (check_workers(WorkerFacts(2, 3.0, None, 0)), "ok", "2 workers running"),
        (check_workers(WorkerFacts(0, 7_200.0, None, 0)), "attention", "2 hours ago"),
        (check_workers(WorkerFacts(0, None, None, 0)), "attention", "No worker is running."),
        (check_jobs(WorkerFacts(1, 3.0, 60.0, 0)), "ok", "No job fails"),
        (check_jobs(WorkerFacts(1, 3.0, 1_200.0, 0)), "attention", "20 minutes"),
        (check_jobs(WorkerFacts(1, 3.0, None, 4)), "attention", "4 jobs failed"),
        (check_dns([], NOW), "ok", "No company"),
        (check_dns([domain("a.localhost", "missing")], NOW), "ok", "No company"),
        (check_dns([domain()], NOW), "ok", "1 domain leads here"),
        (
            check_dns([domain(f"{each}.example", "elsewhere") for each in "abcde"] + [domain()], NOW),
            "attention",
            "5 of 6 domains do not lead here: a.example, b.example, c.example and 2 more.",
        ),
        (check_dns([domain(dns="unknown")], NOW), "unknown", "whether a.example leads"),
        (check_dns([domain()], NOW + DAY), "unknown", "Not checked lately"),
        (check_certificates([], NOW), "ok", "No domain"),
        (check_certificates([domain(days=60)], NOW), "ok", "2026-"),
        (check_certificates([domain(days=13)], NOW), "attention", "within two weeks: a.example"),
        (check_certificates([domain(days=-1)], NOW), "attention", "Browsers refuse"),
        (check_certificates([domain(certificate="invalid")], NOW), "attention", "Browsers refuse"),
        (check_certificates([domain(certificate="none")], NOW), "unknown", "No certificate was seen"),
        (check_backup(BackupFacts(None, False, None, None), NOW), "unknown", "No backup is known"),
        (check_backup(BackupFacts(NOW - 3 * HOUR, False, None, None), NOW), "ok", "3 hours ago"),
        (check_backup(BackupFacts(NOW - 3 * DAY, False, None, None), NOW), "attention", "3 days ago"),
        (check_backup(BackupFacts(None, True, NOW - HOUR / 2, None), NOW), "ok", "archived its log"),
        (check_backup(BackupFacts(NOW, True, NOW - DAY, NOW), NOW), "attention", "could not archive"),
        (check_versions(versions()), "ok", "Abano 1.0.0, schema 0001, Postgres 16.4."),
        (check_versions(versions(applied="0000")), "attention", "needs schema 0001"),
        (check_versions(versions(applied=None)), "attention", "needs schema 0001"),
        (check_versions(versions(postgres=140_000)), "attention", "too old"),
        (check_versions(versions(postgres=190_000)), "unknown", "Tested up to"),
        (check_versions(versions(analytics="0.9.0")), "attention", "Analytics is 0.9.0"),
        (check_analytics(None), "unknown", "being asked"),
        (check_analytics(AnalyticsFacts(None)), "attention", "does not answer"),
        (check_analytics(AnalyticsFacts(2.5)), "ok", "2 seconds behind"),
        (check_analytics(AnalyticsFacts(600.0)), "attention", "10 minutes behind"),
    ],
)
def test_each_check_says_what_is_and_what_to_do(check: Check, state: str, words: str) -> None:
    assert (check.state, words in check.sentence) == (state, True), check.sentence
    # What needs a look says what to do.
    assert check.advice or check.state != "attention"


@pytest.fixture
def fresh(query_admin_sql: AdminSql, monkeypatch: pytest.MonkeyPatch) -> None:
    empty_tables(query_admin_sql, "operators", "operator_attempts", "outbox_messages", "domain_checks")
    monkeypatch.setattr(checks, "KEPT_SECONDS", 0.0)


async def states(app: FastAPI, db: OperatorDatabase, clock: FixedClock) -> dict[str, tuple[str, str]]:
    client = await signed_in(app, db, clock)
    answer = await client.get(PATH)
    assert answer.status_code == 200, answer.text
    return {each["key"]: (each["state"], each["sentence"]) for each in answer.json()["checks"]}


@pytest.mark.anyio
async def test_the_page_reads_what_the_tables_have(
    fresh: None,
    operator_app: FastAPI,
    operator_db: OperatorDatabase,
    clock: FixedClock,
    alps: Tenant,
    query_admin_sql: AdminSql,
) -> None:
    query_admin_sql(
        "insert into outbox_messages (tenant_id, id, kind, payload, created_at, due_at)"
        " values (%s, gen_random_uuid(), 'settings.test', '{}', %s, %s)",
        alps.id, NOW - 3 * HOUR, NOW - 3 * HOUR,
    )  # fmt: skip
    query_admin_sql(
        "insert into domain_checks (tenant_id, host, requested_at, is_proved, due_at, checked_at, dns, certificate)"
        " values (%s, 'cars.alps.example', %s, true, %s, %s, '{\"state\": \"here\"}', %s)",
        alps.id, NOW, NOW, NOW, f'{{"state": "valid", "until": "{(NOW + 5 * DAY).isoformat()}"}}',
    )  # fmt: skip
    query_admin_sql(
        "insert into operator_audit_log (id, happened_at, action, subject)"
        " values (gen_random_uuid(), %s, 'backup.made', 'backup')", NOW - HOUR,
    )  # fmt: skip
    found = await states(operator_app, operator_db, clock)
    assert list(found) == [
        "workers", "jobs", "mail", "backup", "dns", "certificates", "versions", "analytics",
    ]  # fmt: skip
    assert found["mail"] == ("attention", "Emails are written to files, not sent.")
    assert found["backup"] == ("ok", "The newest `abano backup` was made 60 minutes ago.")
    assert found["dns"] == ("ok", "1 domain leads here.")
    assert found["certificates"] == ("attention", "Expires within two weeks: cars.alps.example.")
    assert "Postgres" in found["versions"][1]


@pytest.mark.anyio
async def test_analytics_is_asked_in_the_background(
    fresh: None, operator_db: OperatorDatabase, clock: FixedClock
) -> None:
    asked, answers = asyncio.Event(), asyncio.Event()

    async def progress() -> tuple[float, str]:
        asked.set()
        await answers.wait()
        return 1.5, "1.0.0"

    found = Checks(operator_db, progress, has_mail_server=True)
    first = await found.load(clock.now())
    assert first.checks[-1].state == "unknown"
    await asked.wait()
    answers.set()
    assert (await _answered(found, clock)).sentence == "Figures are 1 second behind."

    async def away() -> tuple[float, str]:
        raise AnalyticsAway("ConnectError")

    found = Checks(operator_db, away, has_mail_server=True)
    assert (await _answered(found, clock)).state == "attention"


async def _answered(found: Checks, clock: FixedClock) -> Check:
    """The check of analytics once it has an answer."""
    for _ in range(100):
        newest = (await found.load(clock.now())).checks[-1]
        if newest.state != "unknown":
            break
    await found.close()
    return newest


@pytest.mark.anyio
async def test_only_operators_with_both_factors_reach_it(
    fresh: None, operator_app: FastAPI, operator_db: OperatorDatabase
) -> None:
    await add(operator_db, "half@example.com")
    half = client_at(operator_app)
    await give_password(half, "half@example.com")
    for client, status in (
        (client_at(operator_app), 401),
        (half, 401),
        (client_at(operator_app, "alps.localhost"), 404),
    ):
        assert (await client.get(PATH)).status_code == status
