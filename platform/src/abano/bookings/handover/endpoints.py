"""HTTP endpoints of handovers and returns: the yard for drivers and the desk, decisions for the desk."""

from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Depends, Response

from abano.bookings.handover import proposals, schemas, service, terms, yard
from abano.bookings.handover import proposals as damages
from abano.bookings.handover.presentation import body_of_car, present_damages, present_line, present_records
from abano.bookings.handover.repository import HandoverRepository
from abano.catalog.published.dependencies import CatalogNow
from abano.core.errors import NotFound
from abano.core.money import to_json, to_minor
from abano.payments.desk.schemas import PaymentRequest
from abano.payments.desk.service import Cashier, take_payment
from abano.payments.journal.schemas import IdempotencyKey
from abano.storage.images import JPEG
from abano.storage.service import PDF, Content, Media
from abano.web.dependencies import (
    AppClock,
    BookingsActor,
    CurrentTenant,
    Db,
    FleetActor,
    SettingsActor,
    Uow,
    YardActor,
    no_store,
    of_app,
)

router = APIRouter(prefix="/api/admin", tags=["handover"], dependencies=[Depends(no_store)])
PICTURE: dict[int | str, dict[str, Any]] = {200: {"content": {JPEG: {}}}}
DOCUMENT: dict[int | str, dict[str, Any]] = {200: {"content": {PDF: {}}}}


MediaOf = Annotated[Media, of_app("media")]


@router.get("/yard")
async def show_yard(
    actor: YardActor, tenant: CurrentTenant, catalog: CatalogNow, clock: AppClock, uow: Uow
) -> schemas.YardResponse:
    """Today's handovers and returns, what is overdue, and what was done."""
    return await yard.show_yard(uow, tenant, catalog, actor, clock.now())


@router.get("/yard/bookings/{booking_id}")
async def show_yard_booking(
    booking_id: UUID, actor: YardActor, tenant: CurrentTenant, catalog: CatalogNow, clock: AppClock, uow: Uow
) -> schemas.YardBookingResponse:
    """What the form of a handover or return needs. A driver sees the bookings of the day."""
    return await yard.show_booking(uow, tenant, catalog, actor, booking_id, clock.now())


@router.post("/yard/bookings/{booking_id}/records")
async def add_handover_record(
    booking_id: UUID,
    body: schemas.RecordRequest,
    actor: YardActor,
    tenant: CurrentTenant,
    db: Db,
    catalog: CatalogNow,
    clock: AppClock,
) -> schemas.RecordResponse:
    """Record a handover or return. The same record again stores nothing; 422 with questions for what is unusual."""
    now = clock.now()
    async with db.uow(tenant.id) as uow:
        await yard.get_visible(uow, tenant, actor, booking_id, now)
        record = await service.add_record(uow, tenant, catalog, actor, booking_id, body, now)
        received = await service.received_pictures(uow, record.id)
    return schemas.RecordResponse(record_id=record.id, received_pictures=received)


@router.get("/yard/bookings/{booking_id}/money")
async def show_yard_money(
    booking_id: UUID, actor: YardActor, tenant: CurrentTenant, uow: Uow, clock: AppClock
) -> schemas.YardMoney:
    """What is due of a booking of the yard."""
    booking = await yard.get_visible(uow, tenant, actor, booking_id, clock.now())
    return await yard.show_money(uow, actor, booking)


@router.post("/yard/bookings/{booking_id}/payments", status_code=201)
async def take_yard_payment(
    booking_id: UUID,
    body: PaymentRequest,
    actor: YardActor,
    tenant: CurrentTenant,
    catalog: CatalogNow,
    uow: Uow,
    clock: AppClock,
    key: IdempotencyKey = None,
) -> schemas.YardMoney:
    """Take a payment of at most what is due; cash goes into the open till of the admin who takes it."""
    now = clock.now()
    booking = await yard.get_visible(uow, tenant, actor, booking_id, now)
    await take_payment(Cashier(uow, tenant, catalog, actor, now), booking_id, body, key)
    return await yard.show_money(uow, actor, booking)


@router.post("/yard/bookings/{booking_id}/costs")
async def preview_return_costs(
    booking_id: UUID,
    body: schemas.RecordRequest,
    actor: YardActor,
    tenant: CurrentTenant,
    db: Db,
    catalog: CatalogNow,
    clock: AppClock,
) -> schemas.CostsResponse:
    """What a handover or return may cost, to show it before the customer signs. Stores nothing."""
    now = clock.now()
    async with db.uow(tenant.id) as uow:
        booking = await yard.get_visible(uow, tenant, actor, booking_id, now)
        costs = await service.preview_costs(uow, tenant, catalog, booking_id, body, now)
    return schemas.CostsResponse(
        currency=booking.currency,
        costs=[
            schemas.CostOut(
                kind=each.kind,
                quantity=each.quantity,
                amount=to_json(each.amount),
                damage_id=each.damage_id,
            )
            for each in costs
        ],
        total=to_json(sum(each.amount for each in costs)),
    )


@router.put("/yard/records/{record_id}/pictures/{picture_id}")
async def add_handover_picture(
    record_id: UUID,
    picture_id: UUID,
    body: schemas.PictureRequest,
    actor: YardActor,
    tenant: CurrentTenant,
    db: Db,
    clock: AppClock,
    media: MediaOf,
) -> schemas.RecordResponse:
    """Add a photograph to a record; the same one again stores nothing."""
    now = clock.now()
    async with db.uow(tenant.id) as uow:
        found = await HandoverRepository(uow).find(record_id)
        if found is None:
            raise NotFound
        await yard.get_visible(uow, tenant, actor, found.booking_id, now)
    picture = await media.prepare(tenant.id, body.content)
    async with db.uow(tenant.id) as uow:
        record = await service.add_picture(uow, media, actor, record_id, picture_id, body, picture, now)
        received = await service.received_pictures(uow, record.id)
    return schemas.RecordResponse(record_id=record.id, received_pictures=received)


@router.get("/yard/records/{record_id}/pictures/{picture_id}", response_class=Response, responses=PICTURE)
async def read_handover_picture(
    record_id: UUID,
    picture_id: UUID,
    actor: YardActor,
    tenant: CurrentTenant,
    uow: Uow,
    clock: AppClock,
    media: MediaOf,
) -> Response:
    """A photograph, as JPEG."""
    repository = HandoverRepository(uow)
    picture = await repository.find_picture(picture_id)
    record = await repository.find(record_id)
    if picture is None or record is None or picture.record_id != record.id:
        raise NotFound
    await yard.get_visible(uow, tenant, actor, record.booking_id, clock.now())
    return _file(await media.read(uow, picture_id))


@router.get("/yard/records/{record_id}/document", response_class=Response, responses=DOCUMENT)
async def read_handover_document(
    record_id: UUID, actor: YardActor, tenant: CurrentTenant, uow: Uow, clock: AppClock, media: MediaOf
) -> Response:
    """The agreement or protocol as it was signed, as PDF. 404 until it is printed."""
    record = await HandoverRepository(uow).find(record_id)
    if record is None or record.document_id is None:
        raise NotFound
    await yard.get_visible(uow, tenant, actor, record.booking_id, clock.now())
    return _file(
        await media.read(uow, record.document_id), f"{record.kind}-{record.recorded_at:%Y-%m-%d}.pdf"
    )


@router.get("/bookings/{booking_id}/handover")
async def show_handover(
    booking_id: UUID, _: BookingsActor, tenant: CurrentTenant, uow: Uow
) -> schemas.HandoverResponse:
    """What was recorded of a booking, and the lines that were proposed."""
    repository = HandoverRepository(uow)
    booking = await repository.find_booking(booking_id)
    if booking is None:
        raise NotFound
    records = await repository.records(booking_id)
    vehicle = next((each.record.vehicle_id for each in reversed(records) if each.record.vehicle_id), None)
    own = {each.record.id for each in records}
    existing = await present_damages(uow, vehicle)
    return schemas.HandoverResponse(
        currency=booking.currency,
        records=await present_records(uow, records),
        lines=[present_line(each) for each in await repository.lines(booking_id)],
        driver_fees=[
            schemas.DriverFee(kind=each.kind, quantity=each.quantity, amount=to_json(each.amount))
            for each in await proposals.driver_fees(uow, tenant.zone, booking)
        ],
        existing_damages=[each for each in existing if each.record_id not in own],
        body=await body_of_car(uow, vehicle, booking.car_id),
    )


@router.post("/bookings/{booking_id}/proposed-lines/{line_id}")
async def decide_proposed_line(
    booking_id: UUID,
    line_id: UUID,
    body: schemas.DecisionRequest,
    actor: BookingsActor,
    tenant: CurrentTenant,
    db: Db,
    catalog: CatalogNow,
    clock: AppClock,
) -> schemas.HandoverResponse:
    """Accept a proposed line, also with another amount or wording, or refuse it."""
    async with db.uow(tenant.id) as uow:
        await proposals.decide(uow, catalog, actor, booking_id, line_id, body, clock.now())
    async with db.uow(tenant.id) as uow:
        return await show_handover(booking_id, actor, tenant, uow)


@router.post("/bookings/{booking_id}/proposed-lines/{line_id}/reversal")
async def reverse_proposed_line(
    booking_id: UUID,
    line_id: UUID,
    body: schemas.ReverseDecisionRequest,
    actor: BookingsActor,
    tenant: CurrentTenant,
    db: Db,
    catalog: CatalogNow,
    clock: AppClock,
) -> schemas.HandoverResponse:
    """Undo a decision: what was charged is taken off the booking's price, and the line is open again."""
    async with db.uow(tenant.id) as uow:
        await proposals.reverse(uow, catalog, actor, booking_id, line_id, body, clock.now())
    async with db.uow(tenant.id) as uow:
        return await show_handover(booking_id, actor, tenant, uow)


@router.post("/bookings/{booking_id}/second-driver/fee")
async def add_second_driver_fee(
    booking_id: UUID,
    body: schemas.DriverFeeRequest,
    actor: BookingsActor,
    tenant: CurrentTenant,
    db: Db,
    catalog: CatalogNow,
    clock: AppClock,
) -> schemas.HandoverResponse:
    """Add the fee of the second driver to the price. The handover does not propose it again."""
    async with db.uow(tenant.id) as uow:
        shown = to_minor(body.amount)
        await proposals.add_driver_fees(uow, catalog, tenant.zone, actor, booking_id, shown, clock.now())
    async with db.uow(tenant.id) as uow:
        return await show_handover(booking_id, actor, tenant, uow)


@router.get("/vehicles/{vehicle_id}/damages")
async def list_vehicle_damages(vehicle_id: UUID, _: FleetActor, uow: Uow) -> schemas.DamagesResponse:
    """Every damage of a vehicle, oldest first, also those that were repaired."""
    return await damages.list_damages(uow, vehicle_id)


@router.post("/vehicles/{vehicle_id}/damages/{damage_id}/repaired")
async def repair_vehicle_damage(
    vehicle_id: UUID, damage_id: UUID, actor: FleetActor, uow: Uow, clock: AppClock
) -> schemas.DamagesResponse:
    """The damage was repaired; it is not shown at the next handover."""
    await damages.repair(uow, actor, vehicle_id, damage_id, clock.now())
    return await damages.list_damages(uow, vehicle_id)


@router.get("/handover/terms")
async def show_handover_terms(
    _: SettingsActor, tenant: CurrentTenant, uow: Uow, media: MediaOf
) -> schemas.TermsResponse:
    """What a return costs beyond the rental, and the space that photographs and documents take."""
    return terms.present_terms(await terms.load_terms(uow), tenant.currency, await media.usage(uow))


@router.put("/handover/terms")
async def change_handover_terms(
    body: schemas.TermsRequest,
    actor: SettingsActor,
    tenant: CurrentTenant,
    uow: Uow,
    clock: AppClock,
    media: MediaOf,
) -> schemas.TermsResponse:
    await terms.change_terms(uow, actor, body, clock.now())
    return terms.present_terms(await terms.load_terms(uow), tenant.currency, await media.usage(uow))


def _file(content: Content, name: str = "") -> Response:
    """Private: no cache keeps it, and no page may run anything of it."""
    headers = {"Cache-Control": "no-store", "Content-Security-Policy": "default-src 'none'; sandbox"}
    if name:
        headers["Content-Disposition"] = f'inline; filename="{name}"'
    return Response(content.content, headers=headers, media_type=content.content_type)
