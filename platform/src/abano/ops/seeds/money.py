"""Stores the demo companies' payments: in bulk, with tills for the last days."""

from collections import Counter
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from itertools import groupby
from random import Random
from typing import Any

from sqlalchemy import insert, select, update

from abano.accounts.access.models import AdminRow
from abano.bookings.lifecycle.models import BookingRow
from abano.catalog.published.snapshot import Catalog, deposit_of
from abano.core.ids import new_id
from abano.db.unit_of_work import UnitOfWork
from abano.marketing.ad_costs.models import CampaignCost
from abano.ops.seeds.payments import MoneyMaker, Row, cash_by_day
from abano.ops.seeds.rows import add_rows
from abano.payments.invoices.paper import Seller
from abano.payments.journal.models import Invoice, InvoiceCounter, JournalEntry, JournalNote, Till
from abano.tenancy.directory.models import SellerSettings
from abano.tenancy.directory.tenant import Tenant

OPENING = 20_000
SELLERS: dict[str, Row] = {
    "georgia": {
        "legal_name": "Abano Georgia LLC",
        "registration_number": "404000000",
        "tax_id": "GE404000000",
        "address": "14 Rustaveli Avenue\n0108 Tbilisi\nGeorgia",
        "bank_account": "GE00NB0000000000000000",
        "vat_basis_points": 1_800,
        "footer": "Thank you for travelling with us.",
    },
    "alps": {
        "legal_name": "Alpenrad Mietwagen AG",
        "registration_number": "CHE-000.000.000",
        "tax_id": "CHE-000.000.000 MWST",
        "address": "Bahnhofstrasse 1\n7000 Chur\nSwitzerland",
        "bank_account": "CH00 0000 0000 0000 0000 0",
        "vat_basis_points": 810,
        "footer": "",
    },
}


async def load_money(
    uow: UnitOfWork, tenant: Tenant, catalog: Catalog, bookings: Sequence[Row], now: datetime
) -> None:
    """Payments, deposits, receipts and invoices of the year's bookings. Needs a first owner, who took them."""
    query = (
        select(AdminRow.id).where(AdminRow.tenant_id == uow.tenant_id).order_by(AdminRow.created_at).limit(1)
    )
    admin_id = await uow.session.scalar(query)
    if admin_id is None or tenant.slug not in SELLERS:
        return
    settings = SELLERS[tenant.slug]
    await uow.session.execute(
        insert(SellerSettings), [{"tenant_id": uow.tenant_id, "updated_at": now, **settings}]
    )
    seller = Seller.model_validate(
        {
            "name": settings["legal_name"],
            **{name: settings[name] for name in settings if name != "legal_name"},
        }
    )
    places = {place.code: place.name for place in catalog.locations}
    takes_deposits = deposit_of(catalog.rules, None) != 0
    money = MoneyMaker(tenant, seller, places, admin_id, now, takes_deposits=takes_deposits).make(bookings)
    if money.repriced:
        columns = ("tenant_id", "id", "total_minor", "price_lines")
        changed = [{name: row[name] for name in columns} for row in money.repriced.values()]
        await uow.session.execute(update(BookingRow), changed)
    days = cash_by_day(money.entries, tenant)
    tills = {day: _till(tenant, admin_id, rows) for day, rows in days.items()}
    for day, rows in days.items():
        for row in rows:
            row["till_id"] = tills[day]["id"]
    await _store_entries(uow, money.entries, tills, tenant, now)
    await uow.session.execute(insert(JournalNote), money.notes)
    await uow.session.execute(insert(Invoice), money.documents)
    await uow.session.execute(insert(InvoiceCounter), money.counters)


async def _store_entries(
    uow: UnitOfWork, entries: Sequence[Row], tills: dict[date, Row], tenant: Tenant, now: datetime
) -> None:
    """In the order of time; the till of a day is open while that day's are stored, and closed then."""
    today = now.astimezone(tenant.zone).date()
    for day, rows in groupby(entries, lambda row: _day_with_till(row, tills, tenant)):
        stored = list(rows)
        if day is None:
            await uow.session.execute(insert(JournalEntry), stored)
            continue
        till = tills[day]
        await uow.session.execute(insert(Till), [till])
        await uow.session.execute(insert(JournalEntry), stored)
        if day < today:
            counted = OPENING + sum(_cash(row) for row in stored if row["method"] == "cash")
            evening = max(row["created_at"] for row in stored) + timedelta(minutes=30)
            by = {"counted_by": till["admin_id"], "closed_by": till["admin_id"]}
            await uow.session.execute(
                update(Till)
                .where(Till.tenant_id == uow.tenant_id, Till.id == till["id"])
                .values(counted_at=evening, counted_minor=counted, closed_at=evening, **by)
            )


def _day_with_till(row: Row, tills: dict[date, Row], tenant: Tenant) -> date | None:
    """The entry's day, None for one without cash."""
    day = row["created_at"].astimezone(tenant.zone).date()
    return day if day in tills else None


def _till(tenant: Tenant, admin_id: object, rows: Sequence[Row]) -> Row:
    first = min(row["created_at"] for row in rows)
    return {
        "tenant_id": tenant.id,
        "id": new_id(),
        "admin_id": admin_id,
        "currency": tenant.currency,
        "opened_at": first - timedelta(minutes=30),
        "opening_minor": OPENING,
    }


def _cash(row: Row) -> int:
    amount = int(row["amount_minor"])
    return -amount if row["kind"] in {"refund", "deposit_returned"} else amount


# What a demo company's campaigns cost: so much for each visitor, day by day, the same for the same seed.

# Of one session, in minor units; what is not advertised costs nothing.
PRICES = {"summer-mountains": 420, "autumn-4x4": 310, "airport-pickup": 1650, "family-suv": 780}
CLICKS_A_SESSION = 2
IMPRESSIONS_A_CLICK = 24


async def load_costs(
    uow: UnitOfWork, tenant: Tenant, sessions: Sequence[dict[str, Any]], now: datetime
) -> None:
    """Add the costs of the campaigns by which ``sessions`` came: one upload for each source."""
    random = Random(f"{tenant.slug} costs")  # noqa: S311 - believable, not secret
    days: Counter[tuple[str, str, date]] = Counter(
        (one["utm_source"], one["utm_campaign"], one["started_at"].astimezone(tenant.zone).date())
        for one in sessions
        if one["utm_campaign"] in PRICES
    )
    uploads = {source: new_id() for source in sorted({source for source, _, _ in days})}
    rows = []
    for (source, campaign, day), visitors in sorted(days.items()):
        minor = round(visitors * PRICES[campaign] * random.uniform(0.8, 1.2))
        clicks = visitors * CLICKS_A_SESSION + random.randint(0, 3)
        rows.append(
            {
                "tenant_id": tenant.id,
                "id": new_id(),
                "upload_id": uploads[source],
                "file_name": f"{source}-campaigns.csv",
                "source": source,
                "campaign": campaign,
                "campaign_key": campaign,
                "first_day": day,
                "last_day": day,
                "currency": tenant.currency,
                "amount_minor": minor,
                "base_currency": tenant.currency,
                "base_minor": minor,
                "clicks": clicks,
                "impressions": clicks * IMPRESSIONS_A_CLICK + random.randint(0, 40),
                "created_at": now,
                "created_by": None,
            }
        )
    await add_rows(uow, CampaignCost, rows)
