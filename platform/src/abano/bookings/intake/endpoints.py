"""HTTP endpoints of the intake of bookings."""

from hashlib import sha256
from typing import Annotated

import orjson
from fastapi import APIRouter, Depends, Request, Response

from abano.booking_record.own_session import access_to_new, set_cookie
from abano.bookings.intake.repository import Submit
from abano.bookings.intake.schemas import (
    KEY_LENGTH,
    BookingRequest,
    BookingResponse,
    PersonalInfoRequest,
    PersonalInfoResponse,
)
from abano.bookings.intake.service import BookingIntake
from abano.catalog.pricing.schemas import QuotePromo, QuoteRequest, QuoteResponse
from abano.catalog.pricing.service import quote
from abano.catalog.published.dependencies import Catalogs
from abano.catalog.published.versions import QUOTE_LIFETIME
from abano.core.errors import InvalidInput
from abano.core.money import to_json
from abano.marketing.affiliates.codes import find_promo
from abano.marketing.affiliates.rules import normal_code
from abano.web.dependencies import AppClock, AppSettings, CurrentTenant, Db, of_app
from abano.web.public_writes import LIMITED, LimitedWriter
from abano.web.routes import FastPathRoute

router = APIRouter(prefix="/api", tags=["bookings"])
fast_path = APIRouter(prefix="/api", tags=["bookings"], route_class=FastPathRoute)
MAX_KEY_LENGTH = 200
KEY_HEADER = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "One for each submit; a repeated submit returns the booking of the first.",
    "schema": {"type": "string", "minLength": 1, "maxLength": MAX_KEY_LENGTH},
}


async def get_submit(request: Request) -> Submit:
    """What a repetition of this request is known by. Raises InvalidInput for a key that is empty or too long."""
    key = request.headers.get("idempotency-key")
    if key is not None and not 1 <= len(key) <= MAX_KEY_LENGTH:
        raise InvalidInput.of("Idempotency-Key", KEY_LENGTH(max=MAX_KEY_LENGTH))
    return Submit(key, sha256(await request.body()).digest())


Intake = Annotated[BookingIntake, of_app("booking_intake")]


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
    settings: AppSettings,
) -> Response:
    """Take a booking. The same Idempotency-Key and body return the same booking; another body is refused (409).

    Sets the cookie with which My booking opens it, for two hours.
    """
    booking = await intake.take(writer.tenant, body, submit, writer.ip, writer.settings)
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
    response = Response(orjson.dumps(answer), 201, {"Cache-Control": "no-store"}, "application/json")
    opened = access_to_new(booking.id, body.customer_email, writer.now)
    set_cookie(response, opened, writer.tenant.id, settings)
    return response


@router.post("/personal-info-step")
async def create_personal_info(
    body: PersonalInfoRequest, writer: LimitedWriter, intake: Intake
) -> PersonalInfoResponse:
    """Store the personal details of the wizard's first step and notify the company."""
    await intake.store_draft(writer.tenant, body)
    return PersonalInfoResponse()


# HTTP endpoint of quotes.

quotes_router = APIRouter(prefix="/api", tags=["prices"])


@quotes_router.post("/quotes", dependencies=LIMITED)
async def create_quote(
    body: QuoteRequest, tenant: CurrentTenant, catalogs: Catalogs, db: Db, clock: AppClock
) -> QuoteResponse:
    """The price of a rental with its lines, by the same rules as a booking's price.

    An unusable promo code is not an error: the price is without it, and ``promo`` says so.
    ``catalogVersion`` asks for the price of an earlier quote; when that holds no longer, it is the present one.
    """
    now = clock.now()
    quoted = await catalogs.get_quoted(tenant.id, body.catalog_version, now)
    code = normal_code(body.promo_code)
    promo = await find_promo(db, tenant.id, code, clock) if code else None
    basis_points = promo.discount_basis_points if promo else 0
    promo_out = (
        QuotePromo(
            code=code,
            valid=promo is not None,
            percentage=to_json(basis_points),
            referrer=(promo.affiliate_name or tenant.name) if promo else None,
        )
        if code
        else None
    )
    return QuoteResponse.of(
        quote(quoted.catalog, body, basis_points, now),
        promo_out,
        version=quoted.catalog.version,
        valid_until=quoted.until or now + QUOTE_LIFETIME,
    )
