"""Figures that an operator asks for: bounded labels, the queue as it is, and every name that dashboards use."""

import json
import re
from collections.abc import Iterable
from pathlib import Path

import httpx
import pytest
import yaml
from product_fixtures import AdminSql

from abano.core.config import Settings
from abano.core.metrics import BUSIEST, BusiestCompanies
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant
from abano.worker import create_worker

pytestmark = pytest.mark.anyio
CHART = Path(__file__).resolve().parents[3] / "helm" / "abano"


def test_only_the_busiest_companies_are_named() -> None:
    busiest = BusiestCompanies()
    for number in range(500):
        for _ in range(number):
            busiest.note(f"company-{number}")
    (family,) = busiest.collect()
    assert [sample.labels["tenant"] for sample in family.samples][:2] == ["company-499", "company-498"]
    assert len(family.samples) == BusiestCompanies.NAMED


async def test_requests_are_counted_for_their_company(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient
) -> None:
    for _ in range(3):
        await alps_client.get("/api/site")
    (family,) = BUSIEST.collect()
    assert "alps" in {sample.labels["tenant"] for sample in family.samples}


async def test_every_pool_reports_its_use(db: Database, georgia: Tenant) -> None:
    async with db.uow(georgia.id), db.pipeline_transaction(georgia.id):
        figures = db.pools
    assert set(figures) == {"abano-app", "abano-reporting", "abano-sqlalchemy"}
    for name in ("abano-app", "abano-sqlalchemy"):
        used = figures[name]["pool_size"] - figures[name]["pool_available"]
        assert 1 <= used <= figures[name]["pool_max"], name


async def test_the_worker_reports_its_queue(settings: Settings, query_admin_sql: AdminSql) -> None:
    query_admin_sql(
        "insert into outbox_messages (tenant_id, id, kind, payload, created_at, due_at)"
        " select id, gen_random_uuid(), 'test.waits', '{}', now(), now() - interval '30 minutes' from tenants limit 1"
    )
    worker = create_worker(settings)
    # Its database alone, not its tasks: they would send the message.
    await worker.state.db.open()
    transport = httpx.ASGITransport(app=worker)
    async with httpx.AsyncClient(transport=transport, base_url="http://worker") as client:
        text = (await client.get("/metrics")).text
    await worker.state.db.close()
    figures = dict(re.findall(r"^(abano_outbox_\w+) (\S+)$", text, re.MULTILINE))
    assert float(figures["abano_outbox_waiting"]) >= 1
    assert 1790 < float(figures["abano_outbox_oldest_seconds"]) < 1900
    assert 'abano_pool_connections{pool="abano-jobs",state="most"} 2.0' in text
    assert 'abano_jobs{state="waiting",task="messages.thank"} 0.0' in text


def test_dashboards_and_alerts_ask_for_figures_that_exist() -> None:
    source = "\n".join(
        path.read_text()
        for path in (
            CHART.parents[1] / "platform/src/abano/core/metrics.py",
            CHART.parents[1] / "platform/src/abano/core/fair_turns.py",
            CHART.parents[1] / "analytics/src/abano_analytics/progress.py",
        )
    )
    known = set(re.findall(r'"(abano_\w+)"', source)) | {"abano_tenant_requests_total"}
    asked: set[str] = set()
    for path in (CHART / "dashboards").glob("*.json"):
        panels = json.loads(path.read_text())["panels"]
        asked |= _names(target["expr"] for panel in panels for target in panel["targets"])
    rules = yaml.safe_load((CHART / "alerts" / "abano.yaml").read_text())
    asked |= _names(rule["expr"] for group in rules["groups"] for rule in group["rules"])
    assert len(asked) > 20
    assert {re.sub(r"_(bucket|sum|count)$", "", name) for name in asked} <= known


def _names(expressions: Iterable[str]) -> set[str]:
    return {name for each in expressions for name in re.findall(r"\babano_\w+", each)}
