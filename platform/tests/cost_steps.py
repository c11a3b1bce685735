"""Costs of campaigns: what is typed, a report of an advertising account, and a stored one."""

import base64
from datetime import date, datetime
from typing import Any
from uuid import UUID

from product_fixtures import AdminSql

from abano.core.ids import new_id

REPORT = """Campaign performance report
"September 1, 2026 - September 2, 2026"
Day,Campaign,Currency code,Cost,Impr.,Clicks
2026-09-01,Autumn-4x4,EUR,"1,234.56","12,345",210
2026-09-02,Autumn-4x4,EUR,98.70,900,18
2026-09-02,brand,EUR,10.00,90,8
Total: Campaigns, --,EUR,"1,343.26","13,335",236
"""
TYPED: dict[str, Any] = {
    "source": "google",
    "campaign": "spring",
    "firstDay": "2026-04-01",
    "lastDay": "2026-04-30",
    "amount": 250.5,
}


def encoded(report: str | bytes) -> str:
    content = report.encode() if isinstance(report, str) else report
    return base64.b64encode(content).decode()


UPLOADED: dict[str, Any] = {"file": encoded(REPORT), "fileName": "September.csv"}


def add_campaign_cost(sql: AdminSql, tenant_id: UUID, now: datetime, day: date = date(2026, 5, 1)) -> UUID:
    """One that was typed, for one day; answers the id that it is deleted by."""
    upload = new_id()
    sql(
        "insert into campaign_costs (tenant_id, id, upload_id, source, campaign, campaign_key, first_day, last_day,"
        " currency, amount_minor, base_currency, base_minor, created_at)"
        " values (%s, %s, %s, 'google', 'spring', %s, %s, %s, 'EUR', 1000, 'EUR', 1000, %s)",
        tenant_id, new_id(), upload, f"spring-{upload}", day, day, now,
    )  # fmt: skip
    return upload


def add_ad_account(sql: AdminSql, tenant_id: UUID, now: datetime) -> None:
    """One whose key opens nothing."""
    sql(
        "insert into ad_accounts (tenant_id, source, id, customer_id, sealed_key, client_email, read_from, due_at,"
        " created_at) values (%s, 'google', %s, '1234567890', '', 'ads@project.iam.gserviceaccount.com', %s, %s, %s)"
        " on conflict do nothing",
        tenant_id, new_id(), now.date(), now, now,
    )  # fmt: skip


def cost_things(endpoint: str, sql: AdminSql, tenant_id: UUID, now: datetime) -> dict[str, Any]:
    """A stored cost where the path asks for one; none of the same days where the path adds one."""
    if "{upload_id}" in endpoint:
        return {"upload_id": add_campaign_cost(sql, tenant_id, now)}
    if "/ad-account" in endpoint:
        add_ad_account(sql, tenant_id, now)
    if "/campaign-costs" in endpoint:
        sql("delete from campaign_costs")
    return {}
