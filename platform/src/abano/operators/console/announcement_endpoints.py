"""Announcements in the operator console: count who gets one, send it, list what was sent."""

import unicodedata
from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from fastapi import APIRouter, Depends
from pydantic import AfterValidator, Field

from abano.core.api_model import ApiModel
from abano.core.errors import Message, RefusedValue
from abano.core.text import clean
from abano.operators.console.accounts import confirm_again
from abano.operators.console.announcements import (
    MAX_BODY,
    MAX_SUBJECT,
    Announcement,
    AnnouncementText,
    Recipients,
    count_recipients,
    list_announcements,
    send_announcement,
)
from abano.operators.console.endpoints import (
    Acting,
    CurrentOperator,
    FactorKey,
    Operators,
    SignInCaller,
    get_operator,
)
from abano.team.users.schemas import Code
from abano.web.dependencies import AppClock

router = APIRouter(prefix="/api/operator/announcements", tags=["operator"])
SUBJECT_MISSING = Message("announcement_subject_missing", "Enter a subject.", for_operators=True)
BODY_MISSING = Message("announcement_body_missing", "Enter a text.", for_operators=True)


def _subject(text: str) -> str:
    if not (cleaned := clean(text)):
        raise RefusedValue(SUBJECT_MISSING())
    return cleaned


def _body(text: str) -> str:
    """As it was written, with plain line ends and without control characters."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    kept = "".join(letter for letter in lines if letter in "\n\t" or unicodedata.category(letter) != "Cc")
    if not clean(kept):
        raise RefusedValue(BODY_MISSING())
    return kept


Subject = Annotated[
    str, Field(max_length=MAX_SUBJECT), AfterValidator(_subject), Field(max_length=MAX_SUBJECT)
]
Body = Annotated[str, Field(max_length=MAX_BODY), AfterValidator(_body)]


class AnnouncementRequest(ApiModel):
    """``id``: drawn once for a text, so that it is sent once. ``plan_id``: null for all companies.

    ``code``: of the second factor, again.
    """

    id: UUID
    subject: Subject
    body: Body
    plan_id: UUID | None = None
    code: Code

    def written(self) -> AnnouncementText:
        return AnnouncementText(self.id, self.subject, self.body, self.plan_id)


class AnnouncementOut(ApiModel):
    """``plan``: its name when it was sent; empty for all. ``waiting``: companies whose emails are not written yet."""

    id: UUID
    subject: str
    body: str
    plan: str
    operator: str
    created_at: datetime
    companies: int
    emails: int
    sent: int
    failed: int
    waiting: int

    @classmethod
    def of(cls, announcement: Announcement) -> "AnnouncementOut":
        return cls.model_validate(announcement, from_attributes=True)


class AnnouncementsResponse(ApiModel):
    success: Literal[True] = True
    announcements: list[AnnouncementOut]


class RecipientsResponse(ApiModel):
    """``owners``: of companies on this cluster. ``elsewhere``: companies on others, whose owners get it, too.

    ``left_out``: companies that are being deleted.
    """

    success: Literal[True] = True
    companies: int
    owners: int
    elsewhere: int
    left_out: int

    @classmethod
    def of(cls, recipients: Recipients) -> "RecipientsResponse":
        return cls.model_validate(recipients, from_attributes=True)


@router.get("", dependencies=[Depends(get_operator)])
async def list_operator_announcements(db: Operators) -> AnnouncementsResponse:
    """What was sent, the newest first, with what became of the emails."""
    return await _answer(db)


@router.get("/recipients", dependencies=[Depends(get_operator)])
async def count_operator_recipients(db: Operators, plan_id: UUID | None = None) -> RecipientsResponse:
    """How many companies and owners get an announcement."""
    return RecipientsResponse.of(await count_recipients(db, plan_id))


@router.post("", status_code=201)
async def send_operator_announcement(
    body: AnnouncementRequest,
    operator: CurrentOperator,
    author: Acting,
    db: Operators,
    clock: AppClock,
    caller: SignInCaller,
    key: FactorKey,
) -> AnnouncementsResponse:
    """Email the owners. Sent again with the same id, nothing is."""
    await confirm_again(db, operator, body.code, caller=caller, key=key, now=clock.now())
    await send_announcement(db, body.written(), operator.id, author, clock.now())
    return await _answer(db)


async def _answer(db: Operators) -> AnnouncementsResponse:
    found = await list_announcements(db)
    return AnnouncementsResponse(announcements=[AnnouncementOut.of(each) for each in found])
