"""Use cases of handovers and returns: record one, and add its photographs. The phone may send each twice."""

import hashlib
from collections.abc import Callable
from datetime import datetime
from typing import cast
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record as note_in_audit
from abano.booking_record.models import BookingRow
from abano.booking_record.rules import Status, off_day
from abano.booking_record.service import change_status
from abano.bookings.agreements.facts import terms_version
from abano.bookings.agreements.service import find_current
from abano.bookings.customers.merging import keep_licence
from abano.bookings.handover import rules as messages
from abano.bookings.handover import schemas
from abano.bookings.handover.models import HandoverPicture, HandoverRecord, VehicleDamage
from abano.bookings.handover.proposals import costs_of_handover, costs_of_return, propose_lines
from abano.bookings.handover.repository import HandoverRepository
from abano.bookings.handover.rules import Proposal, RecordKind, mileage_question, moment_of
from abano.catalog.published.snapshot import Catalog
from abano.core.errors import Conflict, FieldError, InvalidInput, NotFound, Sentence
from abano.db.personal_data import records_of
from abano.db.unit_of_work import UnitOfWork
from abano.fleet.reservations.models import VehicleRow
from abano.fleet.reservations.service import EventKind, record_change, reservation_of
from abano.storage.images import Picture
from abano.storage.service import Media
from abano.tenancy.directory.tenant import Tenant

# What a booking is before a record, and after it.
STEPS: dict[RecordKind, tuple[Status, Status]] = {
    "handover": ("confirmed", "active"),
    "return": ("active", "completed"),
}
AUDITED: dict[RecordKind, str] = {"handover": "booking.handed_over", "return": "booking.returned"}
EVENTS: dict[RecordKind, EventKind] = {"handover": "handed_over", "return": "returned"}


class RecordExists(Conflict):
    """This handover or return was already recorded. Check the booking."""


class NotToBeRecorded(Conflict):
    """The booking has changed: there is no handover or return to record. Review it and try again."""


class QuestionsOpen(InvalidInput):
    """Please check these again."""


class TooManyPictures(Conflict):
    """This record has reached its limit of photos."""


async def add_record(
    uow: UnitOfWork,
    tenant: Tenant,
    catalog: Catalog,
    actor: Actor,
    booking_id: UUID,
    request: schemas.RecordRequest,
    now: datetime,
) -> HandoverRecord:
    """Record a handover or return, and update the booking's status, its vehicle and proposed charges.

    Idempotent: a repeated request returns the existing record. If the status was changed manually, the
    missing record is added. Raises NotFound, RecordExists, NotToBeRecorded, InvalidInput, and QuestionsOpen
    with the questions.
    """
    repository = HandoverRepository(uow)
    booking = await repository.lock_booking(booking_id)
    digest = hashlib.sha256(request.model_dump_json(exclude={"acknowledged"}).encode()).digest()
    there = await repository.find(request.id)
    if there is not None:
        if there.request_hash != digest or there.booking_id != booking.id:
            raise RecordExists
        return there
    before, after = STEPS[request.kind]
    current = [each.record for each in await repository.records(booking.id) if not each.record.withdrawn_at]
    if booking.status not in {before, after} or any(each.kind == request.kind for each in current):
        raise NotToBeRecorded
    at = moment_of(request.recorded_at, now)
    handed_over = next((each for each in current if each.kind == "handover"), None)
    vehicle = await _vehicle_of(uow, booking, handed_over)
    agreement = await find_current(uow, catalog, booking) if request.kind == "handover" else None
    _check(request, is_signed=agreement is not None)
    questions = _questions(request, tenant, booking, vehicle, handed_over, at)
    if open_ones := {code: text for code, text in questions.items() if code not in request.acknowledged}:
        raise _ask(open_ones)
    if await repository.known_damages([each.id for each in request.damages]):
        raise RecordExists
    languages = [booking.language or catalog.rules.languages[0], *catalog.rules.languages]
    row = HandoverRecord(
        tenant_id=uow.tenant_id,
        booking_id=booking.id,
        vehicle_id=vehicle.id if vehicle else None,
        created_at=now,
        admin_id=actor.admin_id,
        request_hash=digest,
        language=languages[0],
        terms_version=await terms_version(uow, languages),
        agreement_id=agreement.id if agreement is not None and not any(request.signature) else None,
        print_at=now,
        accessories=[each.model_dump() for each in request.accessories],
        **request.model_dump(
            exclude={"accessories", "damages", "acknowledged", "recorded_at", "licence_number", "decisions"}
        ),
        recorded_at=at,
    )
    damages = [
        VehicleDamage(
            tenant_id=uow.tenant_id,
            record_id=row.id,
            booking_id=booking.id,
            vehicle_id=row.vehicle_id,
            found_at=at,
            **each.model_dump(),
        )
        for each in request.damages
    ]
    await repository.add(row, *damages)
    if booking.status == before:
        unusual = off_day(after, booking.pickup_at, booking.return_at, at, tenant.zone)
        note = unusual.note if unusual else None
        await change_status(
            uow, booking, after, actor="admin", admin_id=actor.admin_id, reason="", note=note, now=now
        )
    if request.licence_number:
        await keep_licence(uow, actor, booking.id, request.licence_number, now)
    costs = (
        await costs_of_return(uow, catalog, booking, request, at, handed_over)
        if request.kind == "return"
        else await costs_of_handover(uow, tenant.zone, booking)
    )
    await propose_lines(uow, catalog, actor, booking, row, costs, request.decisions, now)
    if vehicle is not None:
        await _follow_vehicle(uow, actor, booking, vehicle, row, len(damages), now)
    await note_in_audit(
        uow,
        actor,
        AUDITED[request.kind],
        subject=("booking", booking.reference),
        before={"status": before},
        after={
            "status": after,
            "mileageKm": row.mileage_km,
            "fuelEighths": row.fuel_eighths,
            "damages": len(damages),
        }
        | ({"acknowledged": sorted(questions)} if questions else {}),
        now=now,
    )
    return row


async def preview_costs(
    uow: UnitOfWork,
    tenant: Tenant,
    catalog: Catalog,
    booking_id: UUID,
    request: schemas.RecordRequest,
    now: datetime,
) -> list[Proposal]:
    """What this handover or return may cost, before it is signed. Nothing is stored. Raises NotFound."""
    repository = HandoverRepository(uow)
    booking = await repository.get_booking(booking_id)
    if request.kind == "handover":
        return await costs_of_handover(uow, tenant.zone, booking)
    records = [each.record for each in await repository.records(booking_id) if not each.record.withdrawn_at]
    handed_over = next((each for each in records if each.kind == "handover"), None)
    return await costs_of_return(
        uow, catalog, booking, request, moment_of(request.recorded_at, now), handed_over
    )


async def add_picture(
    uow: UnitOfWork,
    media: Media,
    actor: Actor,
    record_id: UUID,
    picture_id: UUID,
    request: schemas.PictureRequest,
    picture: Picture,
    now: datetime,
) -> HandoverRecord:
    """Add a photo to a record. Idempotent: an existing photo is kept.

    Raises NotFound, InvalidInput, RecordExists, TooManyPictures, MediaFull.
    """
    repository = HandoverRepository(uow)
    record = await repository.lock(record_id)
    if record is None:
        raise NotFound
    there = await repository.find_picture(picture_id)
    if there is not None:
        if there.record_id != record.id:
            raise RecordExists
        return record
    if len(await repository.pictures_of_records([record.id])) >= schemas.MAX_PICTURES:
        raise TooManyPictures
    damages = {each.id for each in await repository.damages_of_records([record.id])}
    if request.damage_id is not None and request.damage_id not in damages:
        raise InvalidInput.of("damageId", messages.DAMAGE_UNKNOWN())
    await media.add_picture(uow, picture_id, picture, record.booking_id, now)
    await repository.add(
        HandoverPicture(
            tenant_id=uow.tenant_id,
            id=picture_id,
            record_id=record.id,
            damage_id=request.damage_id,
            kind=request.kind,
            created_at=now,
        )
    )
    booking = await repository.find_booking(record.booking_id)
    await note_in_audit(
        uow,
        actor,
        "booking.photographed",
        subject=("booking", booking.reference if booking else str(record.booking_id)),
        after={"kind": request.kind, "bytes": len(picture.content)},
        now=now,
    )
    return record


async def received_pictures(uow: UnitOfWork, record_id: UUID) -> list[UUID]:
    return [each.id for each in await HandoverRepository(uow).pictures_of_records([record_id])]


async def _vehicle_of(
    uow: UnitOfWork, booking: BookingRow, handed_over: HandoverRecord | None
) -> VehicleRow | None:
    """The vehicle that was handed over, else the one that is reserved; locked."""
    repository = HandoverRepository(uow)
    if handed_over is not None and handed_over.vehicle_id is not None:
        return await repository.lock_vehicle(handed_over.vehicle_id)
    reservation = await reservation_of(uow, booking.id)
    return await repository.lock_vehicle(reservation.vehicle_id) if reservation else None


def _check(request: schemas.RecordRequest, *, is_signed: bool) -> None:
    """A customer who is present must sign. A return may be unattended, such as with a key box.

    ``is_signed``: the agreement was signed by a link, and the booking has not changed since.
    """
    errors: list[FieldError] = []
    if request.kind == "handover":
        if not request.licence_seen:
            errors.append(FieldError("licenceSeen", messages.LICENCE_NOT_SEEN()))
        if not any(request.signature) and not is_signed:
            errors.append(FieldError("signature", messages.SIGNATURE_MISSING()))
    if any(request.signature) and not request.signer_name:
        errors.append(FieldError("signerName", messages.SIGNER_MISSING()))
    if errors:
        raise InvalidInput(errors[0].sentence if len(errors) == 1 else None, fields=tuple(errors))


def _questions(
    request: schemas.RecordRequest,
    tenant: Tenant,
    booking: BookingRow,
    vehicle: VehicleRow | None,
    handed_over: HandoverRecord | None,
    at: datetime,
) -> dict[str, Sentence]:
    """What is unusual, by the code that acknowledges it."""
    found: dict[str, Sentence] = {}
    before, after = STEPS[request.kind]
    if booking.status == before:
        unusual = off_day(after, booking.pickup_at, booking.return_at, at, tenant.zone)
        # A late return is in the proposed lines already.
        if unusual is not None and unusual.code != "late_return":
            found[unusual.code] = unusual.question
    begun = None
    last = vehicle.mileage_km if vehicle else None
    if request.kind == "return" and handed_over is not None:
        begun, last = handed_over.recorded_at, handed_over.mileage_km
    code = mileage_question(request.mileage_km, last, begun, at)
    if code is not None and last is not None:
        sentence: Callable[..., Sentence] = messages.QUESTIONS[code]
        values = {"mileage": request.mileage_km}
        other = {"last": last} if code == "mileage_below" else {"more": request.mileage_km - last}
        found[code] = sentence(**values, **other)
    return found


def _ask(questions: dict[str, Sentence]) -> QuestionsOpen:
    listed = [{"answer": code, **sentence.as_json()} for code, sentence in questions.items()]
    fields = tuple(FieldError("acknowledged", sentence) for sentence in questions.values())
    return QuestionsOpen(fields=fields, details={"questions": listed})


async def _follow_vehicle(
    uow: UnitOfWork,
    actor: Actor,
    booking: BookingRow,
    vehicle: VehicleRow,
    row: HandoverRecord,
    damages: int,
    now: datetime,
) -> None:
    """The vehicle's mileage, place and history."""
    before = {"mileageKm": vehicle.mileage_km}
    vehicle.mileage_km, vehicle.updated_at = row.mileage_km, now
    if row.kind == "return":
        vehicle.location = booking.dropoff_location
    await HandoverRepository(uow).flush()
    after = {
        "booking": booking.reference,
        "mileageKm": row.mileage_km,
        "fuelEighths": row.fuel_eighths,
        "damages": damages,
    }
    kind = EVENTS[cast(RecordKind, row.kind)]
    await record_change(uow, vehicle.id, kind, now=now, actor=actor, before=before, after=after)


PERSONAL_RECORDS = (
    records_of(
        "handovers",
        "handover_records",
        hidden=("admin_id", "request_hash", "print_at", "print_attempts"),
        change="note = '', signer_name = '', signature = '[]', accessories = '[]', print_at = null",
    ),
    records_of(
        "vehicleDamages", "vehicle_damages", hidden=("repaired_by",), order="found_at, id", change="note = ''"
    ),
    records_of("proposedLines", "proposed_lines", hidden=("decided_by",), change="reason = '', label = ''"),
)
