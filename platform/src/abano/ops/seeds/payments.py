"""Generate a year of payments, deposits, receipts and invoices, deterministic for a given seed."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from itertools import groupby
from random import Random
from typing import Any
from uuid import UUID

from sqlalchemy import insert, select, update

from abano.accounts.access.models import AdminRow
from abano.analytics.ad_costs.models import CampaignCost
from abano.booking_record.models import BookingRow
from abano.catalog.pricing.rules import MANUAL
from abano.catalog.published.snapshot import Catalog
from abano.catalog.published.terms import deposit_of
from abano.core.ids import new_id
from abano.db.unit_of_work import UnitOfWork
from abano.ops.seeds.rows import add_rows
from abano.payments.invoices.numbering import DEFAULTS
from abano.payments.invoices.paper import (
    Buyer,
    DocumentLine,
    Movement,
    Rental,
    Seller,
    Snapshot,
)
from abano.payments.invoices.vat import kind_of, rate_of, vat_parts
from abano.payments.journal.models import Invoice, InvoiceCounter, JournalEntry, JournalNote, Till
from abano.payments.journal.rules import WITH_RECEIPT
from abano.tenancy.directory.models import SellerSettings
from abano.tenancy.directory.tenant import Tenant

Row = dict[str, Any]
# Cash only in the last days, to keep the number of tills small.
CASH_DAYS = timedelta(days=12)
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
KEPT_FOR = ("A scratch on the rear bumper", "The tank was half empty", "Seat cleaning")
NO_CHAIN: Row = {"till_id": None, "note": ""}


@dataclass(slots=True)
class Money:
    """Rows by table, in chronological order."""

    entries: list[Row] = field(default_factory=list)
    notes: list[Row] = field(default_factory=list)
    documents: list[Row] = field(default_factory=list)
    counters: list[Row] = field(default_factory=list)
    # Bookings whose price changed.
    repriced: dict[UUID, Row] = field(default_factory=dict)


class MoneyMaker:
    """Adds payments before or at pickup, deposits during the rental and invoices after it.

    ``takes_deposits`` is false for a company that promises no deposit.
    """

    def __init__(
        self,
        tenant: Tenant,
        seller: Seller,
        places: dict[str, str],
        admin_id: UUID,
        now: datetime,
        *,
        takes_deposits: bool,
    ) -> None:
        self._tenant, self._seller, self._places = tenant, seller, places
        self._takes_deposits = takes_deposits
        self._admin, self._now = admin_id, now
        self._random = Random(f"{tenant.slug} money")  # noqa: S311 - believable, not secret
        self._money = Money()
        self._invoiced: list[tuple[datetime, Row]] = []

    def make(self, bookings: Sequence[Row]) -> Money:
        for booking in bookings:
            self._walk(booking)
        self._money.entries.sort(key=lambda row: (row["created_at"], row["step"]))
        self._documents({row["id"]: row for row in bookings})
        return self._money

    def _walk(self, booking: Row) -> None:
        random, status, total = self._random, booking["status"], booking["total_minor"]
        chain = _Chain(self._tenant, booking, self._admin)
        is_over, is_out = status == "completed", status in {"active", "completed"}
        if status in {"confirmed", "cancelled"} and random.random() < 0.3:
            chain.move("payment", total // 4, self._way(booking["created_at"]), booking["created_at"] + HOUR)
            if status == "cancelled":
                chain.move(
                    "refund", total // 4, "bank", booking["updated_at"] + 2 * HOUR, "Cancelled in time"
                )
        if is_out:
            at = booking["pickup_at"]
            if random.random() < 0.3:
                chain.move(
                    "payment", total // 4, self._way(booking["created_at"]), booking["created_at"] + HOUR
                )
            rest = total - chain.paid
            is_partly = not is_over and random.random() < 0.25
            chain.move("payment", rest // 2 if is_partly else rest, self._way(at), at - 4 * MINUTE)
            deposit = 100 * random.choice((200, 300, 500))
            way = self._way(at, online=False)
            if self._takes_deposits:
                chain.move("deposit_taken", deposit, way, at - 2 * MINUTE)
        if is_over:
            self._bring_back(booking, chain)
        self._keep(chain)

    def _bring_back(self, booking: Row, chain: "_Chain") -> None:
        random, at = self._random, booking["return_at"]
        if random.random() < 0.05 and chain.held:
            kept, reason = chain.held // 4, random.choice(KEPT_FOR)
            self._reprice(booking, f"Kept from the deposit: {reason}", kept, "deposit")
            chain.move("deposit_applied", kept, None, at + 5 * MINUTE, reason)
        if chain.held:
            chain.move("deposit_returned", chain.held, random.choice(("card", "bank")), at + 8 * MINUTE)
        if random.random() < 0.03 and at + 26 * HOUR <= self._now:
            early = chain.paid // 10
            self._reprice(booking, "Price reduction", -early)
            chain.move("refund", early, "bank", at + 26 * HOUR, "Returned a day early")
        if random.random() < 0.6:
            self._invoiced.append((at + 20 * MINUTE, booking))

    def _reprice(self, booking: Row, label: str, amount: int, charge: str = "rental") -> None:
        line = {"code": MANUAL, "label": label, "quantity": 1, "unitPrice": amount, "amount": amount}
        line["charge"] = charge
        booking["price_lines"] = [*booking["price_lines"], line]
        booking["total_minor"] += amount
        self._money.repriced[booking["id"]] = booking

    def _keep(self, chain: "_Chain") -> None:
        for row in chain.rows:
            if row["created_at"] > self._now:
                break
            note = row.pop("note")
            self._money.entries.append(row)
            if note:
                body = {"tenant_id": self._tenant.id, "entry_id": row["id"], "body": note}
                self._money.notes.append(body)

    def _way(self, at: datetime, *, online: bool = True) -> str:
        ways, weights = ["card", "bank"], [60, 20]
        if online:
            ways, weights = [*ways, "online"], [*weights, 12]
        if at > self._now - CASH_DAYS:
            ways, weights = [*ways, "cash"], [*weights, 30]
        return self._random.choices(ways, weights)[0]

    def _documents(self, bookings: dict[UUID, Row]) -> None:
        numbers: Counter[tuple[str, int]] = Counter()
        for entry in self._money.entries:
            if entry["kind"] in WITH_RECEIPT:
                self._issue(
                    "receipt", bookings[entry["booking_id"]], entry["created_at"], numbers, entry=entry
                )
        for at, booking in sorted(self._invoiced, key=lambda pair: pair[0]):
            if at > self._now:
                continue
            invoice = self._issue("invoice", booking, at, numbers)
            if self._random.random() < 0.02 and at + HOUR < self._now:
                self._issue("credit_note", booking, at + HOUR, numbers, credited=invoice)
        self._money.counters = [
            {"tenant_id": self._tenant.id, "kind": kind, "year": year, "last_number": last}
            for (kind, year), last in numbers.items()
        ]

    def _issue(
        self,
        kind: str,
        booking: Row,
        at: datetime,
        numbers: Counter[tuple[str, int]],
        *,
        entry: Row | None = None,
        credited: Row | None = None,
    ) -> Row:
        year = at.astimezone(self._tenant.zone).year
        numbers[kind, year] += 1
        sequence, sign = numbers[kind, year], -1 if credited else 1
        document = {
            "tenant_id": self._tenant.id,
            "id": new_id(),
            "kind": kind,
            "year": year,
            "sequence": sequence,
            "previous_sequence": sequence - 1 or None,
            "number": DEFAULTS[kind].number(year, sequence),
            "booking_id": booking["id"],
            "entry_id": entry["id"] if entry else None,
            "credits_id": credited["id"] if credited else None,
            "language": booking["language"],
            "currency": booking["currency"],
            "total_minor": entry["amount_minor"] if entry else sign * booking["total_minor"],
            "data": self._snapshot(booking, entry, credited).stored(),
            "issued_by": self._admin,
            "issued_at": at,
        }
        self._money.documents.append(document)
        return document

    def _snapshot(self, booking: Row, entry: Row | None, credited: Row | None) -> Snapshot:
        sign = -1 if credited else 1
        seller = self._seller
        lines = [
            DocumentLine(
                code=line["code"],
                label=line["label"],
                quantity=line["quantity"],
                unit_price=sign * line["unitPrice"],
                amount=sign * line["amount"],
                vat=rate_of(kind_of(line["code"], line.get("charge", "")), seller.vat_basis_points, {}),
                credits=place if credited else None,
            )
            for place, line in enumerate(booking["price_lines"])
        ]
        movement = (
            Movement(kind=entry["kind"], method=entry["method"], amount=entry["amount_minor"])
            if entry
            else None
        )
        place = self._places
        return Snapshot(
            seller=seller,
            buyer=Buyer(
                name=booking["customer_name"],
                email=booking["customer_email"],
                phone=booking["customer_phone"],
            ),
            rental=Rental(
                reference=booking["reference"],
                car=booking["car_name"],
                pickup_place=place.get(booking["pickup_location"], booking["pickup_location"]),
                pickup_at=booking["pickup_at"],
                return_place=place.get(booking["dropoff_location"], booking["dropoff_location"]),
                return_at=booking["return_at"],
                days=booking["days"],
            ),
            timezone=self._tenant.timezone,
            lines=[] if entry else lines,
            vat=[] if entry or seller.vat_basis_points is None else vat_parts(lines),
            movement=movement,
            paid=0 if entry else booking["total_minor"],
            credited=credited["number"] if credited else None,
            reason="Issued to the wrong name" if credited else "",
        )


class _Chain:
    """Journal entries of one booking, each based on the one before."""

    def __init__(self, tenant: Tenant, booking: Row, admin_id: UUID) -> None:
        self._tenant, self._booking, self._admin = tenant, booking, admin_id
        self.rows: list[Row] = []
        self.paid = self.held = 0

    def move(self, kind: str, amount: int, method: str | None, at: datetime, note: str = "") -> None:
        if amount <= 0:
            return
        if self.rows:
            at = max(at, self.rows[-1]["created_at"] + MINUTE)
        step = len(self.rows) + 1
        self.rows.append(
            NO_CHAIN
            | {
                "tenant_id": self._tenant.id,
                "id": new_id(),
                "kind": kind,
                "method": method,
                "booking_id": self._booking["id"],
                "step": step,
                "previous_step": step - 1 or None,
                "admin_id": None if method == "online" else self._admin,
                "currency": self._booking["currency"],
                "amount_minor": amount,
                "created_at": at,
                "paid_was": self.paid,
                "held_was": self.held,
                "note": note,
            }
        )
        self.paid += amount if kind in {"payment", "deposit_applied"} else -amount if kind == "refund" else 0
        self.held += amount if kind == "deposit_taken" else -amount if kind.startswith("deposit_") else 0


def cash_by_day(entries: Iterable[Row], tenant: Tenant) -> dict[Any, list[Row]]:
    """Return cash entries by day in the company's time zone."""
    days: dict[Any, list[Row]] = {}
    for row in entries:
        if row["method"] == "cash":
            days.setdefault(row["created_at"].astimezone(tenant.zone).date(), []).append(row)
    return days


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
    """Add payments, deposits, receipts and invoices of the year's bookings, recorded by the first owner."""
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
    """Store entries in chronological order; each day's till is opened before them and closed after."""
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
    """Return the day of the entry if that day has a till, else None."""
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


# Campaign costs by day are deterministic for a given seed.

# Cost of one session in minor units, for paid campaigns.
PRICES = {"summer-mountains": 420, "autumn-4x4": 310, "airport-pickup": 1650, "family-suv": 780}
CLICKS_A_SESSION = 2
IMPRESSIONS_A_CLICK = 24


async def load_costs(
    uow: UnitOfWork, tenant: Tenant, sessions: Sequence[dict[str, Any]], now: datetime
) -> None:
    """Add campaign costs for ``sessions``, one upload for each source."""
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
