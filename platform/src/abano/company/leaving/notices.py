"""Emails to the owners of a company that is being deleted, sent directly: the outbox rests, and then is gone."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from email.message import EmailMessage
from typing import Any

from abano.core.config import Settings
from abano.core.ids import new_id
from abano.core.languages.texts import format_day, texts_in
from abano.messaging.outbox.layout import Recipient, Text, personal_email
from abano.messaging.outbox.transport import mail_transport

PAGE = "/admin/settings/your-data"


def written(told: str, owner: Mapping[str, Any], recipient: Recipient, deletes_at: datetime) -> Text:
    """The email that says ``told``: requested, soon or removed. ``owner``: email, name and language."""
    texts = texts_in(str(owner["language"]))
    day = format_day(deletes_at.astimezone(UTC).date(), texts.locale)
    company, link = recipient.name, f"{recipient.public_origin}{PAGE}"
    if told == "removed":
        return personal_email(
            texts,
            recipient,
            str(owner["email"]),
            texts.gettext("{company} was deleted", company=company),
            texts.gettext("All data of {company} was removed from this platform.", company=company),
            texts.gettext(
                "It cannot be brought back. Your exports and invoices are yours alone to keep now."
            ),
            "",
        )
    if told == "soon":
        subject = texts.gettext("{company} will be deleted on {day}", company=company, day=day)
    else:
        subject = texts.gettext("The deletion of {company} was requested", company=company)
    return personal_email(
        texts,
        recipient,
        str(owner["email"]),
        subject,
        texts.gettext(
            "The site of {company} is closed. On {day} (UTC) all its data will be removed.",
            company=company,
            day=day,
        ),
        texts.gettext(
            "Until then you can undo it, export everything, and download your invoices and credit notes, which you"
            " may have to keep by law:"
        ),
        link,
    )


async def send(settings: Settings, texts: Sequence[Text]) -> None:
    """Raises DeliveryFailed."""
    mail = mail_transport(settings)
    try:
        for text in texts:
            await mail.send(_email(text, settings.mail_from))
    finally:
        await mail.close()


def _email(text: Text, sender: str) -> EmailMessage:
    email = EmailMessage()
    email["From"], email["To"], email["Subject"] = sender, text.to or "", text.subject
    email["Date"] = datetime.now(UTC)
    email["Message-ID"] = f"<{new_id()}@abano>"
    email.set_content(text.body)
    if text.html:
        email.add_alternative(text.html, subtype="html")
    email["Content-Language"] = text.language
    return email
