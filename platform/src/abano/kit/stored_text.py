"""Texts as they can be stored."""

from abano.errors.messages import Message, RefusedValue
from abano.kit.names import has_link

NAME_WITH_LINK = Message("name_with_link", "A name cannot contain a web address")
UNSTORABLE = Message("unstorable_character", "This text contains a character that cannot be stored.")


def name_without_link(text: str) -> str:
    """Raises RefusedValue for a name with a web address in it: it would stand in emails to others."""
    if has_link(text):
        raise RefusedValue(NAME_WITH_LINK())
    return text


def without_nul(text: str) -> str:
    """Raises RefusedValue for a text that the database cannot store."""
    if "\x00" in text:
        raise RefusedValue(UNSTORABLE())
    return text
