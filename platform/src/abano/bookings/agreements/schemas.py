"""Schemas of agreements signed online. Times are UTC."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, Field, StringConstraints

from abano.bookings.agreements.rules import TOO_MANY_POINTS
from abano.core.api_model import ApiModel, SuccessResponse
from abano.core.errors import RefusedValue
from abano.core.text import clean

MAX_STROKES, MAX_POINTS = 200, 6_000
MAX_SIGNER_LENGTH = 200

Coordinate = Annotated[int, Field(ge=0, le=1000)]
Point = Annotated[list[Coordinate], Field(min_length=2, max_length=2)]


def _short_enough(strokes: list[list[Point]]) -> list[list[Point]]:
    if sum(len(stroke) for stroke in strokes) > MAX_POINTS:
        raise RefusedValue(TOO_MANY_POINTS())
    return strokes


# Strokes of points, in thousandths of the pad's width and height.
Signature = Annotated[
    list[Annotated[list[Point], Field(max_length=MAX_POINTS)]],
    Field(max_length=MAX_STROKES),
    AfterValidator(_short_enough),
]


class AgreementRow(ApiModel):
    label: str
    value: str


class AgreementContent(ApiModel):
    """What the customer reads and signs, in the agreement's language. ``lines``: of the price.

    ``statement``: what is declared by signing. ``terms``: since when the terms of service apply, as they say it;
    empty: the company has none.
    """

    language: str
    title: str
    company: str
    reference: str
    customer: list[AgreementRow]
    rental: list[AgreementRow]
    conditions: list[AgreementRow]
    lines: list[AgreementRow]
    total: AgreementRow
    terms: str
    statement: str


class OwnAgreementResponse(SuccessResponse):
    """``version``: of what is shown; a signature sends it back. ``signed_at``: null until it is signed."""

    content: AgreementContent
    version: str
    expires_at: datetime
    signed_at: datetime | None


class SignAgreementRequest(ApiModel):
    """``version``: of the agreement as it was shown; another one is refused (409)."""

    version: Annotated[str, Field(min_length=1, max_length=64)]
    signer_name: Annotated[
        str,
        StringConstraints(strip_whitespace=True),
        AfterValidator(clean),
        Field(max_length=MAX_SIGNER_LENGTH),
    ]
    signature: Signature


class AgreementRequestOut(ApiModel):
    """A link that was sent and not signed yet. ``url``: null once it has expired."""

    sent_at: datetime
    expires_at: datetime
    url: str | None


class AgreementSignatureOut(ApiModel):
    """``is_outdated``: the booking changed since. ``digest``: SHA-256 of the PDF, in hexadecimal."""

    id: UUID
    signed_at: datetime
    signer_name: str
    ip: str
    is_outdated: bool
    document_ready: bool
    digest: str | None


class AgreementResponse(SuccessResponse):
    """``can_request``: a link can be sent now. ``has_email``: there is an address to send it to."""

    request: AgreementRequestOut | None
    signed: AgreementSignatureOut | None
    can_request: bool
    has_email: bool
