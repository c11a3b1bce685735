"""Rules of messages by WhatsApp and SMS: words that opt out, the window of replies, order of states. Pure."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Literal

from abano.core.errors import Conflict, MalformedRequest, Message
from abano.messaging.phone_consents.rules import Channel

State = Literal["pending", "sending", "sent", "delivered", "read", "failed", "unknown", "skipped", "received"]
# WhatsApp takes free text for so long after the customer's last message.
WINDOW = timedelta(hours=24)
# Meta repeats events for up to seven days; older ones are replays.
OLDEST_EVENT = timedelta(days=8)
KEPT = timedelta(days=365)
MAX_TEXT_LENGTH, MAX_BODY_LENGTH, MAX_REASON_LENGTH = 1_000, 1_024, 300
# The whole message is one of these, in any case.
_STOP = frozenset(
    {"stop", "stopall", "unsubscribe", "optout", "стоп", "отписаться", "stopp", "abmelden", "სტოპ"}
)
# Operators of SMS end messages by these too; by WhatsApp a customer may mean the booking.
_STOP_OF_SMS = _STOP | {"cancel", "end", "quit", "revoke"}
_START = frozenset({"start", "unstop", "старт", "სტარტ"})
# A state follows those before it; what a provider reports late changes nothing. A message that waits for another
# attempt was sent after all, if the provider says so.
_RANK: Mapping[str, int] = {"pending": 0, "sending": 0, "unknown": 0, "sent": 1, "delivered": 2, "read": 3}
RETRY_MINUTES = (1, 5, 15, 60, 180, 360)


def asks_to(text: str, channel: Channel) -> Literal["stop", "start"] | None:
    """Whether the whole message asks to end messages, or to begin them again."""
    word = text.strip().strip(".!\"'").casefold()
    stop = _STOP_OF_SMS if channel == "sms" else _STOP
    return "stop" if word in stop else "start" if word in _START else None


def window_until(last_inbound: datetime | None) -> datetime | None:
    """Until when free text may be sent by WhatsApp."""
    return last_inbound + WINDOW if last_inbound else None


def follows(before: str, after: str) -> bool:
    """Whether a reported state changes the present one. A failure follows all but a delivery."""
    if before not in _RANK:
        return False
    if after == "failed":
        return _RANK[before] < _RANK["delivered"]
    return after in _RANK and _RANK[after] > _RANK[before]


def wait_before_retry(attempts: int) -> timedelta | None:
    """The delay after so many attempts that the provider did not take; None: give up."""
    return timedelta(minutes=RETRY_MINUTES[attempts - 1]) if attempts <= len(RETRY_MINUTES) else None


SECRET_MISSING = Message("phone_secret_missing", "Enter this to connect the account")
ACCOUNT_FORM = Message("phone_account_form", "Copy it from the provider: letters and digits without spaces")
PARAMETER_UNKNOWN = Message("phone_parameter_unknown", "There is no placeholder {names}")
TEMPLATE_NAME_FORM = Message(
    "phone_template_name_form", "Enter the name as at Meta: lower-case letters, digits and underscores"
)
TEMPLATE_LANGUAGE_FORM = Message(
    "phone_template_language_form", "Enter the language as at Meta, such as en or pt_BR"
)


REFERENCE_UNKNOWN = Message("phone_reference_unknown", "There is no booking with this reference")


class PhoneChannelChanged(Conflict):
    """Someone else changed this channel. Review it and try again."""


class PhoneChannelOff(Conflict):
    """This channel is not turned on. The owner connects it in the settings."""


class PhoneNumberUnusable(Conflict):
    """This booking has no phone number with a country code."""


class PhoneNotOptedIn(Conflict):
    """The customer has not agreed to messages on this channel."""


class PhoneWindowClosed(Conflict):
    """The customer last wrote more than 24 hours ago. WhatsApp takes only templates now."""


class PhoneMessageNotRepeatable(Conflict):
    """This message can't be sent again. Reload the page and try again."""


class UnverifiedPhoneEvent(MalformedRequest):
    """This was not signed by the provider of this company."""
