"""Texts of several lines as they can be stored."""

from abano.errors.messages import Message, RefusedValue

UNSTORABLE = Message("unstorable_character", "This text contains a character that cannot be stored.")


def without_nul(text: str) -> str:
    """Raises RefusedValue for a text that the database cannot store."""
    if "\x00" in text:
        raise RefusedValue(UNSTORABLE())
    return text
