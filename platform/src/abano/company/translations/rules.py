"""What of a text stays as it is while it is translated, and whether it did. Pure."""

import re
from collections import Counter
from html import escape, unescape

from abano.core.errors import Conflict, Message, Retryable, TooManyRequests

MAX_TEXTS, MAX_CHARACTERS = 20, 10_000
# Placeholders, web and email addresses, and markup.
_KEPT = re.compile(r"\{[^{}\s]{1,60}\}|https?://[^\s<>]+|[\w.+-]+@[\w-]+\.[\w.]*\w|</?[A-Za-z][^<>]*>")
_BREAK = re.compile(r"[ \t]*<br\s*/?>[ \t]*", re.IGNORECASE)
_SPAN = re.compile(r"</?span[^<>]*>", re.IGNORECASE)
_TAG = re.compile(r"</?[A-Za-z!][^<>]*>")

TOO_LONG = Message("translation_too_long", "At most {max, number} characters at once")
SAME_LANGUAGE = Message("translation_same_language", "Choose a language other than the one of the texts")
LANGUAGE_UNSUPPORTED = Message(
    "translation_language_unsupported", "The translation service does not know this language"
)


class TranslationOff(Conflict):
    """Automatic translation is not set up on this platform."""


class TranslationUnavailable(Retryable):
    """The translation service can't be reached. Nothing was changed. Try again later."""


class TranslationRefused(Conflict):
    """The translation service refused the request. Tell the operator of the platform."""


class TranslationLimitReached(TooManyRequests):
    """Your company's daily limit of automatic translations is reached. Try again tomorrow."""


def as_html(text: str) -> str:
    """The text for a service that translates HTML: what must not change is marked so."""
    parts, end = [], 0
    for kept in _KEPT.finditer(text):
        parts += [escape(text[end : kept.start()], quote=False), _marked(kept[0])]
        end = kept.end()
    parts.append(escape(text[end:], quote=False))
    return "".join(parts).replace("\n", "<br>")


def _marked(text: str) -> str:
    return f'<span translate="no" class="notranslate">{escape(text, quote=False)}</span>'


def as_text(answer: str, original: str) -> str | None:
    """The translation as plain text. None if a placeholder, an address, markup or a line was lost or added."""
    lines = _SPAN.sub("", _BREAK.sub("\n", answer.replace("\n", " ")))
    if _TAG.search(lines):
        return None
    text = unescape(lines).replace("\x00", "").strip()
    is_whole = (
        Counter(_KEPT.findall(text)) == Counter(_KEPT.findall(original))
        and text.count("\n") == original.strip().count("\n")
        and 0 < len(text) <= 4 * len(original) + 200
    )
    return text if is_whole else None
