"""How a message looks: plain text and HTML, in one language."""

from collections.abc import Sequence
from dataclasses import dataclass

from abano.kit.templates import render_html
from abano.languages.texts import Texts


@dataclass(frozen=True, slots=True)
class Recipient:
    """Where a company receives its messages, and in which languages it and its people read them.

    ``team_language``: the team's. ``languages``: the company's; the first is for everybody of whom nothing is known.
    """

    name: str
    email: str
    webhook_url: str
    public_origin: str
    team_language: str = "en"
    languages: Sequence[str] = ("en",)


@dataclass(frozen=True, slots=True)
class Text:
    """One message. ``to`` is None for the company itself; when empty, the message is not sent."""

    subject: str
    body: str
    html: str = ""
    to: str | None = None
    reply_to: str | None = None
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Part:
    """Labelled values, with an optional heading."""

    heading: str
    rows: Sequence[tuple[str, str]]


def table_message(
    texts: Texts, subject: str, opening: str, parts: Sequence[Part], *, note: str = "", reply_to: str = ""
) -> Text:
    """A message to the company. Visitors' input is escaped, and single-line in headers."""
    plain = [opening, *(["", note] if note else [])]
    for part in parts:
        width = max((len(label) for label, _ in part.rows), default=0) + 1
        plain += ["", *([part.heading] if part.heading else [])]
        plain += [f"{label + ':':<{width}} {one_line(value)}" for label, value in part.rows]
    html = render_html(
        "notifications/templates/message.html",
        language=texts.language,
        opening=opening,
        note=note,
        parts=parts,
    )
    return Text(
        one_line(subject),
        "\n".join(plain) + "\n",
        html=html,
        reply_to=one_line(reply_to) or None,
        language=texts.language,
    )


def personal_email(texts: Texts, to: str, subject: str, opening: str, advice: str, link: str) -> Text:
    """An email to one person, with a link."""
    plain = f"{one_line(opening)}\n\n{advice}\n\n{link}\n"
    html = render_html(
        "notifications/templates/personal.html",
        language=texts.language,
        opening=opening,
        advice=advice,
        link=link,
    )
    return Text(one_line(subject), plain, html, to=one_line(to), language=texts.language)


def one_line(text: str) -> str:
    """Collapse whitespace: a line break in a visitor's input must not add a header."""
    return " ".join(text.split())
