"""The base of all kinds of messages."""

from typing import ClassVar

from abano.core.api_model import ApiModel


class Message(ApiModel):
    """A message of one kind, stored as JSON. ``is_personal``: for one person only, never for the company's chat.

    ``is_unverified``: anyone can cause it by an anonymous call; how many one person gets has a limit.
    ``can_wait``: it waits until tomorrow when the emails of the company's plan are used up. Nothing about a booking.
    """

    kind: ClassVar[str]
    is_personal: ClassVar[bool] = False
    is_unverified: ClassVar[bool] = False
    can_wait: ClassVar[bool] = False

    # The recipient's language. None: the team's for messages to the company or its staff, else the company's
    # first.
    language: str | None = None

    def stored(self) -> str:
        return self.model_dump_json(by_alias=True, exclude_none=True)


class LinkMessage(Message):
    """A message with a link that lets its reader in: stored sealed, ``link`` is readable only while it is sent."""

    is_personal = True

    to: str
    sealed_link: str | None = None
    link: str | None = None
