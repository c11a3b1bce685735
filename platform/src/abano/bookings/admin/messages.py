"""E-mails that the team sends to a customer: texts to begin with, which the sender may change."""

from dataclasses import dataclass
from typing import Literal

TemplateCode = Literal["confirmation", "information", "cancellation", "restored"]


@dataclass(frozen=True, slots=True)
class Template:
    """A text to begin with."""

    code: TemplateCode
    label: str
    subject: str
    body: str


@dataclass(frozen=True, slots=True)
class Stay:
    """What the texts say of a booking. ``total`` with its currency; moments as the company writes them."""

    company: str
    customer: str
    reference: str
    car: str
    pickup: str
    dropoff: str
    total: str


def templates(stay: Stay) -> tuple[Template, ...]:
    """What a team writes about most."""
    rental = "\n".join(
        (
            f"Booking: {stay.reference}",
            f"Car: {stay.car}",
            f"Pickup: {stay.pickup}",
            f"Return: {stay.dropoff}",
            f"Total: {stay.total}",
        )
    )
    greeting = f"Dear {stay.customer},"
    closing = f"Kind regards,\n{stay.company}"
    return (
        Template(
            "confirmation",
            "Booking confirmed",
            f"Your booking {stay.reference} is confirmed",
            f"{greeting}\n\nyour car is reserved. Here is what we noted:\n\n{rental}\n\n"
            "Please bring your driving licence and passport to the pickup. If anything changes, simply answer this"
            f" e-mail.\n\n{closing}",
        ),
        Template(
            "information",
            "Ask for details",
            f"A question about your booking {stay.reference}",
            f"{greeting}\n\nthank you for your booking. To confirm it we need a little more from you:\n\n"
            "– your flight number, or the address where you would like to meet\n"
            f"– a photo of your driving licence\n\n{rental}\n\n{closing}",
        ),
        Template(
            "cancellation",
            "Booking cancelled",
            f"Your booking {stay.reference} was cancelled",
            f"{greeting}\n\nyour booking was cancelled:\n\n{rental}\n\n"
            f"If this surprises you, please answer this e-mail and we will find a way.\n\n{closing}",
        ),
        Template(
            "restored",
            "Cancelled by mistake",
            f"Your booking {stay.reference} stands",
            f"{greeting}\n\nyour booking was cancelled by mistake, and we have taken that back. It stands as it was:"
            f"\n\n{rental}\n\nPlease forgive the trouble. If anything changed for you meanwhile, simply answer this"
            f" e-mail.\n\n{closing}",
        ),
    )
