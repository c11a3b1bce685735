"""What mail services report of messages, in their own words. Pure: bodies in, reports out.

Formats: https://postmarkapp.com/developer/webhooks/bounce-webhook,
https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/webhook-payloads,
https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html. A report that comes again changes nothing.
"""

import hashlib
import hmac
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

import orjson

from abano.kit.signed_body import TOLERANCE_SECONDS, BadSignature

Outcome = Literal["delivered", "bounced", "complained"]
MOST_REPORTS = 500
LONGEST_REASON = 500
_NAMED = re.compile(r"<?(?:(?P<tenant>[0-9a-f-]{36})/)?(?P<id>[0-9a-f-]{36})(?:@abano)?>?")
_SNS_HOST = re.compile(r"https://sns\.[a-z0-9-]{1,40}\.amazonaws\.com(?:\.cn)?/[^\s#]*")
# Mail that waits, or that will be tried again, has not come back.
_POSTMARK_WAITS = frozenset(
    {"Transient", "SoftBounce", "AutoResponder", "DMARCPolicy", "ChallengeVerification"}
)


@dataclass(frozen=True, slots=True)
class Report:
    """``tenant_id``: as the message named it, if it did."""

    tenant_id: UUID | None
    message_id: UUID
    outcome: Outcome
    reason: str


def read_generic(body: bytes) -> list[Report]:
    """``{"events": [{"message": …, "event": "bounced", "reason": …}]}``. Raises ValueError."""
    events = _object(orjson.loads(body)).get("events")
    if not isinstance(events, list) or len(events) > MOST_REPORTS:
        raise ValueError("Not a list of events, or too long a one.")
    outcomes: Mapping[str, Outcome] = {
        "delivered": "delivered",
        "bounced": "bounced",
        "complained": "complained",
    }
    return [
        report
        for event in map(_object, events)
        if (outcome := outcomes.get(str(event.get("event"))))
        for report in _report(event.get("message"), outcome, event.get("reason"))
    ]


def read_postmark(body: bytes) -> list[Report]:
    """A webhook of Postmark. Raises ValueError."""
    said = _object(orjson.loads(body))
    named = _object(said.get("Metadata")).get("abano-message")
    kind = said.get("RecordType")
    if kind == "Delivery":
        return list(_report(named, "delivered", ""))
    if kind == "SpamComplaint":
        return list(_report(named, "complained", said.get("Description")))
    if kind == "Bounce" and said.get("Type") not in _POSTMARK_WAITS:
        return list(_report(named, "bounced", said.get("Details") or said.get("Description")))
    return []


def read_mailgun(body: bytes) -> list[Report]:
    """A webhook of Mailgun, whose signature ``check_mailgun`` looks at. Raises ValueError."""
    said = _object(_object(orjson.loads(body)).get("event-data"))
    headers = _object(_object(said.get("message")).get("headers"))
    named, event = headers.get("message-id"), said.get("event")
    status = _object(said.get("delivery-status"))
    if event == "delivered":
        return list(_report(named, "delivered", ""))
    if event == "complained":
        return list(_report(named, "complained", ""))
    if event == "failed" and said.get("severity") == "permanent":
        reason = status.get("message") or status.get("description") or said.get("reason")
        return list(_report(named, "bounced", reason))
    return []


def check_mailgun(body: bytes, secret: str, now: datetime) -> None:
    """Raises BadSignature, and ValueError for what is no such report."""
    signature = _object(_object(orjson.loads(body)).get("signature"))
    stated, token = str(signature.get("timestamp") or ""), str(signature.get("token") or "")
    if not stated.isascii() or not stated.isdigit() or len(stated) > 12:
        raise BadSignature
    if abs(now.timestamp() - int(stated)) > TOLERANCE_SECONDS:
        raise BadSignature
    wanted = hmac.new(secret.encode(), (stated + token).encode(), hashlib.sha256).hexdigest()
    if not hmac.compare_digest(wanted.encode(), str(signature.get("signature") or "").encode()):
        raise BadSignature


def read_ses(body: bytes) -> list[Report]:
    """A notification or event of Amazon SES, as SNS brings it. Raises ValueError."""
    envelope = _object(orjson.loads(body))
    if envelope.get("Type") != "Notification":
        return []
    said = _object(orjson.loads(str(envelope.get("Message") or "{}")))
    mail = _object(said.get("mail"))
    headers = mail.get("headers")
    named = _object(mail.get("commonHeaders")).get("messageId")
    for header in headers if isinstance(headers, list) else []:
        if str(_object(header).get("name")).lower() == "x-abano-message":
            named = header["value"]
    kind = said.get("notificationType") or said.get("eventType")
    bounce = _object(said.get("bounce"))
    if kind == "Delivery":
        return list(_report(named, "delivered", ""))
    if kind == "Complaint":
        return list(_report(named, "complained", _object(said.get("complaint")).get("complaintFeedbackType")))
    if kind == "Bounce" and bounce.get("bounceType") == "Permanent":
        bounced = bounce.get("bouncedRecipients")
        first = _object(bounced[0]) if isinstance(bounced, list) and bounced else {}
        return list(_report(named, "bounced", first.get("diagnosticCode") or bounce.get("bounceSubType")))
    return []


def subscription_url(body: bytes) -> str | None:
    """Where SNS wants its subscription confirmed; None for anything else, and for a host that is not Amazon's."""
    envelope = _object(orjson.loads(body))
    url = str(envelope.get("SubscribeURL") or "")
    if envelope.get("Type") != "SubscriptionConfirmation" or not _SNS_HOST.fullmatch(url):
        return None
    return url


def _report(named: object, outcome: Outcome, reason: object) -> Iterator[Report]:
    """Nothing for a message that is not ours."""
    match = _NAMED.fullmatch(str(named or "").strip().lower())
    if match is None:
        return
    try:
        tenant = UUID(match["tenant"]) if match["tenant"] else None
        message_id = UUID(match["id"])
    except ValueError:
        return
    said = " ".join(str(reason or "").replace("\x00", "").split())
    yield Report(tenant, message_id, outcome, said[:LONGEST_REASON])


def _object(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}
