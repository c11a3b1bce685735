"""Templates of emails to customers, which the sender may change."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from abano.core.languages.texts import Texts

TemplateCode = Literal["confirmation", "received", "changed", "information", "cancellation", "restored"]


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
    # None: not set by the company. Empty: no deposit.
    deposit: str | None = None
    excess: str | None = None


def templates(values: TemplateValues, texts: Texts) -> tuple[Template, ...]:
    """The templates for a booking, in the customer's language; ``label`` is for the console, in English."""
    rental = "\n".join(
        (
            texts.gettext("Booking: {reference}", reference=values.reference),
            texts.gettext("Car: {car}", car=values.car),
            texts.gettext("Pickup: {pickup}", pickup=values.pickup),
            texts.gettext("Return: {dropoff}", dropoff=values.dropoff),
            texts.gettext("Total: {total}", total=values.total),
        )
    )
    agreed = "\n".join((rental, *_settled(values, texts)))
    greeting = texts.gettext("Dear {customer},", customer=values.customer)
    closing = texts.gettext("Kind regards,\n{company}", company=values.company)

    def written(*paragraphs: str) -> str:
        return "\n\n".join((greeting, *paragraphs, closing))

    return (
        Template(
            "confirmation",
            "Booking confirmed",
            texts.gettext("Your booking {reference} is confirmed", reference=values.reference),
            written(
                texts.gettext("your car is reserved. Here are the details of your booking:"),
                agreed,
                texts.gettext(
                    "Please bring your driving licence and passport to the pickup. If anything changes, reply"
                    " to this email."
                ),
            ),
        ),
        Template(
            "received",
            "Booking received",
            texts.gettext("Your booking {reference}", reference=values.reference),
            written(
                texts.gettext("thank you for your booking. Here are the details:"),
                agreed,
                texts.gettext("We will confirm it shortly. If anything changes, reply to this email."),
            ),
        ),
        Template(
            "changed",
            "Booking changed",
            texts.gettext("Your booking {reference} was changed", reference=values.reference),
            written(
                texts.gettext("your booking has changed. Here are the new details:"),
                agreed,
                texts.gettext("If this is not what you asked for, reply to this email."),
            ),
        ),
        Template(
            "information",
            "Ask for details",
            texts.gettext("A question about your booking {reference}", reference=values.reference),
            written(
                texts.gettext("thank you for your booking. To confirm it, we need:"),
                texts.gettext(
                    "– your flight number, or the address where you would like to meet\n"
                    "– a photo of your driving licence"
                ),
                rental,
            ),
        ),
        Template(
            "cancellation",
            "Booking cancelled",
            texts.gettext("Your booking {reference} was cancelled", reference=values.reference),
            written(
                texts.gettext("your booking was cancelled:"),
                rental,
                texts.gettext("If you did not expect this, reply to this email and we will help."),
            ),
        ),
        Template(
            "restored",
            "Cancelled by mistake",
            texts.gettext("Your booking {reference} is reinstated", reference=values.reference),
            written(
                texts.gettext("your booking was cancelled by mistake. We have reinstated it:"),
                rental,
                texts.gettext(
                    "We apologise for the inconvenience. If your plans have changed, reply to this email."
                ),
            ),
        ),
    )


def _settled(values: TemplateValues, texts: Texts) -> Iterator[str]:
    """The deposit and the damage excess, as shown before the booking."""
    if values.deposit:
        yield texts.gettext("A deposit of {sum}, returned after the rental", sum=values.deposit)
    elif values.deposit is not None:
        yield texts.gettext("No deposit")
    if values.excess:
        yield texts.gettext("You pay at most {sum} for damage to the car", sum=values.excess)
    elif values.excess is not None:
        yield texts.gettext("You pay nothing for damage that your insurance covers")
