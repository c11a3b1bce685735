"""Expected failures of messages to customers."""

from abano.core.errors import Conflict, MalformedRequest, Message, TooManyRequests

PLACEHOLDER_UNKNOWN = Message(
    "placeholder_unknown", "There is no placeholder {names}. The list beside the text has all of them."
)
LANGUAGE_NOT_SPOKEN = Message("message_language_not_spoken", "Your site does not speak this language")
TEXT_MISSING = Message("message_text_missing", "Please write something")
REVIEW_URL_INVALID = Message("review_url_invalid", "Please enter an address that begins with https://")


class MessageChanged(Conflict):
    """Somebody else changed this in the meantime. Please look at it again."""


class MessageNotCurrent(Conflict):
    """This message does not fit the booking any more."""


class NoAddressToWriteTo(Conflict):
    """This booking has no e-mail address to write to."""


class TooManyTests(TooManyRequests):
    """Enough tests were sent. Please try again in an hour."""


class UnverifiedReport(MalformedRequest):
    """This was not signed by the mail service of this company."""
