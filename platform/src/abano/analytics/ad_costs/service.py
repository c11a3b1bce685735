"""Use cases of campaign costs: upload a report, type an amount, list, delete."""

import asyncio
import base64
import binascii
import zlib
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.analytics.ad_costs.ads_report import (
    COST_FILE_TOO_LARGE,
    COST_FILE_UNREADABLE,
    MAX_BYTES,
    MAX_LINES,
    CostLine,
    CostsChangedMeanwhile,
    RefusedLine,
    UnknownCostUpload,
    read_report,
)
from abano.analytics.ad_costs.money import Costs, DailyCosts
from abano.analytics.ad_costs.report_columns import Program
from abano.analytics.ad_costs.repository import CampaignCostRepository
from abano.analytics.ad_costs.rules import Batch, Own, sort_out
from abano.analytics.ad_costs.storing import StoredDays, columns_of, find_stored_days, rows_json, store_batch
from abano.catalog.exchange_rates.service import load_history
from abano.core.errors import InvalidInput
from abano.core.files import IMPORTS
from abano.core.ids import new_id
from abano.core.money import to_decimal
from abano.db.engine import Database
from abano.db.unit_of_work import UnitOfWork
from abano.tenancy.directory.tenant import Tenant
from abano_shared.contract.series import Split

GZIP = b"\x1f\x8b"


@dataclass(frozen=True, slots=True)
class Taken:
    """The result of an import. ``upload_id`` is None for a preview, or if nothing can be stored."""

    batch: Batch
    refused: list[RefusedLine]
    sums: int
    upload_id: UUID | None
    program: Program | None = None


async def read_file(encoded: str) -> bytes:
    """Decode a base64 file, optionally gzipped. Raises InvalidInput."""
    return await asyncio.to_thread(_unpacked, encoded)


async def upload(
    db: Database,
    tenant: Tenant,
    actor: Actor,
    *,
    content: bytes,
    file_name: str,
    source: str,
    currency: str,
    only_check: bool,
    now: datetime,
) -> Taken:
    """Read a report and store what can be stored. The same campaign's costs of the same days are replaced.

    Raises InvalidInput for a file that is no report, CostsChangedMeanwhile, ImportRunning, TooBusy.
    """
    with IMPORTS.turn(tenant.id):
        report = await IMPORTS.read("file", read_report, content)
        batch = Batch([], [])
        stored: StoredDays = {}
        if report.lines:
            async with db.uow(tenant.id) as uow:
                stored = await find_stored_days(uow, source, report.lines)
                rates = await load_history(uow, tenant.currency)
            own = Own(tenant.currency, tenant.zone)
            batch = await IMPORTS.read("file", sort_out, report.lines, currency, own, rates, stored)
        refused = sorted([*report.refused, *batch.refused], key=lambda one: one.line)
        upload_id = None
        if batch.lines and not only_check:
            upload_id = new_id()
            common = columns_of(tenant, actor, upload_id, source, file_name, now)
            rows = await asyncio.to_thread(rows_json, batch.lines, common)
            async with db.uow(tenant.id) as uow:
                await CampaignCostRepository(uow).lock()
                if await find_stored_days(uow, source, report.lines) != stored:
                    raise CostsChangedMeanwhile
                await store_batch(uow, source, batch, rows)
                after = {"file": file_name, "lines": len(batch.lines), "replaced": len(batch.replaced)}
                subject = ("campaign_costs", upload_id)
                await record(uow, actor, "campaign_costs.uploaded", subject=subject, after=after, now=now)
        return Taken(batch, refused, report.sums, upload_id, report.program)


async def type_in(
    uow: UnitOfWork, tenant: Tenant, actor: Actor, line: CostLine, source: str, now: datetime
) -> UUID:
    """Store one amount. Raises InvalidInput if it overlaps existing costs or has no exchange rate."""
    await CampaignCostRepository(uow).lock()
    stored, rates = await find_stored_days(uow, source, [line]), await load_history(uow, tenant.currency)
    batch = sort_out([line], tenant.currency, Own(tenant.currency, tenant.zone), rates, stored)
    for refusal in batch.refused:
        field = "currency" if refusal.sentence.code == "cost_without_rate" else "firstDay"
        raise InvalidInput.of(field, refusal.sentence)
    upload_id = new_id()
    await store_batch(
        uow, source, batch, rows_json(batch.lines, columns_of(tenant, actor, upload_id, source, "", now))
    )
    after = {
        "campaign": line.campaign,
        "from": line.first_day,
        "to": line.last_day,
        "amount": f"{to_decimal(line.amount_minor)} {line.currency or tenant.currency}",
    }
    subject = ("campaign_costs", upload_id)
    await record(uow, actor, "campaign_costs.typed", subject=subject, after=after, now=now)
    return upload_id


async def delete_upload(uow: UnitOfWork, actor: Actor, upload_id: UUID, now: datetime) -> None:
    """Delete one import or manual entry. Raises UnknownCostUpload."""
    repository = CampaignCostRepository(uow)
    await repository.lock()
    found = await repository.list_uploads(upload_id)
    if not found:
        raise UnknownCostUpload
    await repository.delete_upload(upload_id)
    before = {
        "file": found[0].file_name,
        "campaign": found[0].campaign,
        "lines": found[0].lines,
        "amount": f"{to_decimal(found[0].base_minor)} {found[0].base_currency}",
    }
    subject = ("campaign_costs", upload_id)
    await record(uow, actor, "campaign_costs.deleted", subject=subject, before=before, now=now)


def _unpacked(encoded: str) -> bytes:
    try:
        content = base64.b64decode(encoded, validate=True)
        if not content.startswith(GZIP):
            return content
        unpacking = zlib.decompressobj(wbits=31)
        unpacked = unpacking.decompress(content, MAX_BYTES + 1)
    except (binascii.Error, ValueError, zlib.error):
        raise InvalidInput.of("file", COST_FILE_UNREADABLE()) from None
    if len(unpacked) > MAX_BYTES:
        sentence = COST_FILE_TOO_LARGE(megabytes=MAX_BYTES // 1_000_000, lines=MAX_LINES)
        raise InvalidInput.of("file", sentence)
    if not unpacking.eof:
        raise InvalidInput.of("file", COST_FILE_UNREADABLE())
    return unpacked


# Finds what campaigns cost within a period.


class CampaignCosts:
    """For the figures of money, and of sessions over time."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def find(
        self, tenant: Tenant, days: tuple[date, date], filters: tuple[tuple[str, str], ...]
    ) -> Costs:
        """The costs of the days, both included, that the filters leave."""
        async with self._db.uow(tenant.id) as uow:
            totals = await CampaignCostRepository(uow).within(tenant.currency, *days)
        return Costs.filtered(totals, filters)

    async def find_daily(
        self, tenant: Tenant, days: tuple[date, date], filters: tuple[tuple[str, str], ...]
    ) -> DailyCosts:
        """The same by day."""
        found = await self.find_daily_parts(tenant, days, filters)
        return DailyCosts(None if found is None else found.get("", {}))

    async def find_daily_parts(
        self,
        tenant: Tenant,
        days: tuple[date, date],
        filters: tuple[tuple[str, str], ...],
        split: Split = "",
    ) -> dict[str, dict[date, int]] | None:
        """By the key of the campaign or source, and by day; in minor units. None: these can't be split so."""
        async with self._db.uow(tenant.id) as uow:
            repository = CampaignCostRepository(uow)
            campaigns = None
            if filters:
                left = Costs.filtered(await repository.within(tenant.currency, *days), filters).totals
                if left is None:
                    return None
                campaigns = [(one.source, one.key) for one in left]
            costs = await repository.by_day(tenant.currency, *days, campaigns)
        found: dict[str, dict[date, int]] = {}
        for cost in costs:
            key = {"": "", "campaign": cost.key, "source": cost.source}[split]
            of_part = found.setdefault(key, {})
            of_part[cost.day] = of_part.get(cost.day, 0) + cost.minor
        return found
