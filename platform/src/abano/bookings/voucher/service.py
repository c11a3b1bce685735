"""Use cases: the voucher of a booking, and its PDF."""

from dataclasses import dataclass

from abano.booking_record.models import BookingDetails, BookingRow
from abano.bookings.voucher.document import printed
from abano.bookings.voucher.facts import Voucher, voucher_of
from abano.catalog.published.snapshot import Catalog
from abano.core.pdf.blocks import Document, Letterhead
from abano.db.unit_of_work import UnitOfWork
from abano.payments.invoices.content import language_of
from abano.payments.invoices.letterhead import load_letterhead
from abano.payments.journal.service import balance_of, settlement_of

FILE_NAME = "voucher-{reference}.pdf"


@dataclass(frozen=True, slots=True)
class Collected:
    """All that a voucher and a pass are made of."""

    voucher: Voucher
    letterhead: Letterhead

    @property
    def document(self) -> Document:
        return printed(self.voucher, self.letterhead)


async def collect_voucher(
    uow: UnitOfWork, catalog: Catalog, booking: BookingRow, details: BookingDetails | None, company: str
) -> Collected:
    """``company``: the name on the site. ``paid`` and ``due`` include a cancelled booking's settlement."""
    language = language_of(booking, catalog)
    balance, settled = await balance_of(uow, booking), await settlement_of(uow, booking)
    paid, due = balance.paid, balance.due
    if settled is not None:
        paid, due = settled.paid - settled.refunded, settled.owed - settled.to_refund
    voucher = voucher_of(booking, details, catalog, language=language, company=company, paid=paid, due=due)
    return Collected(voucher, await load_letterhead(uow, catalog, company, language))
