"""Handovers and returns as the console's schemas."""

from collections import defaultdict
from collections.abc import Sequence
from typing import cast
from uuid import UUID

from abano.bookings.agreements.service import signed_moments
from abano.bookings.handover import schemas
from abano.bookings.handover.models import HandoverPicture, VehicleDamage
from abano.bookings.handover.repository import ByAdmin, Decided, HandoverRepository
from abano.bookings.handover.rules import Body, DamageKind, LineKind, PictureKind, RecordKind, body_of
from abano.core.money import to_json
from abano.db.unit_of_work import UnitOfWork


async def present_records(uow: UnitOfWork, records: Sequence[ByAdmin]) -> list[schemas.RecordOut]:
    """Records with their damages and pictures."""
    repository = HandoverRepository(uow)
    ids = [each.record.id for each in records]
    pictures = await repository.pictures_of_records(ids)
    damages: dict[UUID, list[VehicleDamage]] = defaultdict(list)
    for damage in await repository.damages_of_records(ids):
        damages[damage.record_id].append(damage)
    agreements = await signed_moments(uow, [each.record.agreement_id for each in records])
    found: list[schemas.RecordOut] = []
    for record, name in records:
        own = [each for each in pictures if each.record_id == record.id]
        found.append(
            schemas.RecordOut(
                id=record.id,
                kind=cast(RecordKind, record.kind),
                recorded_at=record.recorded_at,
                by=name,
                mileage_km=record.mileage_km,
                fuel_eighths=record.fuel_eighths,
                is_clean=record.is_clean,
                licence_seen=record.licence_seen,
                accessories=[schemas.Accessory.model_validate(each) for each in record.accessories],
                damages=[_damage(each, pictures) for each in damages[record.id]],
                note=record.note,
                signer_name=record.signer_name,
                signature=record.signature,
                signed_online_at=agreements.get(record.agreement_id) if record.agreement_id else None,
                language=record.language,
                terms_version=record.terms_version,
                picture_count=record.picture_count,
                pictures=[_picture(each) for each in own],
                document_ready=record.document_id is not None,
                is_printing=record.print_at is not None,
                withdrawn_at=record.withdrawn_at,
            )
        )
    return found


async def body_of_car(uow: UnitOfWork, vehicle_id: UUID | None, car_id: UUID | None = None) -> Body:
    """Which drawing shows the vehicle, else the car that was booked."""
    return body_of(await HandoverRepository(uow).category(vehicle_id, car_id))


async def present_damages(uow: UnitOfWork, vehicle_id: UUID | None) -> list[schemas.DamageOut]:
    """What is known of the vehicle and was not repaired."""
    if vehicle_id is None:
        return []
    return await _with_pictures(uow, await HandoverRepository(uow).damages_of_vehicle(vehicle_id))


async def present_damage_history(uow: UnitOfWork, vehicle_id: UUID) -> list[schemas.DamageOut]:
    """Every damage of the vehicle, also those that were repaired."""
    return await _with_pictures(uow, await HandoverRepository(uow).all_damages_of_vehicle(vehicle_id))


async def _with_pictures(uow: UnitOfWork, damages: Sequence[VehicleDamage]) -> list[schemas.DamageOut]:
    records = list({each.record_id for each in damages})
    pictures = await HandoverRepository(uow).pictures_of_records(records)
    return [_damage(each, pictures) for each in damages]


def present_line(decided: Decided) -> schemas.ProposedLineOut:
    line, name = decided
    return schemas.ProposedLineOut.model_validate(
        {
            "id": line.id,
            "kind": cast(LineKind, line.kind),
            "quantity": line.quantity,
            "amount": to_json(line.amount_minor),
            "damage_id": line.damage_id,
            "state": line.state,
            "decided_amount": None if line.decided_minor is None else to_json(line.decided_minor),
            "reason": line.reason,
            "decided_by": name,
            "decided_at": line.decided_at,
        }
    )


def _damage(damage: VehicleDamage, pictures: Sequence[HandoverPicture]) -> schemas.DamageOut:
    return schemas.DamageOut(
        id=damage.id,
        record_id=damage.record_id,
        booking_id=damage.booking_id,
        kind=cast(DamageKind, damage.kind),
        x=damage.x,
        y=damage.y,
        note=damage.note,
        found_at=damage.found_at,
        repaired_at=damage.repaired_at,
        picture_ids=[each.id for each in pictures if each.damage_id == damage.id],
    )


def _picture(picture: HandoverPicture) -> schemas.PictureOut:
    return schemas.PictureOut(
        id=picture.id,
        kind=cast(PictureKind, picture.kind),
        damage_id=picture.damage_id,
        created_at=picture.created_at,
    )
