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


Payload = Mapping[str, Any]
Renderer = Callable[[Payload, Recipient], Text]


def _booking_created(payload: Payload, recipient: Recipient) -> Text:
    review = (
        ["Please check the car: its name is not in your catalogue.", ""] if payload["needsReview"] else []
    )
    lines = [
        f"A new booking for {recipient.name}: {payload['reference']}",
        "",
        *review,
        f"Customer: {payload['customerName']}, driver's age {payload['driverAge']}, group of {payload['groupSize']}",
        f"E-mail:   {payload['customerEmail']}",
        f"Phone:    {payload['customerPhone']}",
        "",
        f"Car:      {payload['carName']}",
        f"Pickup:   {payload['pickup']}",
        f"Return:   {payload['dropoff']}",
        "",
        *payload["lines"],
        f"Total: {payload['total']}",
    ]
    subject = _one_line(f"New booking {payload['reference']}: {payload['carName']}")
    return Text(subject, "\n".join(lines), reply_to=_one_line(payload["customerEmail"]))


def _booking_cancelled(payload: Payload, recipient: Recipient) -> Text:
    subject = _one_line(f"Booking {payload['reference']} was cancelled")
    body = (
        f"{recipient.name}: booking {payload['reference']} of {payload['customerName']}"
        f" ({payload['carName']}) was cancelled.\n\n{payload['reason']}"
    )
    return Text(subject, body)


def _personal_info(payload: Payload, recipient: Recipient) -> Text:
    details = payload["bookingDetails"]
    lines = [
        f"A visitor of {recipient.name} has begun a booking.",
        "",
        f"Name:   {payload['firstName']} {payload['lastName']}",
        f"E-mail: {payload['customerEmail']}",
        f"Phone:  {payload['customerPhone']}",
        f"Age:    {payload['driverAge']}, group of {payload['groupSize']}",
        "",
        f"Car:    {details['selectedCar']}",
        f"Pickup: {details['pickupLocation']}, {details['pickupDate']}",
        f"Return: {details['dropoffLocation']}, {details['returnDate']}",
        f"Price:  {details['calculatedPrice']} for {details['totalDays']} days",
    ]
    return Text("A booking was begun", "\n".join(lines))


RENDERERS: dict[str, Renderer] = {
    "booking.created": _booking_created,
    "booking.cancelled": _booking_cancelled,
    "personal_info.received": _personal_info,
}
# Kinds that go to one person only, never to the company's chat.
PERSONAL: tuple[str, ...] = ()


def render(kind: str, payload: Payload, recipient: Recipient) -> Text:
    """The text of a message. Raises UnknownKind."""
    try:
        renderer = RENDERERS[kind]
    except KeyError:
        raise UnknownKind(kind) from None
    return renderer(payload, recipient)


def _one_line(text: str) -> str:
    """Headers hold no line breaks: what a visitor typed must not add headers of its own."""
    return " ".join(text.split())
