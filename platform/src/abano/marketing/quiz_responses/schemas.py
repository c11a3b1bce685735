"""Schemas of written answers."""

from datetime import datetime
from uuid import UUID

from abano.core.api_model import ApiModel, SuccessResponse
from abano.core.phone import spaced
from abano.marketing.quiz_responses.repository import WrittenRow


class WrittenAnswerOut(ApiModel):
    """A text, or a contact with what the visitor agreed to. ``bookingId``: the newest booking of the session."""

    session_id: str
    question_id: str
    question_text: str
    answered_at: datetime
    text: str | None
    name: str | None
    email: str | None
    phone: str | None
    consent: str | None
    followed_up_at: datetime | None
    source: str | None
    campaign: str | None
    booking_id: UUID | None
    reference: str | None

    @classmethod
    def of(cls, row: WrittenRow) -> "WrittenAnswerOut":
        answer, session = row.answer, row.session
        details = answer.details or {}
        return cls(
            session_id=answer.session_id,
            question_id=answer.question_id,
            question_text=answer.question_text,
            answered_at=answer.answered_at,
            text=details.get("text"),
            name=details.get("name"),
            email=details.get("email"),
            phone=spaced(details["phone"]) if details.get("phone") else None,
            consent=details.get("consent"),
            followed_up_at=answer.followed_up_at,
            source=session.utm_source,
            campaign=session.utm_campaign,
            booking_id=row.booking_id,
            reference=row.reference,
        )


class WrittenAnswersResponse(SuccessResponse):
    """Newest first. ``openContacts``: how many contacts wait, whatever the filters."""

    timezone: str
    answers: list[WrittenAnswerOut]
    open_contacts: int
    next_cursor: str | None


class FollowUpRequest(ApiModel):
    is_done: bool
