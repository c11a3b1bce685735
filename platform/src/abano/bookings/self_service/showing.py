"""A customer's booking as their page shows it."""

from datetime import datetime, timedelta
from typing import cast
from uuid import UUID

from sqlalchemy import select

from abano.booking_record.models import BookingRow
from abano.booking_record.rules import Status, cancels_at
from abano.bookings.agreements.service import has_open_request, list_signed_documents
from abano.bookings.customer_emails.calendar import sequence_of
from abano.bookings.desk import service as visitor
from abano.bookings.desk.presentation import customer_language
from abano.bookings.desk.quoting import price_out
from abano.bookings.desk.schemas import CustomerActionOut, PriceLineOut
from abano.bookings.handover.printing import list_signed
from abano.bookings.self_service import schemas
from abano.bookings.self_service.rules import Allowed, Facts, Terms, allowed
from abano.bookings.voucher.wallet import PASS_STATUSES
from abano.catalog.pricing.schemas import AgreedPlace
from abano.catalog.published.snapshot import Catalog
from abano.catalog.published.terms import deposit_of
from abano.core.money import to_json
from abano.db.repositories import Repository
from abano.db.unit_of_work import UnitOfWork
from abano.payments.desk.schemas import SettlementOut
from abano.payments.invoices import service as invoices
from abano.payments.invoices.seller import find_bank_account
from abano.payments.journal.rules import Balance, Settlement
from abano.payments.journal.service import balance_of, settlement_of
from abano.payments.online import holds
from abano.payments.online.account import is_online, offers_holds
from abano.payments.online.schemas import HeldOut

PLACES_HOLD: frozenset[str] = frozenset({"confirmed", "active"})
HOLD_OPENS = timedelta(days=2)


async def allowed_now(uow: UnitOfWork, booking: BookingRow, now: datetime) -> tuple[Allowed, Balance]:
    """What the customer may do with this booking now, and what is due."""
    balance = await balance_of(uow, booking)
    facts = Facts(
        status=cast(Status, booking.status),
        pickup_at=booking.pickup_at,
        return_at=booking.return_at,
        total=booking.total_minor,
        daily_rate=booking.daily_rate_minor,
        due=balance.due,
        is_payable=await is_online(uow),
    )
    agreed = booking.agreed_terms
    terms = Terms(agreed.get("freeCancellationHours"), agreed.get("lateCancellationDays"))
    return allowed(facts, terms, now), balance


async def show(
    uow: UnitOfWork, catalog: Catalog, booking: BookingRow, now: datetime, *, has_wallet_pass: bool = False
) -> schemas.OwnBookingResponse:
    """Everything that the page shows. ``has_wallet_pass``: the installation can sign one."""
    may, balance = await allowed_now(uow, booking, now)
    details = await visitor.find_details(uow, booking.id)
    actions = await visitor.list_actions(uow, booking.id)
    settled = await settlement_of(uow, booking)
    hours, language = catalog.rules.unconfirmed_hours, customer_language(booking, catalog)
    own = schemas.OwnBooking(
        id=booking.id,
        calendar_sequence=sequence_of(booking.created_at, booking.updated_at),
        reference=booking.reference,
        status=cast(Status, booking.status),
        updated_at=booking.updated_at,
        customer_name=booking.customer_name,
        car_name=booking.car_name,
        pickup_location=booking.pickup_location,
        dropoff_location=booking.dropoff_location,
        pickup_place=AgreedPlace.of(booking.pickup_place, language),
        dropoff_place=AgreedPlace.of(booking.dropoff_place, language),
        pickup_at=booking.pickup_at,
        return_at=booking.return_at,
        insurance_code=booking.insurance_code,
        service_codes=list(booking.service_codes),
        days=booking.days,
        currency=booking.currency,
        total_price=to_json(booking.total_minor),
        price_lines=_lines(booking),
        paid=to_json(balance.paid),
        due=to_json(settled.owed - settled.to_refund if settled else balance.due),
        settlement=await _settlement(uow, settled),
        has_wallet_pass=has_wallet_pass and booking.status in PASS_STATUSES,
        deposit=to_json(balance.held),
        card_holds=[HeldOut.of(each) for each in await holds.held(uow, booking.id)],
        confirm_by=cancels_at(booking.status, booking.waiting_since or booking.created_at, hours),
        flight_number=details.flight_number if details else "",
        pickup_address=details.pickup_address if details else "",
        dropoff_address=details.dropoff_address if details else "",
        second_driver=visitor.second_driver_of(details),
        additional_driver_fee=to_json(fee)
        if (fee := booking.agreed_terms.get("additionalDriverFee"))
        else None,
        licences=[_licence(each) for each in actions if each.picture_id],
        messages=[_message(each) for each in reversed(actions) if each.kind == "message"],
        documents=await _documents(uow, booking),
        terms_version=booking.terms_version,
        is_agreement_open=await has_open_request(uow, booking, now),
        allowed=_allowed(may, await hold_to_place(uow, catalog, booking, now)),
    )
    return schemas.OwnBookingResponse(booking=own)


async def _settlement(uow: UnitOfWork, settled: Settlement | None) -> schemas.OwnSettlement | None:
    if settled is None:
        return None
    account = await find_bank_account(uow) if settled.owed else ""
    shown = SettlementOut.of(settled)
    return schemas.OwnSettlement(**shown.model_dump(), bank_account=account)


def _lines(booking: BookingRow) -> list[PriceLineOut]:
    return price_out(booking.days, booking.total_minor, booking.price_lines).lines


def _licence(action: CustomerActionOut) -> schemas.OwnLicence:
    return schemas.OwnLicence(is_second_driver=action.is_second_driver, created_at=action.created_at)


def _message(action: CustomerActionOut) -> schemas.OwnMessage:
    return schemas.OwnMessage(
        text=action.text, created_at=action.created_at, is_seen=action.seen_at is not None
    )


async def _documents(uow: UnitOfWork, booking: BookingRow) -> list[schemas.OwnDocument]:
    papers = [
        schemas.OwnDocument(
            id=record.id,
            kind="protocol" if record.kind == "return" else "agreement",
            name="",
            created_at=record.recorded_at,
        )
        for record in await list_signed(uow, booking.id)
    ]
    papers += [
        schemas.OwnDocument(
            id=signed.id, kind="agreement", name="", created_at=signed.signed_at or signed.created_at
        )
        for signed in await list_signed_documents(uow, booking.id)
    ]
    papers += [
        schemas.OwnDocument(
            id=each.invoice.id,
            kind="credit_note" if each.invoice.kind == "credit_note" else "invoice",
            name=each.invoice.number,
            created_at=each.invoice.issued_at,
        )
        for each in await invoices.of_booking(uow, booking.id)
    ]
    return sorted(papers, key=lambda paper: paper.created_at)


async def hold_to_place(uow: UnitOfWork, catalog: Catalog, booking: BookingRow, now: datetime) -> int | None:
    """The deposit that the customer can put on hold on their card now, in minor units.

    Not earlier than two days before the pickup, because a card's authorisation lasts about a week; not when a
    deposit was taken or is on hold already.
    """
    amount = deposit_of(catalog.rules, catalog.car(booking.car_name))
    if not amount or booking.status not in PLACES_HOLD:
        return None
    if not booking.pickup_at - HOLD_OPENS <= now < booking.return_at or not await offers_holds(uow):
        return None
    if (await balance_of(uow, booking)).held or await holds.held(uow, booking.id):
        return None
    return amount


def _allowed(may: Allowed, hold: int | None) -> schemas.AllowedOut:
    return schemas.AllowedOut(
        change_until=may.change_until,
        extend_until=may.extend_until,
        cancel_until=may.cancel_until,
        free_until=may.free_until,
        cancel_cost=to_json(may.cancel_cost),
        tell=may.tell,
        write=may.write,
        pay=may.pay,
        hold=None if hold is None else to_json(hold),
    )


# SQL of a customer's own booking.


class OwnBookingRepository(Repository):
    """Bookings of one tenant, within the caller's transaction."""

    async def find_by_reference(self, reference: str) -> BookingRow | None:
        query = select(BookingRow).where(
            BookingRow.tenant_id == self._tenant, BookingRow.reference == reference
        )
        return await self._session.scalar(query)

    async def find(self, booking_id: UUID, *, locked: bool) -> BookingRow | None:
        query = select(BookingRow).where(BookingRow.tenant_id == self._tenant, BookingRow.id == booking_id)
        return await self._session.scalar(query.with_for_update() if locked else query)
