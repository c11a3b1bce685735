"""Bookings that were begun: what the wizard's first step sent, for the team to call back."""

from datetime import timedelta

import orjson

from abano.bookings.intake import repository
from abano.bookings.intake.repository import Draft, KeptDraft
from abano.bookings.intake.schemas import PersonalInfoRequest
from abano.database.engine import Database
from abano.kit.clock import Clock
from abano.kit.email_address import normal_email
from abano.kit.ids import new_id
from abano.kit.phone import read_phone
from abano.notifications.kinds import PersonalInfoReceived
from abano.notifications.outbox import amend, enqueue
from abano.tenants.tenant import Tenant

# Somebody who is still at the form corrects a letter, goes back, or books: the team reads how that ended.
MESSAGE_WAITS = timedelta(minutes=5)
# Who comes back later begins anew, and the team is told anew.
ONE_VISIT = timedelta(hours=24)


async def keep_personal_info(
    db: Database, tenant: Tenant, request: PersonalInfoRequest, home_prefix: str, clock: Clock
) -> None:
    """Keep what the first step sent and let the team know, both or neither: one draft and one message a visitor.

    A visitor is known by e-mail address or phone. What they change before the message leaves is in it; what they
    change later is in the draft. Who gives neither makes a message each time. ``home_prefix`` is the country of
    numbers that name none.
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
    due = now + MESSAGE_WAITS
    message = PersonalInfoReceived.model_validate(payload)
    async with db.hot(tenant.id) as conn:
        kept = await repository.find_draft(conn, tenant.id, draft, now - ONE_VISIT)
        if kept is None:
            message_id = await enqueue(conn, tenant.id, message, now, due=due)
            await repository.add_draft(conn, tenant.id, new_id(), draft, message_id, now)
            return
        message_id = kept.message_id
        # Dropped by a booking that they made meanwhile: this is another one.
        if not await amend(conn, tenant.id, message_id, message):
            message_id = await enqueue(conn, tenant.id, message, now, due=due)
        await repository.update_draft(conn, tenant.id, KeptDraft(kept.id, message_id), draft, now)
