"""Messages to one person: a customer, an affiliate, someone of the team."""

from dataclasses import replace
from datetime import UTC, timedelta

from abano.core.languages.texts import (
    Texts,
    format_date,
    format_day,
    format_moment_in_zone,
    format_money,
    format_number,
    path_prefix,
    translatable,
)
from abano.messaging.outbox import booking_kinds, kinds
from abano.messaging.outbox.layout import (
    Letter,
    Part,
    Recipient,
    Text,
    html_of,
    one_line,
    personal_email,
    table_message,
)

WEBHOOKS_PAGE = "/admin/settings/webhooks"
PLAN_PAGE = "/admin/settings/plan"
PRICE_SUGGESTIONS_PAGE = "/admin/catalog/price-suggestions"
SUPPORT_PAGE = "/admin/settings/support"
DATA_PAGE = "/admin/settings/your-data"


def customer_email(message: booking_kinds.CustomerEmail, recipient: Recipient, texts: Texts) -> Text:
    """An email written by the team, unchanged. Replies go to the company."""
    letter = Letter(one_line(message.subject), message.body.split("\n\n"))
    return Text(
        one_line(message.subject),
        message.body + "\n",
        html_of(letter, recipient, message.subject, texts.language),
        to=one_line(message.to),
        reply_to=recipient.email or None,
        language=texts.language,
    )


def message_test(message: booking_kinds.MessageTest, _: Recipient, texts: Texts) -> Text:
    """What the console showed."""
    return Text(
        one_line(message.subject),
        message.body,
        message.html,
        to=one_line(message.to),
        language=texts.language,
    )


def handover_document(message: booking_kinds.HandoverDocument, recipient: Recipient, texts: Texts) -> Text:
    """The customer's copy of what was signed."""
    values = {"company": recipient.name, "reference": message.reference}
    if message.is_return:
        subject = texts.gettext("Your return protocol from {company} ({reference})", **values)
        body = texts.gettext(
            "Thank you for bringing the {car} back. The protocol of the return is attached.",
            car=message.car_name,
        )
    elif message.is_signed_online:
        subject = texts.gettext("Your rental agreement with {company} ({reference})", **values)
        body = texts.gettext(
            "Thank you for signing. Your rental agreement for the {car} is attached.", car=message.car_name
        )
    else:
        subject = texts.gettext("Your rental agreement with {company} ({reference})", **values)
        body = texts.gettext(
            "Have a good trip with the {car}! Your rental agreement is attached.", car=message.car_name
        )
    letter = table_message(
        texts,
        recipient,
        subject,
        _greeting(message.customer_name, texts),
        (),
        note=body,
        reply_to=recipient.email,
    )
    return replace(letter, to=one_line(message.to))


def invoice_email(message: booking_kinds.InvoiceEmail, recipient: Recipient, texts: Texts) -> Text:
    """A document of a booking's money; it is attached."""
    values = {"number": message.number, "company": recipient.name}
    subjects = {
        "invoice": texts.gettext("Invoice {number} from {company}", **values),
        "credit_note": texts.gettext("Credit note {number} from {company}", **values),
        "receipt": texts.gettext("Receipt {number} from {company}", **values),
    }
    subject = subjects.get(message.document, message.number)
    note = texts.gettext(
        "{number} for your booking {reference} is attached.",
        number=message.number,
        reference=message.reference,
    )
    if message.open_minor is not None:
        subject = texts.gettext("Payment reminder: invoice {number} from {company}", **values)
        note = f"{_reminder(message, message.open_minor, texts)} {note}"
    note = " ".join(filter(None, (note, message.terms)))
    company = message.billed_to
    letter = table_message(
        texts,
        recipient,
        subject,
        _greeting(message.customer_name, texts),
        (Part("", ((texts.gettext("Bill to"), company),)),) if company else (),
        note=note,
        reply_to=recipient.email,
    )
    return replace(letter, to=one_line(message.to))


def _reminder(message: booking_kinds.InvoiceEmail, open_minor: int, texts: Texts) -> str:
    amount = format_money(open_minor, message.currency, texts.locale)
    if message.due_on is None:
        return texts.gettext("{amount} of this invoice is still unpaid.", amount=amount)
    day = format_date(message.due_on, texts.locale)
    return (
        texts.gettext(
            "{amount} of this invoice is still unpaid. Payment was due by {date}.", amount=amount, date=day
        )
        + " "
        + texts.gettext("If you have already paid, please ignore this email.")
    )


def proforma_email(message: booking_kinds.ProformaEmail, recipient: Recipient, texts: Texts) -> Text:
    """A proforma invoice of a booking; it is attached."""
    values = {"reference": message.reference, "company": recipient.name}
    letter = table_message(
        texts,
        recipient,
        texts.gettext("Proforma invoice from {company} ({reference})", **values),
        _greeting(message.customer_name, texts),
        (),
        note=texts.gettext("The proforma invoice for your booking {reference} is attached.", **values),
        reply_to=recipient.email,
    )
    return replace(letter, to=one_line(message.to))


def admin_invited(message: kinds.AdminInvited, recipient: Recipient, texts: Texts) -> Text:
    values = {"company": recipient.name, "role": _role(message.role, texts)}
    if message.invited_by:
        opening = texts.gettext(
            "{who} invites you to the admin console of {company}, as {role}.",
            who=message.invited_by,
            **values,
        )
    else:
        opening = texts.gettext("You are invited to the admin console of {company}, as {role}.", **values)
    return personal_email(
        texts,
        recipient,
        message.to,
        texts.gettext("You are invited to the console of {company}", company=recipient.name),
        opening,
        texts.gettext("Choose your password here. The link works once and expires in seven days:"),
        message.link or "",
    )


def _role(role: str, texts: Texts) -> str:
    words = {
        "owner": texts.pgettext("role", "owner"),
        "manager": texts.pgettext("role", "manager"),
        "desk": texts.pgettext("role", "desk"),
        "analyst": texts.pgettext("role", "analyst"),
        "driver": texts.pgettext("role", "driver"),
    }
    return words.get(role, role)


def admin_password_reset(message: kinds.AdminResetLink, recipient: Recipient, texts: Texts) -> Text:
    asked = texts.gettext(
        "Someone asked for a new password for your account at {company}.", company=recipient.name
    )
    return personal_email(
        texts,
        recipient,
        message.to,
        texts.gettext("Set a new password for {company}", company=recipient.name),
        f"{_greeting(message.name, texts)} {asked}",
        _link_for_an_hour(texts),
        message.link or "",
    )


def affiliate_password_reset(message: kinds.AffiliateResetLink, recipient: Recipient, texts: Texts) -> Text:
    asked = texts.gettext(
        "Someone asked for a new password for your affiliate account at {company}.", company=recipient.name
    )
    return personal_email(
        texts,
        recipient,
        message.to,
        texts.gettext("Set a new password for the affiliate programme of {company}", company=recipient.name),
        f"{_greeting('', texts)} {asked}",
        _link_for_an_hour(texts),
        message.link or "",
    )


def payout_email_changed(message: kinds.PayoutEmailChanged, recipient: Recipient, texts: Texts) -> Text:
    changed = texts.gettext(
        "The payout email of your affiliate account at {company} was changed.", company=recipient.name
    )
    prefix = path_prefix(texts.language, recipient.languages)
    return personal_email(
        texts,
        recipient,
        message.to,
        texts.gettext("Your payout email at {company} was changed", company=recipient.name),
        f"{_greeting('', texts)} {changed}",
        texts.gettext(
            "If it was not you, set a new password now and write to {contact}:",
            contact=recipient.email or recipient.name,
        ),
        f"{recipient.public_origin}{prefix}/affiliate-forgot-password",
    )


def webhook_disabled(message: kinds.WebhookDisabled, recipient: Recipient, texts: Texts) -> Text:
    if message.reason == "gone":
        why = texts.gettext(
            "The webhook endpoint {url} answered with status 410 (Gone), so it was disabled.", url=message.url
        )
    else:
        why = texts.gettext(
            "Every delivery to the webhook endpoint {url} has failed for five days, so it was disabled.",
            url=message.url,
        )
    return personal_email(
        texts,
        recipient,
        message.to,
        texts.gettext("A webhook of {company} was disabled", company=recipient.name),
        f"{_greeting(message.name, texts)} {why}",
        texts.gettext("Fix the endpoint, enable it again and replay what it missed:"),
        f"{recipient.public_origin}{WEBHOOKS_PAGE}",
    )


def prices_changed(message: kinds.PricesChanged, recipient: Recipient, texts: Texts) -> Text:
    """To an owner who let rules change prices without asking: what they changed."""
    lines = [
        texts.gettext(
            "{car}, {day}: {before} → {after}",
            car=change.car,
            day=format_day(change.day, texts.locale),
            before=format_money(change.before, message.currency, texts.locale),
            after=format_money(change.after, message.currency, texts.locale),
        )
        for change in message.changes
    ]
    what = texts.ngettext(
        "Your rules changed the price of one day.", "Your rules changed {count} prices.", message.count
    )
    return personal_email(
        texts,
        recipient,
        message.to,
        texts.gettext("Prices of {company} changed automatically", company=recipient.name),
        f"{_greeting(message.name, texts)} {what}",
        texts.gettext("Check or undo them, or turn off the rule:"),
        f"{recipient.public_origin}{PRICE_SUGGESTIONS_PAGE}",
        lines,
    )


# As the page of the console names them.
_MEASURES: dict[str, str] = {
    "vehicles": translatable("Vehicles"),
    "staff": translatable("Staff"),
    "storage_bytes": translatable("Storage in MB"),
    "domains": translatable("Domains of your own"),
    "emails": translatable("Emails today"),
    "quiz_sessions": translatable("Quiz sessions this month"),
    "api_calls": translatable("API calls this month"),
}
# What follows where no more is left.
_WITHOUT_ROOM: dict[str, str] = {
    "emails": translatable(
        "Reports and alerts wait until tomorrow. Emails about bookings are sent as always."
    ),
    "quiz_sessions": translatable("Nothing changes for your visitors."),
    "api_calls": translatable("Until next month, the API answers only calls about bookings."),
}
_NO_MORE = translatable("No more can be added.")


def plan_limit_warning(message: kinds.PlanLimitWarning, recipient: Recipient, texts: Texts) -> Text:
    """To an owner: what is used up of the plan, or nearly."""
    company = recipient.name
    if message.is_hard:
        subject = texts.gettext("{company} has used up a limit of its plan", company=company)
        note = texts.gettext(_WITHOUT_ROOM.get(message.measure, _NO_MORE))
    else:
        subject = texts.gettext("{company} has almost used up a limit of its plan", company=company)
        note = texts.gettext("Visitors can always book, whatever your plan is.")
    unit = 1_000_000 if message.measure == "storage_bytes" else 1
    line = texts.gettext(
        "{measure}: {used} of {limit}",
        measure=texts.gettext(_MEASURES[message.measure]),
        used=format_number(message.used // unit, texts.locale),
        limit=format_number(message.limit // unit, texts.locale),
    )
    return personal_email(
        texts,
        recipient,
        message.to,
        subject,
        f"{_greeting(message.name, texts)} {note}",
        texts.gettext("See what you use. Your platform operator can give you a larger plan:"),
        f"{recipient.public_origin}{PLAN_PAGE}",
        [line],
    )


def support_notice(message: kinds.SupportNotice, recipient: Recipient, texts: Texts) -> Text:
    """To an owner: who of the platform's operators wants to look at the console, or looks at it now, and why."""
    values = {"company": recipient.name, "operator": message.operator}
    if message.what == "requested":
        subject = texts.gettext("Support asks for access to {company}", **values)
        what = texts.gettext("{operator} of platform support asks to see the console of {company}.", **values)
        action = texts.gettext("Accept or decline it. Until you accept, they see nothing:")
    else:
        subject = texts.gettext("Support is looking at {company}", **values)
        what = texts.gettext("{operator} of platform support sees the console of {company}.", **values)
        action = texts.gettext("See what they look at, or end it:")
    lines = [texts.gettext("Reason: {reason}", reason=one_line(message.reason))]
    if message.until:
        until = format_moment_in_zone(message.until.astimezone(UTC), texts.locale)
        lines.append(texts.gettext("Until: {time}", time=until))
    return personal_email(
        texts,
        recipient,
        message.to,
        subject,
        f"{_greeting(message.name, texts)} {what}",
        action,
        f"{recipient.public_origin}{SUPPORT_PAGE}",
        lines,
    )


def company_export_ready(message: kinds.CompanyExportReady, recipient: Recipient, texts: Texts) -> Text:
    """To an owner: an operator had everything exported for them, and until when they can download it."""
    company = recipient.name
    what = texts.gettext(
        "Your platform operator had all data of {company} exported for you.", company=company
    )
    until = format_moment_in_zone(message.until.astimezone(UTC), texts.locale)
    return personal_email(
        texts,
        recipient,
        message.to,
        texts.gettext("The data of {company} is ready to download", company=company),
        f"{_greeting(message.name, texts)} {what}",
        texts.gettext("Only owners can download it:"),
        f"{recipient.public_origin}{DATA_PAGE}",
        [texts.gettext("Until: {time}", time=until)],
    )


def _greeting(name: str, texts: Texts) -> str:
    """Without the name: anyone can register with any email, and a name could carry a message to its owner."""
    return texts.gettext("Hello {name}!", name=name) if name else texts.gettext("Hello!")


def _link_for_an_hour(texts: Texts) -> str:
    return texts.gettext(
        "If you did not request this, ignore this email. The link works once and expires in one hour:"
    )


# Pure rules of delivery: when a failed message is retried, and when it is dead.

# Sixteen attempts with these delays span more than a day, longer than most outages of mail servers.
ATTEMPTS = 16
FIRST_WAIT = timedelta(seconds=10)
MAX_WAIT = timedelta(hours=6)


def wait_before_retry(attempts: int) -> timedelta | None:
    """The delay after ``attempts`` failed attempts, doubling each time; None when the message is dead."""
    if attempts >= ATTEMPTS:
        return None
    return min(FIRST_WAIT * (1 << (attempts - 1)), MAX_WAIT)
