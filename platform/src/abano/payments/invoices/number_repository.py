"""SQL of the numbers of documents."""

from datetime import datetime
from typing import TYPE_CHECKING, cast
from uuid import UUID

from sqlalchemy import exists, func, select, text
from sqlalchemy.dialects.postgresql import insert

from abano.db.repositories import Repository
from abano.payments.journal.models import Invoice, InvoiceCounter, InvoiceNumbering, InvoiceStart

if TYPE_CHECKING:
    from abano.payments.invoices.numbering import Numbering

# A change of the format waits for documents that are being issued, and they for it.
_SHARED_LOCK = text(
    "select pg_advisory_xact_lock_shared(hashtextextended('invoice_numbering:' || :tenant, 0))"
)
_LOCK = text("select pg_advisory_xact_lock(hashtextextended('invoice_numbering:' || :tenant, 0))")
# The row stays locked until the transaction ends: concurrent invoices wait for their number, and a rollback
# leaves no gap.
_NEXT_SEQUENCE = text("""
insert into invoice_counters (tenant_id, kind, year, last_number) values (:tenant, :kind, :year, 1)
on conflict (tenant_id, kind, year) do update set last_number = invoice_counters.last_number + 1
returning last_number
""")
# Documents whose number is one that the format would still write.
_REPEATED = text("""
select m.number from (
  select i.number, regexp_match(i.number, :pattern) as groups from invoices i where i.tenant_id = :tenant
) m
cross join lateral (values (
  case when :has_year then m.groups[case when :is_year_first then 1 else 2 end]::numeric end,
  m.groups[case when :has_year and :is_year_first then 2 else 1 end]::numeric
)) d(year, sequence)
where m.groups is not null and case
  when not :has_year then d.sequence >= :sequence
  when :restarts_yearly then d.year > :year or (d.year = :year and d.sequence >= :sequence)
  else d.year >= :year and d.sequence >= :sequence
end
order by d.year nulls first, d.sequence limit 1
""")


class NumberRepository(Repository):
    """Counters and formats of one tenant, within the caller's transaction."""

    async def lock_formats(self, *, shared: bool) -> None:
        """Until the transaction ends."""
        await self._session.execute(_SHARED_LOCK if shared else _LOCK, {"tenant": str(self._tenant)})

    async def find(self, kind: str) -> InvoiceNumbering | None:
        return await self._session.get(InvoiceNumbering, (self._tenant, kind), populate_existing=True)

    async def keep(self, kind: str, numbering: "Numbering", revision: int, now: datetime) -> None:
        values = {**numbering._asdict(), "revision": revision, "updated_at": now}
        statement = insert(InvoiceNumbering).values(tenant_id=self._tenant, kind=kind, **values)
        await self._session.execute(
            statement.on_conflict_do_update(index_elements=["tenant_id", "kind"], set_=values)
        )

    async def next_sequence(self, kind: str, year: int) -> int:
        """The next place of a kind in a year; its counter is locked until the transaction ends."""
        values = {"tenant": self._tenant, "kind": kind, "year": year}
        return cast(int, await self._session.scalar(_NEXT_SEQUENCE, values))

    async def has_document(self, kind: str, year: int, sequence: int) -> bool:
        found = exists().where(
            Invoice.tenant_id == self._tenant,
            Invoice.kind == kind,
            Invoice.year == year,
            Invoice.sequence == sequence,
        )
        return bool(await self._session.scalar(select(found)))

    async def last_sequence(self, kind: str, year: int) -> int:
        """0 before the first."""
        counter = select(InvoiceCounter.last_number).where(
            InvoiceCounter.tenant_id == self._tenant,
            InvoiceCounter.kind == kind,
            InvoiceCounter.year == year,
        )
        return await self._session.scalar(counter) or 0

    async def last_issued(self, kind: str, year: int) -> int:
        """The last place that a document has, 0 for none."""
        last = select(func.max(Invoice.sequence)).where(
            Invoice.tenant_id == self._tenant, Invoice.kind == kind, Invoice.year == year
        )
        return await self._session.scalar(last) or 0

    async def add_start(
        self, kind: str, year: int, sequence: int, chosen_by: UUID | None, now: datetime
    ) -> None:
        statement = insert(InvoiceStart).values(
            tenant_id=self._tenant,
            kind=kind,
            year=year,
            sequence=sequence,
            chosen_by=chosen_by,
            chosen_at=now,
        )
        await self._session.execute(statement.on_conflict_do_nothing())

    async def set_counter(self, kind: str, year: int, last: int) -> None:
        statement = insert(InvoiceCounter).values(
            tenant_id=self._tenant, kind=kind, year=year, last_number=last
        )
        await self._session.execute(
            statement.on_conflict_do_update(
                index_elements=["tenant_id", "kind", "year"], set_={"last_number": last}
            )
        )

    async def find_repeated(
        self,
        pattern: str,
        *,
        has_year: bool,
        is_year_first: bool,
        restarts_yearly: bool,
        year: int,
        sequence: int,
    ) -> str | None:
        """The first number of a document that a format would write again from ``sequence`` on."""
        values = {
            "tenant": self._tenant,
            "pattern": pattern,
            "has_year": has_year,
            "is_year_first": is_year_first,
            "restarts_yearly": restarts_yearly,
            "year": year,
            "sequence": sequence,
        }
        return cast("str | None", await self._session.scalar(_REPEATED, values))
