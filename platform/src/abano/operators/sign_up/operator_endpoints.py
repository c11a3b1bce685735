"""Sign-ups and invitations in the operator console."""

from datetime import datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Depends
from pydantic import AfterValidator, Field

from abano.core.api_model import ApiModel
from abano.core.languages.texts import product_languages
from abano.operators.console.database import OperatorDatabase
from abano.operators.console.endpoints import Acting, Operators, get_operator
from abano.operators.console.schemas import OwnerEmail
from abano.operators.sign_up.invitations import (
    ListedInvitation,
    ListedSignUp,
    invite,
    list_invitations,
    list_sign_ups,
    revoke,
)
from abano.operators.sign_up.schemas import known_language
from abano.web.dependencies import AppClock, AppSettings

router = APIRouter(prefix="/api/operator", tags=["operator"])


class ListedSignUpOut(ApiModel):
    """``mailed_at``: null while the email with the link waits, or could not be delivered."""

    email: str
    company_name: str
    slug: str
    country: str
    requested_at: datetime
    mailed_at: datetime | None
    state: Literal["unconfirmed", "slug_taken", "creating", "created"]

    @classmethod
    def of(cls, sign_up: ListedSignUp) -> "ListedSignUpOut":
        return cls.model_validate(sign_up, from_attributes=True)


class InvitationOut(ApiModel):
    """``invited_by``: the operator's email address; empty at the command line."""

    email: str
    invited_by: str
    created_at: datetime
    expires_at: datetime
    mailed_at: datetime | None

    @classmethod
    def of(cls, invitation: ListedInvitation) -> "InvitationOut":
        return cls.model_validate(invitation, from_attributes=True)


class SignUpsResponse(ApiModel):
    """``mode``: who can sign up. ``languages``: those of an invitation's email. The newest first."""

    success: Literal[True] = True
    mode: Literal["off", "invitation", "open"]
    languages: list[str]
    sign_ups: list[ListedSignUpOut]
    invitations: list[InvitationOut]


class InviteRequest(ApiModel):
    email: OwnerEmail
    language: Annotated[str, Field(max_length=20), AfterValidator(known_language)] = "en"


class RevokeRequest(ApiModel):
    email: OwnerEmail


@router.get("/sign-ups", dependencies=[Depends(get_operator)])
async def list_operator_sign_ups(db: Operators, settings: AppSettings) -> SignUpsResponse:
    """Sign-ups of the last seven days, and open invitations."""
    return await _answer(db, settings.sign_up)


@router.post("/invitations", status_code=201)
async def create_operator_invitation(
    body: InviteRequest, author: Acting, db: Operators, settings: AppSettings, clock: AppClock
) -> SignUpsResponse:
    """Let an address sign up for 14 days. Repeated, it replaces the earlier invitation."""
    await invite(db, body.email, body.language, author, clock.now())
    return await _answer(db, settings.sign_up)


@router.post("/invitations/revoke")
async def revoke_operator_invitation(
    body: RevokeRequest, author: Acting, db: Operators, settings: AppSettings, clock: AppClock
) -> SignUpsResponse:
    """Take an invitation back. What was confirmed with it stays."""
    await revoke(db, body.email, author, clock.now())
    return await _answer(db, settings.sign_up)


async def _answer(db: OperatorDatabase, mode: Literal["off", "invitation", "open"]) -> SignUpsResponse:
    return SignUpsResponse(
        mode=mode,
        languages=list(product_languages()),
        sign_ups=[ListedSignUpOut.of(each) for each in await list_sign_ups(db)],
        invitations=[InvitationOut.of(each) for each in await list_invitations(db)],
    )
