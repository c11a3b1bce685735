"""Taking bookings over HTTP."""

from typing import Annotated

from fastapi import APIRouter, Header

from abano.bookings.schemas import BookingRequest, BookingResponse, PersonalInfoRequest, PersonalInfoResponse
from abano.bookings.service import keep_personal_info, take_booking
from abano.dependencies import AppClock, Catalogs, CurrentTenant, Db
from abano.kit.money import to_json

router = APIRouter(prefix="/api", tags=["bookings"])


@router.post("/bookings", status_code=201)
async def create_booking(
    body: BookingRequest,
    tenant: CurrentTenant,
    db: Db,
    catalogs: Catalogs,
    clock: AppClock,
    idempotency_key: Annotated[str | None, Header(min_length=1, max_length=200)] = None,
) -> BookingResponse:
    """Take a booking. The same Idempotency-Key and body give the same booking; another body is refused (409)."""
    catalog = await catalogs.get(tenant.id)
    booking = await take_booking(db, tenant, catalog, body, idempotency_key, clock)
    return BookingResponse(
        booking_id=str(booking.id),
        reference=booking.reference,
        status=booking.status,
        total_price=to_json(booking.total),
        currency=booking.currency,
    )


@router.post("/personal-info-step")
async def create_personal_info(
    body: PersonalInfoRequest, tenant: CurrentTenant, db: Db, clock: AppClock
) -> PersonalInfoResponse:
    """Keep what the wizard's first step collected and let the company's team know."""
    await keep_personal_info(db, tenant, body, clock)
    return PersonalInfoResponse()
