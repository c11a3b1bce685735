"""Drafts: the personal details of the wizard's first step, for the team to call back."""

from datetime import timedelta

import orjson

from abano.bookings.intake.repository import Draft, DraftRepository, KeptDraft
from abano.bookings.intake.schemas import PersonalInfoRequest
from abano.database.engine import Database
from abano.kit.clock import Clock
from abano.kit.email_address import normal_email
from abano.kit.ids import new_id
from abano.kit.phone import read_phone
from abano.notifications.kinds import PersonalInfoReceived
from abano.notifications.outbox import amend, enqueue
from abano.tenants.tenant import Tenant

# Visitors may still correct their details or book: the message has the state after this time.
MESSAGE_DELAY = timedelta(minutes=5)
# A visitor who returns later gets a new draft and a new message.
DRAFT_WINDOW = timedelta(hours=24)


async def store_draft(
    db: Database, tenant: Tenant, request: PersonalInfoRequest, home_prefix: str, clock: Clock
) -> None:
    """Store a draft and enqueue a message for the team, in one transaction: one of each for a visitor.

    A visitor is identified by e-mail address or phone; without both, each call makes a new message. Changes before
    the message is sent amend it; later ones change the draft only. ``home_prefix`` applies to numbers without a
    country code.
    """
    now = clock.now()
    phone = read_phone(request.customer_phone, home_prefix)
    email = normal_email(request.customer_email)
    payload = request.model_dump(mode="json", by_alias=True) | {
        "customerEmail": email,
        "customerPhone": str(phone) if phone else request.customer_phone,
    }
    draft = Draft(
        orjson.dumps(payload).decode(), email.lower() if "@" in email else None, phone.e164 if phone else None
    )
    due = now + MESSAGE_DELAY
    message = PersonalInfoReceived.model_validate(payload)
    async with db.pipeline_transaction(tenant.id) as transaction:
        drafts = DraftRepository(transaction)
        stored = await drafts.find(draft, now - DRAFT_WINDOW)
        if stored is None:
            message_id = await enqueue(transaction, message, now, due=due)
            await drafts.add(new_id(), draft, message_id, now)
            return
        message_id = stored.message_id
        # The visitor's booking deleted the message meanwhile: this is another draft.
        if not await amend(transaction, message_id, message):
            message_id = await enqueue(transaction, message, now, due=due)
        await drafts.update(KeptDraft(stored.id, message_id), draft, now)
