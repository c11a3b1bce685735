"""Templates of emails to customers, which the sender may change."""

from dataclasses import dataclass
from typing import Literal

TemplateCode = Literal["confirmation", "information", "cancellation", "restored"]


@dataclass(frozen=True, slots=True)
class Template:
    """The template of an email."""

    code: TemplateCode
    label: str
    subject: str
    body: str


@dataclass(frozen=True, slots=True)
class TemplateValues:
    """The values of a booking for the templates. ``total`` with its currency; times as formatted text."""

    company: str
    customer: str
    reference: str
    car: str
    pickup: str
    dropoff: str
    total: str


def templates(values: TemplateValues) -> tuple[Template, ...]:
    """The templates for a booking."""
    rental = "\n".join(
        (
            f"Booking: {values.reference}",
            f"Car: {values.car}",
            f"Pickup: {values.pickup}",
            f"Return: {values.dropoff}",
            f"Total: {values.total}",
        )
    )
    greeting = f"Dear {values.customer},"
    closing = f"Kind regards,\n{values.company}"
    return (
        Template(
            "confirmation",
            "Booking confirmed",
            f"Your booking {values.reference} is confirmed",
            f"{greeting}\n\nyour car is reserved. Here is what we noted:\n\n{rental}\n\n"
            "Please bring your driving licence and passport to the pickup. If anything changes, simply answer this"
            f" e-mail.\n\n{closing}",
        ),
        Template(
            "information",
            "Ask for details",
            f"A question about your booking {values.reference}",
            f"{greeting}\n\nthank you for your booking. To confirm it we need a little more from you:\n\n"
            "– your flight number, or the address where you would like to meet\n"
            f"– a photo of your driving licence\n\n{rental}\n\n{closing}",
        ),
        Template(
            "cancellation",
            "Booking cancelled",
            f"Your booking {values.reference} was cancelled",
            f"{greeting}\n\nyour booking was cancelled:\n\n{rental}\n\n"
            f"If this surprises you, please answer this e-mail and we will find a way.\n\n{closing}",
        ),
        Template(
            "restored",
            "Cancelled by mistake",
            f"Your booking {values.reference} stands",
            f"{greeting}\n\nyour booking was cancelled by mistake, and we have taken that back. It stands as it was:"
            f"\n\n{rental}\n\nPlease forgive the trouble. If anything changed for you meanwhile, simply answer this"
            f" e-mail.\n\n{closing}",
        ),
    )
