"""What messages say. A renderer turns a kind's payload into a subject and a body."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Recipient:
    """Where a company wants to hear from us."""

    name: str
    email: str
    webhook_url: str
    public_origin: str


@dataclass(frozen=True, slots=True)
class Text:
    """One message. ``to`` is set when it goes to a person and not to the company itself."""

    subject: str
    body: str
    html: str = ""
    to: str | None = None
    reply_to: str | None = None


class UnknownKind(Exception):
    """No renderer is known for this kind of message."""


Renderer = Callable[[Mapping[str, Any], Recipient], Text]
RENDERERS: dict[str, Renderer] = {}
# Kinds that go to one person only, never to the company's chat.
PERSONAL: tuple[str, ...] = ()


def render(kind: str, payload: Mapping[str, Any], recipient: Recipient) -> Text:
    """The text of a message. Raises UnknownKind."""
    try:
        renderer = RENDERERS[kind]
    except KeyError:
        raise UnknownKind(kind) from None
    return renderer(payload, recipient)
