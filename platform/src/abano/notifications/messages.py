"""Texts of messages. A renderer turns a message into a subject and a body."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from abano.kit.phone import spaced
from abano.kit.templates import render_html
from abano.notifications import kinds
from abano.notifications.kinds import read_message


@dataclass(frozen=True, slots=True)
class Recipient:
    """Where a company receives its messages."""

    name: str
    email: str
    webhook_url: str
    public_origin: str


@dataclass(frozen=True, slots=True)
class Text:
    """One message. ``to`` is None for the company itself; when empty, the message is not sent."""

    subject: str
    body: str
    html: str = ""
    to: str | None = None
    reply_to: str | None = None


Renderer = Callable[[Any, Recipient], Text]


@dataclass(frozen=True, slots=True)
class _Part:
    """Labelled values, with an optional heading."""

    heading: str
    rows: Sequence[tuple[str, str]]


_DOUBTS = {
    "unknown_car": "Please check the car: its name is not in your catalogue.",
    "unassigned_phone": "Please check the phone: no such number has been assigned, so it may be mistyped.",
}


def _booking_created(message: kinds.BookingCreated, recipient: Recipient) -> Text:
    # Older messages have no reasons: then it is the car.
    reasons = message.review_reasons
    if reasons is None:
        reasons = ["unknown_car"] if message.needs_review else []
    note = " ".join(_DOUBTS[reason] for reason in reasons if reason in _DOUBTS)
    lines = [line.rpartition(": ") for line in message.lines]
    parts = [
        _Part(
            "Customer",
            [
                ("Name", message.customer_name),
                ("Driver's age", str(message.driver_age)),
                ("Group", str(message.group_size)),
                ("E-mail", message.customer_email),
                ("Phone", spaced(message.customer_phone)),
            ],
        ),
        _Part(
            "Rental",
            [
                ("Car", message.car_name),
                ("Pickup", message.pickup),
                ("Return", message.dropoff),
            ],
        ),
        _Part("Price", [*((label, amount) for label, _, amount in lines), ("Total", message.total)]),
    ]
    return _text(
        f"New booking {message.reference}: {message.car_name}",
        f"A new booking for {recipient.name}: {message.reference}",
        parts,
        note=note,
        reply_to=message.customer_email,
    )


def _booking_cancelled(message: kinds.BookingCancelled, recipient: Recipient) -> Text:
    rows = [("Customer", message.customer_name), ("Car", message.car_name)]
    return _text(
        f"Booking {message.reference} was cancelled",
        f"{recipient.name}: booking {message.reference} was cancelled.",
        [_Part("", rows)],
        note=message.reason,
    )


def _booking_restored(message: kinds.BookingRestored, recipient: Recipient) -> Text:
    rows = [
        ("Customer", message.customer_name),
        ("Car", message.car_name),
        ("Status", message.status),
    ]
    return _text(
        f"Booking {message.reference} stands again",
        f"{recipient.name}: the cancellation of booking {message.reference} was taken back."
        " The customer was not written to; the console has a text for it.",
        [_Part("", rows)],
        note=message.reason,
    )


def _personal_info(message: kinds.PersonalInfoReceived, recipient: Recipient) -> Text:
    details = message.booking_details
    parts = [
        _Part(
            "Visitor",
            [
                ("Name", f"{message.first_name} {message.last_name}".strip()),
                ("E-mail", message.customer_email),
                ("Phone", spaced(message.customer_phone)),
                ("Driver's age", str(message.driver_age)),
                ("Group", str(message.group_size)),
            ],
        ),
        _Part(
            "Looking at",
            [
                ("Car", details.selected_car),
                ("Pickup", f"{details.pickup_location}, {details.pickup_date}"),
                ("Return", f"{details.dropoff_location}, {details.return_date}"),
                ("Days", str(details.total_days)),
                ("A day", str(details.daily_price)),
                ("Total", str(details.calculated_price)),
            ],
        ),
    ]
    return _text(
        "A booking was begun",
        f"A visitor of {recipient.name} has begun a booking.",
        parts,
        reply_to=message.customer_email,
    )


def _customer_email(message: kinds.CustomerEmail, recipient: Recipient) -> Text:
    """An email written by the team, unchanged. Replies go to the company."""
    return Text(
        _one_line(message.subject),
        message.body + "\n",
        to=_one_line(message.to),
        reply_to=recipient.email or None,
    )


def _admin_invited(message: kinds.AdminInvited, recipient: Recipient) -> Text:
    who = message.invited_by or "Somebody"
    return _personal_email(
        message.to,
        f"You are invited to the console of {recipient.name}",
        f"{who} invites you to the admin console of {recipient.name}, as {message.role}.",
        "The link works once, for seven days. It leads to a page where you choose your password:",
        message.link or "",
    )


def _admin_password_reset(message: kinds.AdminResetLink, recipient: Recipient) -> Text:
    greeting = f"Hello {message.name}," if message.name else "Hello,"
    return _personal_email(
        message.to,
        f"Set a new password for {recipient.name}",
        f"{greeting} somebody asked for a new password for your account at {recipient.name}.",
        "If it was not you, nothing needs to be done. The link works once, for one hour:",
        message.link or "",
    )


def _affiliate_registered(message: kinds.AffiliateRegistered, recipient: Recipient) -> Text:
    rows = [
        ("Name", message.name),
        ("E-mail", message.email),
        ("Website", message.website or ""),
        ("Promo code", message.promo_code),
    ]
    return _text(
        f"New affiliate: {message.name}",
        f"Somebody joined the affiliate programme of {recipient.name}.",
        [_Part("", [row for row in rows if row[1]])],
        reply_to=message.email,
    )


def _affiliate_password_reset(message: kinds.AffiliateResetLink, recipient: Recipient) -> Text:
    return _personal_email(
        message.to,
        f"Set a new password for the affiliate programme of {recipient.name}",
        f"Hello {message.name}, somebody asked for a new password for your affiliate account at {recipient.name}.",
        "If it was not you, nothing needs to be done. The link works once, for one hour:",
        message.link or "",
    )


def _payout_address_changed(message: kinds.PayoutAddressChanged, recipient: Recipient) -> Text:
    return _personal_email(
        message.to,
        f"Your payout address at {recipient.name} was changed",
        f"Hello {message.name}, the payout address of your affiliate account at {recipient.name} was changed.",
        f"If it was not you, set a new password now and write to {recipient.email or recipient.name}:",
        f"{recipient.public_origin}/affiliate-forgot-password",
    )


RENDERERS: dict[str, Renderer] = {
    kinds.BookingCreated.kind: _booking_created,
    kinds.BookingCancelled.kind: _booking_cancelled,
    kinds.BookingRestored.kind: _booking_restored,
    kinds.CustomerEmail.kind: _customer_email,
    kinds.PersonalInfoReceived.kind: _personal_info,
    kinds.AffiliateRegistered.kind: _affiliate_registered,
    kinds.AffiliateResetLink.kind: _affiliate_password_reset,
    kinds.PayoutAddressChanged.kind: _payout_address_changed,
    kinds.AdminInvited.kind: _admin_invited,
    kinds.AdminResetLink.kind: _admin_password_reset,
}


def render(kind: str, payload: Mapping[str, Any], recipient: Recipient) -> Text:
    """The text of a stored message. Raises UnknownKind."""
    message = read_message(kind, payload)
    return RENDERERS[kind](message, recipient)


def _text(subject: str, opening: str, parts: Sequence[_Part], *, note: str = "", reply_to: str = "") -> Text:
    """A message in plain text and in HTML. Visitors' input is escaped, and single-line in headers."""
    plain = [opening, *(["", note] if note else [])]
    for part in parts:
        width = max((len(label) for label, _ in part.rows), default=0) + 1
        plain += ["", *([part.heading] if part.heading else [])]
        plain += [f"{label + ':':<{width}} {_one_line(value)}" for label, value in part.rows]
    return Text(
        _one_line(subject),
        "\n".join(plain) + "\n",
        html=render_html("notifications/templates/message.html", opening=opening, note=note, parts=parts),
        reply_to=_one_line(reply_to) or None,
    )


def _personal_email(to: str, subject: str, opening: str, advice: str, link: str) -> Text:
    """An email to one person, with a link."""
    plain = f"{_one_line(opening)}\n\n{advice}\n\n{link}\n"
    html = render_html("notifications/templates/personal.html", opening=opening, advice=advice, link=link)
    return Text(_one_line(subject), plain, html, to=_one_line(to))


def _one_line(text: str) -> str:
    """Collapse whitespace: a line break in a visitor's input must not add a header."""
    return " ".join(text.split())
