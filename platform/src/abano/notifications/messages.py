"""Texts of messages. A renderer turns the payload of a kind into a subject and a body."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from abano.kit.phone import spaced
from abano.kit.templates import render_html


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


class UnknownKind(Exception):
    """There is no renderer for this kind of message."""


Payload = Mapping[str, Any]
Renderer = Callable[[Payload, Recipient], Text]


@dataclass(frozen=True, slots=True)
class _Part:
    """Labelled values, with an optional heading."""

    heading: str
    rows: Sequence[tuple[str, str]]


_DOUBTS = {
    "unknown_car": "Please check the car: its name is not in your catalogue.",
    "unassigned_phone": "Please check the phone: no such number has been assigned, so it may be mistyped.",
}


def _booking_created(payload: Payload, recipient: Recipient) -> Text:
    # Older messages have no reasons: then it is the car.
    reasons = payload.get("reviewReasons", ["unknown_car"] if payload["needsReview"] else [])
    note = " ".join(_DOUBTS[reason] for reason in reasons if reason in _DOUBTS)
    lines = [line.rpartition(": ") for line in payload["lines"]]
    parts = [
        _Part(
            "Customer",
            [
                ("Name", payload["customerName"]),
                ("Driver's age", str(payload["driverAge"])),
                ("Group", str(payload["groupSize"])),
                ("E-mail", payload["customerEmail"]),
                ("Phone", spaced(payload["customerPhone"])),
            ],
        ),
        _Part(
            "Rental",
            [
                ("Car", payload["carName"]),
                ("Pickup", payload["pickup"]),
                ("Return", payload["dropoff"]),
            ],
        ),
        _Part("Price", [*((label, amount) for label, _, amount in lines), ("Total", payload["total"])]),
    ]
    return _text(
        f"New booking {payload['reference']}: {payload['carName']}",
        f"A new booking for {recipient.name}: {payload['reference']}",
        parts,
        note=note,
        reply_to=payload["customerEmail"],
    )


def _booking_cancelled(payload: Payload, recipient: Recipient) -> Text:
    rows = [("Customer", payload["customerName"]), ("Car", payload["carName"])]
    return _text(
        f"Booking {payload['reference']} was cancelled",
        f"{recipient.name}: booking {payload['reference']} was cancelled.",
        [_Part("", rows)],
        note=payload["reason"],
    )


def _booking_restored(payload: Payload, recipient: Recipient) -> Text:
    rows = [
        ("Customer", payload["customerName"]),
        ("Car", payload["carName"]),
        ("Status", payload["status"]),
    ]
    return _text(
        f"Booking {payload['reference']} stands again",
        f"{recipient.name}: the cancellation of booking {payload['reference']} was taken back."
        " The customer was not written to; the console has a text for it.",
        [_Part("", rows)],
        note=payload["reason"],
    )


def _personal_info(payload: Payload, recipient: Recipient) -> Text:
    details = payload["bookingDetails"]
    parts = [
        _Part(
            "Visitor",
            [
                ("Name", f"{payload['firstName']} {payload['lastName']}".strip()),
                ("E-mail", payload["customerEmail"]),
                ("Phone", spaced(payload["customerPhone"])),
                ("Driver's age", str(payload["driverAge"])),
                ("Group", str(payload["groupSize"])),
            ],
        ),
        _Part(
            "Looking at",
            [
                ("Car", details["selectedCar"]),
                ("Pickup", f"{details['pickupLocation']}, {details['pickupDate']}"),
                ("Return", f"{details['dropoffLocation']}, {details['returnDate']}"),
                ("Days", str(details["totalDays"])),
                ("A day", str(details["dailyPrice"])),
                ("Total", str(details["calculatedPrice"])),
            ],
        ),
    ]
    return _text(
        "A booking was begun",
        f"A visitor of {recipient.name} has begun a booking.",
        parts,
        reply_to=payload["customerEmail"],
    )


def _customer_email(payload: Payload, recipient: Recipient) -> Text:
    """An email written by the team, unchanged. Replies go to the company."""
    return Text(
        _one_line(payload["subject"]),
        payload["body"] + "\n",
        to=_one_line(payload["to"]),
        reply_to=recipient.email or None,
    )


def _admin_invited(payload: Payload, recipient: Recipient) -> Text:
    who = payload["invitedBy"] or "Somebody"
    return _personal_email(
        payload["to"],
        f"You are invited to the console of {recipient.name}",
        f"{who} invites you to the admin console of {recipient.name}, as {payload['role']}.",
        "The link works once, for seven days. It leads to a page where you choose your password:",
        payload["link"],
    )


def _admin_password_reset(payload: Payload, recipient: Recipient) -> Text:
    greeting = f"Hello {payload['name']}," if payload["name"] else "Hello,"
    return _personal_email(
        payload["to"],
        f"Set a new password for {recipient.name}",
        f"{greeting} somebody asked for a new password for your account at {recipient.name}.",
        "If it was not you, nothing needs to be done. The link works once, for one hour:",
        payload["link"],
    )


def _affiliate_registered(payload: Payload, recipient: Recipient) -> Text:
    rows = [
        ("Name", payload["name"]),
        ("E-mail", payload["email"]),
        ("Website", payload["website"]),
        ("Promo code", payload["promoCode"]),
    ]
    return _text(
        f"New affiliate: {payload['name']}",
        f"Somebody joined the affiliate programme of {recipient.name}.",
        [_Part("", [row for row in rows if row[1]])],
        reply_to=payload["email"],
    )


def _affiliate_password_reset(payload: Payload, recipient: Recipient) -> Text:
    return _personal_email(
        payload["to"],
        f"Set a new password for the affiliate programme of {recipient.name}",
        f"Hello {payload['name']}, somebody asked for a new password for your affiliate account at {recipient.name}.",
        "If it was not you, nothing needs to be done. The link works once, for one hour:",
        payload["link"],
    )


def _payout_address_changed(payload: Payload, recipient: Recipient) -> Text:
    return _personal_email(
        payload["to"],
        f"Your payout address at {recipient.name} was changed",
        f"Hello {payload['name']}, the payout address of your affiliate account at {recipient.name} was changed.",
        f"If it was not you, set a new password now and write to {recipient.email or recipient.name}:",
        f"{recipient.public_origin}/affiliate-forgot-password",
    )


RENDERERS: dict[str, Renderer] = {
    "booking.created": _booking_created,
    "booking.cancelled": _booking_cancelled,
    "booking.restored": _booking_restored,
    "booking.customer_email": _customer_email,
    "personal_info.received": _personal_info,
    "affiliate.registered": _affiliate_registered,
    "affiliate.password_reset": _affiliate_password_reset,
    "affiliate.payout_address_changed": _payout_address_changed,
    "admin.invited": _admin_invited,
    "admin.password_reset": _admin_password_reset,
}
# Kinds for one person, never for the company's chat.
PERSONAL: tuple[str, ...] = (
    "booking.customer_email",
    "admin.invited",
    "admin.password_reset",
    "affiliate.password_reset",
    "affiliate.payout_address_changed",
)


def render(kind: str, payload: Payload, recipient: Recipient) -> Text:
    """The text of a message. Raises UnknownKind."""
    try:
        renderer = RENDERERS[kind]
    except KeyError:
        raise UnknownKind(kind) from None
    return renderer(payload, recipient)


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
