"""Use cases of accounting: account numbers, and exports of periods.

A period is exported once and then fixed. Entries added later for its days are part of the next export.
"""

import asyncio
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import cast

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.analytics.figures.query import instants
from abano.core.errors import LAST_DAY_BEFORE_FIRST, Conflict, InvalidInput, Message, NotFound
from abano.core.languages.texts import Texts
from abano.db.unit_of_work import UnitOfWork
from abano.payments.accounting.files import DatevHead, datev_csv, plain_csv
from abano.payments.accounting.models import AccountingExport
from abano.payments.accounting.repository import AccountingRepository, ListedExport
from abano.payments.accounting.rules import (
    DEFAULTS,
    Account,
    Chart,
    Movement,
    odd_length,
    postings,
    sums,
)
from abano.tenancy.directory.tenant import Tenant

# As many lines as DATEV reads of one file.
MAX_POSTINGS = 99_999
# Nothing is written before it.
_FIRST_DAY = date(2000, 1, 1)
FIRST_DAY_MISSING = Message("first_export_day_missing", "Enter the first day of your first export")
FIRST_DAY_FOLLOWS = Message(
    "export_day_follows", "This export begins on {day}, the day after the last one ended"
)
PERIOD_NOT_OVER = Message("export_not_over", "Choose a last day that is over")
ONE_YEAR_ONLY = Message("export_of_one_year", "Choose days of one calendar year")
OTHER_LENGTH = Message("account_of_other_length", "All account numbers must have the same number of digits")


class NothingToExport(Conflict):
    """There is nothing to export in this period."""


class TooMuchToExport(Conflict):
    """This period has more entries than one export can hold. Choose a shorter one."""


@dataclass(frozen=True, slots=True)
class Books:
    """``consultant`` and ``client``: numbers with DATEV; without both there is no DATEV file."""

    chart: Chart
    accounts: Mapping[Account, str]
    consultant: int | None = None
    client: int | None = None


@dataclass(frozen=True, slots=True)
class Prepared:
    """What an export will contain."""

    number: int
    first: date
    last: date
    movements: list[Movement]
    books: Books


async def load_books(uow: UnitOfWork) -> Books:
    stored = await AccountingRepository(uow).settings()
    if stored is None:
        return Books("skr03", DEFAULTS["skr03"])
    chart = cast(Chart, stored.chart)
    accounts = {**DEFAULTS[chart], **cast("dict[Account, str]", stored.accounts)}
    return Books(chart, accounts, stored.consultant_number, stored.client_number)


async def keep_books(uow: UnitOfWork, tenant: Tenant, actor: Actor, books: Books, now: datetime) -> None:
    """Change account numbers for exports from now on. Raises InvalidInput for numbers of different lengths."""
    if odd := odd_length(books.accounts):
        raise InvalidInput.of(f"accounts.{odd}", OTHER_LENGTH())
    before = _values(await load_books(uow))
    after = _values(books)
    await AccountingRepository(uow).keep_settings(**after, updated_at=now)
    subject = ("accounting", tenant.slug)
    await record(uow, actor, "accounting.changed", subject=subject, before=before, after=after, now=now)


async def list_exports(uow: UnitOfWork) -> list[ListedExport]:
    return await AccountingRepository(uow).exports()


async def find_export(uow: UnitOfWork, number: int) -> AccountingExport:
    """With its files. Raises NotFound."""
    found = await AccountingRepository(uow).find(number)
    if found is None:
        raise NotFound
    return found


async def find_datev(uow: UnitOfWork, number: int) -> AccountingExport:
    """Raises NotFound for one without a DATEV file, too."""
    found = await find_export(uow, number)
    if not found.has_datev:
        raise NotFound
    return found


async def prepare_export(
    uow: UnitOfWork, tenant: Tenant, first: date | None, last: date, now: datetime
) -> Prepared:
    """Postings up to the last day that are not exported.

    Only the first export has a selectable first day. Entries before it are never exported. Raises
    InvalidInput, NothingToExport, TooMuchToExport.
    """
    repository = AccountingRepository(uow)
    earlier = [each.export for each in await repository.exports()]
    begins = _check_days(earlier, first, last, now.astimezone(tenant.zone).date())
    oldest = earlier[-1].first_day if earlier else begins
    since, until = instants(oldest, last, tenant.zone)
    movements = await repository.movements(since, until, MAX_POSTINGS + 1)
    if not movements:
        raise NothingToExport
    if len(movements) > MAX_POSTINGS:
        raise TooMuchToExport
    return Prepared(len(earlier) + 1, begins, last, movements, await load_books(uow))


async def write_export(
    prepared: Prepared, tenant: Tenant, actor: Actor, texts: Texts, now: datetime
) -> AccountingExport:
    """The export with its files, not stored yet."""
    return await asyncio.to_thread(_write, prepared, tenant, actor, texts, now)


async def keep_export(
    uow: UnitOfWork, prepared: Prepared, export: AccountingExport, actor: Actor, now: datetime
) -> None:
    """Store it, and close its period. Raises ExportedMeanwhile."""
    sources = sorted({each.source for each in prepared.movements})
    await AccountingRepository(uow).add(export, sources)
    after = {"from": str(export.first_day), "to": str(export.last_day), "postings": export.postings}
    subject = ("accounting_export", str(export.number))
    await record(uow, actor, "accounting.exported", subject=subject, after=after, now=now)


def _check_days(earlier: list[AccountingExport], first: date | None, last: date, today: date) -> date:
    if earlier:
        begins = earlier[0].last_day + timedelta(days=1)
        if first not in (None, begins):
            raise InvalidInput.of("from", FIRST_DAY_FOLLOWS(day=begins.isoformat()))
    elif first is None or first < _FIRST_DAY:
        raise InvalidInput.of("from", FIRST_DAY_MISSING())
    else:
        begins = first
    if last >= today:
        raise InvalidInput.of("to", PERIOD_NOT_OVER())
    if last < begins:
        raise InvalidInput.of("to", LAST_DAY_BEFORE_FIRST())
    if last.year != begins.year:
        raise InvalidInput.of("to", ONE_YEAR_ONLY())
    return begins


def _write(prepared: Prepared, tenant: Tenant, actor: Actor, texts: Texts, now: datetime) -> AccountingExport:
    books = prepared.books
    found = postings(prepared.movements, books.accounts, prepared.first, tenant.zone)
    journal, datev = plain_csv(found, texts), b""
    if books.consultant and books.client:
        head = DatevHead(
            consultant=books.consultant,
            client=books.client,
            chart=books.chart,
            digits=len(books.accounts["customers"]),
            currency=tenant.currency,
            first=prepared.first,
            last=prepared.last,
            made_at=now,
        )
        datev = datev_csv(found, head)
    return AccountingExport(
        tenant_id=tenant.id,
        number=prepared.number,
        first_day=prepared.first,
        last_day=prepared.last,
        postings=len(found),
        sums=[{"currency": currency, "amount": amount} for currency, amount in sums(found)],
        journal=journal,
        datev=datev,
        digest=hashlib.sha256(journal + datev).digest(),
        created_by=actor.admin_id,
        created_at=now,
    )


def _values(books: Books) -> dict[str, object]:
    return {
        "chart": books.chart,
        "accounts": dict(books.accounts),
        "consultant_number": books.consultant,
        "client_number": books.client,
    }
