"""HTTP endpoints of the intake of bookings."""

from hashlib import sha256
from typing import Annotated, cast

import orjson
from fastapi import APIRouter, Depends, Request, Response

from abano.bookings.intake.messages import KEY_LENGTH
from abano.bookings.intake.repository import Submit
from abano.bookings.intake.schemas import (
    BookingRequest,
    BookingResponse,
    PersonalInfoRequest,
    PersonalInfoResponse,
)
from abano.bookings.intake.service import BookingIntake
from abano.errors import InvalidInput
from abano.http.fast_path_route import FastPathRoute
from abano.kit.money import to_json
from abano.public_writes.call import LimitedWriter

router = APIRouter(prefix="/api", tags=["bookings"])
fast_path = APIRouter(prefix="/api", tags=["bookings"], route_class=FastPathRoute)
LONGEST_KEY = 200
KEY_HEADER = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "One for each submit; a repeated submit returns the booking of the first.",
    "schema": {"type": "string", "minLength": 1, "maxLength": LONGEST_KEY},
}


async def get_intake(request: Request) -> BookingIntake:
    return cast(BookingIntake, request.app.state.booking_intake)


async def get_submit(request: Request) -> Submit:
    """What a repetition of this request is known by. Raises InvalidInput for a key that is empty or too long."""
    key = request.headers.get("idempotency-key")
    if key is not None and not 1 <= len(key) <= LONGEST_KEY:
        raise InvalidInput.of("Idempotency-Key", KEY_LENGTH(max=LONGEST_KEY))
    return Submit(key, sha256(await request.body()).digest())


Intake = Annotated[BookingIntake, Depends(get_intake)]


@fast_path.post(
    "/bookings",
    status_code=201,
    response_model=BookingResponse,
    openapi_extra={"parameters": [KEY_HEADER]},
)
async def create_booking(
    body: BookingRequest,
    writer: LimitedWriter,
    intake: Intake,
    submit: Annotated[Submit, Depends(get_submit)],
) -> Response:
    """Take a booking. The same Idempotency-Key and body return the same booking; another body is refused (409)."""
    booking = await intake.take(writer.tenant, body, submit, writer.address, writer.settings)
    answer = {
        "success": True,
        "bookingId": str(booking.id),
        "reference": booking.reference,
        "status": booking.status,
        "totalPrice": to_json(booking.total),
        "currency": booking.currency,
        "displayCurrency": booking.display_currency,
        "displayTotal": None if booking.display_total is None else to_json(booking.display_total),
    }
    return Response(orjson.dumps(answer), 201, {"Cache-Control": "no-store"}, "application/json")


@router.post("/personal-info-step")
async def create_personal_info(
    body: PersonalInfoRequest, writer: LimitedWriter, intake: Intake
) -> PersonalInfoResponse:
    """Store the personal details of the wizard's first step and notify the company."""
    await intake.store_draft(writer.tenant, body)
    return PersonalInfoResponse()
