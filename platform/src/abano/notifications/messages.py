"""Texts of messages: a renderer turns a message into a subject and a body, in its reader's language."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from abano.languages.texts import Texts, texts_in
from abano.notifications import kinds, personal_messages, team_messages
from abano.notifications.kinds import Message, read_message
from abano.notifications.layout import Recipient, Text

Renderer = Callable[[Any, Recipient, Texts], Text]

RENDERERS: dict[str, Renderer] = {
    kinds.BookingCreated.kind: team_messages.booking_created,
    kinds.BookingCancelled.kind: team_messages.booking_cancelled,
    kinds.BookingByCustomer.kind: team_messages.booking_by_customer,
    kinds.BookingRestored.kind: team_messages.booking_restored,
    kinds.BookingsRefused.kind: team_messages.bookings_refused,
    kinds.PersonalInfoReceived.kind: team_messages.personal_info,
    kinds.AffiliateRegistered.kind: team_messages.affiliate_registered,
    kinds.CustomerEmail.kind: personal_messages.customer_email,
    kinds.MessageTest.kind: personal_messages.message_test,
    kinds.HandOverDocument.kind: personal_messages.hand_over_document,
    kinds.InvoiceEmail.kind: personal_messages.invoice_email,
    kinds.AffiliateResetLink.kind: personal_messages.affiliate_password_reset,
    kinds.PayoutAddressChanged.kind: personal_messages.payout_address_changed,
    kinds.ConnectionTest.kind: team_messages.connection_test,
    kinds.AdminInvited.kind: personal_messages.admin_invited,
    kinds.AdminResetLink.kind: personal_messages.admin_password_reset,
}
# Personal messages to people of the team.
_TO_THE_TEAM = (kinds.AdminInvited, kinds.AdminResetLink, kinds.ConnectionTest)


def render(kind: str, payload: Mapping[str, Any], recipient: Recipient) -> Text:
    """The text of a stored message. Raises UnknownKind."""
    message = read_message(kind, payload)
    text = RENDERERS[kind](message, recipient, texts_in(_language_of(message, recipient)))
    return replace(text, is_unverified=message.is_unverified)


def _language_of(message: Message, recipient: Recipient) -> str:
    if message.language:
        return message.language
    is_of_team = not message.is_personal or isinstance(message, _TO_THE_TEAM)
    return recipient.team_language if is_of_team else recipient.languages[0]
