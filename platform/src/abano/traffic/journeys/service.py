"""Stores the steps of visits."""

from abano.database.engine import Database
from abano.public_writes.call import PublicCall
from abano.public_writes.consent.rules import CLICK_IDS, may_recognise, strip_ids
from abano.public_writes.consent.service import Visitor, withdraw_consent
from abano.public_writes.country import country_of
from abano.public_writes.device import device_of
from abano.traffic.journeys.repository import JourneyCallRepository
from abano.traffic.journeys.rules import page_of, reached_at
from abano.traffic.journeys.schemas import JourneyIn

DESCRIBING = ("utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content")


async def store_journey(db: Database, journey: JourneyIn, call: PublicCall) -> None:
    """Store steps of a visit, once each, unless the call is not counted. A refusal deletes the visit instead."""
    if not call.is_counted:
        return
    if journey.consent_state == "refused":
        await withdraw_consent(db, call.tenant_id, Visitor(visit_id=journey.visit_id), call.now)
        return
    clicks = {name: getattr(journey, name) for name in CLICK_IDS}
    others = {"device_fingerprint": journey.device_fingerprint, "consent_id": journey.consent_id}
    described = {name: getattr(journey, name) or None for name in DESCRIBING}
    # With consent too: a visit in another tab is not found by the consent that a visitor takes back.
    described = {name: strip_ids(described | clicks | others)[name] for name in DESCRIBING}
    is_returning = journey.is_returning
    if not may_recognise(is_required=call.asks_consent, state=journey.consent_state):
        is_returning = None
    if not journey.steps:
        return
    steps = [
        {
            "step": one.step,
            "reached_at": reached_at(call.now, one.milliseconds_ago),
            "session_id": one.session_id if one.step == "quiz_start" else None,
        }
        for one in journey.steps
    ]
    visit = described | {
        "visit_id": journey.visit_id,
        "page": page_of(journey.page),
        "language": journey.language.lower() if journey.language else None,
        "device": device_of(call.user_agent),
        # Of a whole country: it tells no visitors apart. The address itself is not stored here.
        "country": country_of(call.address),
        "is_returning": is_returning,
        "has_click_id": journey.has_click_id or any(clicks.values()),
        "steps": steps,
    }
    await JourneyCallRepository(db.function_calls(call.tenant_id)).store(visit)
