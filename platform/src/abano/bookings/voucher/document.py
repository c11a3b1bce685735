"""The voucher as it is printed: one page of A4. Pure."""

from abano.bookings.voucher.facts import STATUSES, Stop, Voucher
from abano.core.languages.texts import Texts, format_moment_in_zone, format_money, texts_in
from abano.core.pdf.blocks import (
    Block,
    Column,
    Document,
    Facts,
    Heading,
    Letterhead,
    Link,
    Paragraph,
    Side,
    Table,
)
from abano.core.phone import spaced


def printed(voucher: Voucher, letterhead: Letterhead) -> Document:
    """The voucher as a document. A cancelled booking's voucher is marked as such."""
    texts = texts_in(voucher.language)
    return Document(
        title=texts.gettext("Rental voucher"),
        subtitle=" · ".join((voucher.reference, texts.gettext(STATUSES[voucher.status]))),
        language=voucher.language,
        letterhead=letterhead,
        blocks=(
            Facts(tuple(_facts(voucher, texts)), columns=2),
            Side(
                (
                    (Heading(texts.gettext("Pickup")), *_stop(voucher.pickup, texts)),
                    (Heading(texts.gettext("Return")), *_stop(voucher.dropoff, texts)),
                )
            ),
            *_price(voucher, texts),
            Heading(texts.gettext("What to bring")),
            Paragraph("\n".join(f"• {line}" for line in voucher.to_bring)),
            *_contact(voucher, texts),
        ),
        mark=texts.gettext("CANCELLED") if voucher.status == "cancelled" else "",
    )


def _facts(voucher: Voucher, texts: Texts) -> list[tuple[str, str]]:
    car = f"{voucher.car} ({voucher.car_class})" if voucher.car_class else voucher.car
    days = texts.ngettext("{count} day", "{count} days", voucher.days)
    pairs = [
        (texts.gettext("Booking"), voucher.reference),
        (texts.gettext("Driver"), voucher.customer),
        (texts.gettext("Second driver"), voucher.second_driver),
        (texts.gettext("Car"), car),
        (texts.gettext("Duration"), days),
        (texts.gettext("Insurance"), voucher.insurance),
        (texts.gettext("Flight"), voucher.flight),
    ]
    return [pair for pair in pairs if pair[1]]


def _stop(stop: Stop, texts: Texts) -> list[Block]:
    lines = [stop.place, stop.address, stop.meeting_point]
    blocks: list[Block] = [
        Paragraph(format_moment_in_zone(stop.at, texts.locale), strong=True),
        Paragraph("\n".join(line for line in lines if line)),
    ]
    if stop.instructions:
        blocks.append(Paragraph(stop.instructions, small=True))
    if stop.map_url:
        blocks.append(Link(texts.gettext("Directions"), stop.map_url))
    return blocks


def _price(voucher: Voucher, texts: Texts) -> list[Block]:
    def money(minor: int) -> str:
        return format_money(minor, voucher.currency, texts.locale)

    rest = (
        (texts.gettext("Refund"), money(-voucher.due))
        if voucher.due < 0
        else (texts.gettext("Still to pay"), money(voucher.due))
    )
    totals = [
        (texts.gettext("Total"), money(voucher.total)),
        (texts.gettext("Paid"), money(voucher.paid)),
        rest,
    ]
    if voucher.status == "cancelled":
        # After a cancellation, the price is not the amount due.
        totals = totals[1:]
    table = Table(
        (Column(texts.gettext("Price"), 4), Column(texts.gettext("Amount"), 1.4, "right")),
        tuple((label, money(amount)) for label, amount in voucher.lines),
        tuple(totals),
    )
    shows_terms = voucher.payment and voucher.due > 0 and voucher.status != "cancelled"
    return [table, *([Paragraph(voucher.payment)] if shows_terms else [])]


def _contact(voucher: Voucher, texts: Texts) -> list[Block]:
    reached = " · ".join(filter(None, (spaced(voucher.phone), voucher.email)))
    if not reached:
        return []
    return [Heading(texts.gettext("Questions, or running late?")), Paragraph(f"{voucher.company}: {reached}")]
