"""Use cases of printing: the content of a document, storing it and sending it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple, cast
from uuid import UUID
from zoneinfo import ZoneInfo

from abano.booking_record.models import BookingRow
from abano.bookings.agreements.facts import booked_name, place_in, priced_lines, without_digest
from abano.bookings.agreements.service import get_agreement
from abano.bookings.customers.merging import licence_of
from abano.bookings.handover.documents import DamageFacts, RecordFacts, accessory_name
from abano.bookings.handover.models import HandoverRecord, VehicleDamage
from abano.bookings.handover.presentation import body_of_car
from abano.bookings.handover.repository import HandoverRepository
from abano.bookings.handover.rules import DamageKind, LineKind
from abano.catalog.published.snapshot import Catalog
from abano.catalog.published.terms import excess_of
from abano.core.ids import new_id
from abano.core.languages.texts import Texts, texts_in
from abano.core.pdf.blocks import Letterhead
from abano.core.phone import spaced
from abano.db.unit_of_work import UnitOfWork
from abano.messaging.outbox.booking_kinds import HandoverDocument
from abano.messaging.outbox.outbox import enqueue
from abano.payments.invoices.letterhead import load_letterhead
from abano.storage.service import Media


class Printed(NamedTuple):
    """What ``make_document`` takes."""

    texts: Texts
    letterhead: Letterhead
    facts: RecordFacts


async def collect_facts(uow: UnitOfWork, catalog: Catalog, row: HandoverRecord) -> Printed:
    """The content of a record's document, in the customer's language."""
    repository = HandoverRepository(uow)
    booking = await repository.get_booking(row.booking_id)
    texts, zone = texts_in(row.language), ZoneInfo(catalog.rules.timezone)
    translated = catalog.in_language(row.language) if row.language in catalog.rules.languages else catalog
    records = await repository.records(booking.id)
    by = next((each.admin_name for each in records if each.record.id == row.id), None)
    before = next(
        (
            each.record
            for each in records
            if each.record.kind == "handover" and each.record.id != row.id and not each.record.withdrawn_at
        ),
        None,
    )
    vehicle = await repository.find_vehicle(row.vehicle_id) if row.vehicle_id else None
    known = await repository.damages_of_vehicle(vehicle.id) if vehicle else []
    own = await repository.damages_of_records([row.id])
    details = (await repository.details_of([booking.id])).get(booking.id)
    option = translated.insurance_option(booking.insurance_code)

    def place(code: str, stored: dict[str, Any] | None) -> str:
        return place_in(translated, row.language, code, stored)

    facts = RecordFacts(
        is_return=row.kind == "return",
        reference=booking.reference,
        customer=booking.customer_name,
        phone=spaced(booking.customer_phone),
        email=booking.customer_email,
        car=booking.car_name,
        body=await body_of_car(uow, row.vehicle_id, booking.car_id),
        plate=vehicle.plate if vehicle else "",
        pickup=(place(booking.pickup_location, booking.pickup_place), booking.pickup_at.astimezone(zone)),
        dropoff=(place(booking.dropoff_location, booking.dropoff_place), booking.return_at.astimezone(zone)),
        recorded_at=row.recorded_at.astimezone(zone),
        by=by or "",
        insurance=option.label if option else booked_name(booking, f"insurance:{booking.insurance_code}"),
        excess=excess_of(option, catalog.car(booking.car_name)),
        currency=booking.currency,
        lines=priced_lines(texts, translated, booking),
        total=booking.total_minor,
        mileage_km=row.mileage_km,
        fuel_eighths=row.fuel_eighths,
        mileage_before=before.mileage_km if before and row.kind == "return" else None,
        fuel_before=before.fuel_eighths if before and row.kind == "return" else None,
        is_clean=row.is_clean,
        licence_seen=row.licence_seen,
        licence_number=await licence_of(uow, booking.id),
        second_driver=", ".join(filter(None, (details.second_driver_name, details.second_driver_licence)))
        if details
        else "",
        accessories=tuple(
            (accessory_name(texts, each["code"], _service_name(translated, booking, each)), each["count"])
            for each in row.accessories
        ),
        damages=_damages(known, own),
        proposed=tuple(
            (cast(LineKind, line.kind), line.quantity, line.amount_minor)
            for line, _ in await repository.lines(booking.id)
            if line.record_id == row.id
        ),
        note=row.note,
        signer=row.signer_name,
        signature=row.signature,
        terms=without_digest(row.terms_version),
        pictures=row.picture_count,
        signed_online=await _signed_online(uow, row, zone),
    )
    letterhead = await load_letterhead(uow, catalog, await repository.company_name(), row.language)
    return Printed(texts, letterhead, facts)


async def _signed_online(uow: UnitOfWork, row: HandoverRecord, zone: ZoneInfo) -> tuple[str, datetime] | None:
    agreement = await get_agreement(uow, row.agreement_id) if row.agreement_id else None
    if agreement is None or agreement.signed_at is None:
        return None
    return agreement.signer_name, agreement.signed_at.astimezone(zone)


async def keep_document(
    uow: UnitOfWork, media: Media, record_id: UUID, content: bytes, now: datetime
) -> None:
    """Keep the printed bytes and send them to the customer. Nothing for a record that was undone or erased."""
    repository = HandoverRepository(uow)
    row = await repository.lock(record_id)
    if row is None or row.print_at is None or row.document_id is not None:
        return
    booking = await repository.get_booking(row.booking_id)
    file_id = new_id()
    await media.add_document(uow, file_id, content, booking.id, now)
    row.document_id, row.print_at = file_id, None
    await repository.flush()
    if "@" not in booking.customer_email or row.withdrawn_at is not None:
        return
    name = "return-protocol" if row.kind == "return" else "rental-agreement"
    message = HandoverDocument(
        to=booking.customer_email,
        customer_name=booking.customer_name,
        reference=booking.reference,
        car_name=booking.car_name,
        is_return=row.kind == "return",
        file_id=file_id,
        file_name=f"{name}-{booking.reference}.pdf",
        language=row.language,
    )
    await enqueue(uow, message, now, booking_id=booking.id)


def _service_name(catalog: Catalog, booking: BookingRow, accessory: dict[str, object]) -> str:
    code = str(accessory["code"])
    service = catalog.service(code)
    return service.label if service else str(accessory["label"]) or booked_name(booking, code)


def _damages(known: Sequence[VehicleDamage], own: Sequence[VehicleDamage]) -> tuple[DamageFacts, ...]:
    """Those of before, then those found now."""
    ids = {each.id for each in own}
    ordered = [*(each for each in known if each.id not in ids), *own]
    return tuple(
        DamageFacts(cast(DamageKind, each.kind), each.x, each.y, each.note, each.id in ids)
        for each in ordered
    )


# The signed documents of a booking, for its customer.


async def list_signed(uow: UnitOfWork, booking_id: UUID) -> list[HandoverRecord]:
    """Handover and return with printed documents, oldest first. Withdrawn records are left out."""
    records = [each.record for each in await HandoverRepository(uow).records(booking_id)]
    return [each for each in records if each.document_id is not None and each.withdrawn_at is None]
