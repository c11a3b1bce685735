"""The rental agreement and the return protocol, in the customer's language. Pure: facts in, a document out."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import NamedTuple

from abano.bookings.agreements.documents import png_of, signature_of
from abano.bookings.handover.proposals import line_label
from abano.bookings.handover.rules import Body, DamageKind, LineKind
from abano.core.languages.texts import Texts, format_moment, format_money, format_number
from abano.core.pdf.blocks import (
    Block,
    Column,
    Document,
    Facts,
    Heading,
    Letterhead,
    Paragraph,
    Picture,
    Side,
    Signature,
    Table,
    Together,
)

# Pictures for the documents: the car with its damages, and a signature. They take processor time.

# The console has the same files (frontend/src/features/console/shared/car-plan*.svg); a test compares them.
PLANS: dict[Body, Path] = {
    "sedan": Path(__file__).with_name("car_plan.svg"),
    "suv": Path(__file__).with_name("car_plan_suv.svg"),
}
WIDTH, HEIGHT = 1000, 700
NEW, OLD = "#c2410c", "#64748b"


class Mark(NamedTuple):
    """A damage on the drawing; ``x`` and ``y`` in thousandths. ``is_new``: found now."""

    number: int
    x: int
    y: int
    is_new: bool


def car_with(marks: Sequence[Mark], body: Body) -> bytes:
    """A PNG of the car with numbered marks."""
    circles = "".join(
        f'<g transform="translate({mark.x * WIDTH // 1000} {mark.y * HEIGHT // 1000})">'
        f'<circle r="19" style="fill:{NEW if mark.is_new else OLD};stroke:#fff;stroke-width:4"/>'
        f'<text y="8" text-anchor="middle" style="font:700 22px sans-serif;fill:#fff">{mark.number}</text></g>'
        for mark in marks
    )
    return png_of(_plan(body).replace("</svg>", f"{circles}</svg>"), 1.4)


@cache
def _plan(body: Body) -> str:
    return PLANS[body].read_text(encoding="utf-8")


# Blocks placed side by side must fit on one page. With more lines, they are stacked.
MAX_LINES_BESIDE = 24
LINE_BESIDE = 24


@dataclass(frozen=True, slots=True)
class DamageFacts:
    kind: DamageKind
    x: int
    y: int
    note: str
    is_new: bool


@dataclass(frozen=True, slots=True)
class RecordFacts:
    """Everything that is printed. Moments are in the company's zone, amounts in minor units.

    ``mileage_before`` and ``fuel_before``: of the handover, for a return. ``proposed``: kind,
    quantity and amount of each. ``second_driver``: name and licence number; empty: there is none. ``signed_online``:
    by whom and when the agreement was signed before the pickup; a signature at the handover is then optional.
    """

    is_return: bool
    reference: str
    customer: str
    phone: str
    email: str
    car: str
    body: Body
    plate: str
    pickup: tuple[str, datetime]
    dropoff: tuple[str, datetime]
    recorded_at: datetime
    by: str
    insurance: str
    excess: int | None
    currency: str
    lines: tuple[tuple[str, int], ...]
    total: int
    mileage_km: int
    fuel_eighths: int
    mileage_before: int | None
    fuel_before: int | None
    is_clean: bool
    licence_seen: bool
    licence_number: str
    second_driver: str
    accessories: tuple[tuple[str, int], ...]
    damages: tuple[DamageFacts, ...]
    proposed: tuple[tuple[LineKind, int, int], ...]
    note: str
    signer: str
    signature: Sequence[Sequence[Sequence[int]]]
    terms: str
    pictures: int
    signed_online: tuple[str, datetime] | None = None


def make_document(texts: Texts, letterhead: Letterhead, facts: RecordFacts) -> Document:
    """What was signed, on paper."""
    blocks: list[Block] = [_people(texts, facts), *_vehicle(texts, facts)]
    accessories = _accessories(texts, facts)
    other = _findings(texts, facts) if facts.is_return else _price(texts, facts)
    priced, given = ([name for name, _ in listed] for listed in (facts.lines, facts.accessories))
    if accessories and _fit_beside(priced) and _fit_beside(given) and _fit_beside([""] * len(facts.proposed)):
        blocks.append(Side((other, accessories)))
    else:
        blocks += [*other, *accessories]
    blocks += _damages(texts, facts)
    if facts.note:
        blocks += [Heading(texts.gettext("Remarks")), Paragraph(facts.note)]
    blocks.append(_signed(texts, facts))
    title = texts.gettext("Return protocol") if facts.is_return else texts.gettext("Rental agreement")
    return Document(
        title,
        texts.language,
        letterhead,
        tuple(blocks),
        texts.gettext("Booking {reference}", reference=facts.reference),
    )


def accessory_name(texts: Texts, code: str, label: str) -> str:
    """Built-in accessories by their code, others by the company's label."""
    own = {
        "keys": texts.gettext("Keys"),
        "papers": texts.gettext("Vehicle papers"),
        "spareWheel": texts.gettext("Spare wheel"),
        "jack": texts.gettext("Jack and tools"),
        "triangle": texts.gettext("Warning triangle"),
        "firstAid": texts.gettext("First-aid kit"),
    }
    return own.get(code, label or code)


def damage_name(texts: Texts, kind: DamageKind) -> str:
    names: dict[DamageKind, str] = {
        "scratch": texts.gettext("Scratch"),
        "dent": texts.gettext("Dent"),
        "crack": texts.gettext("Crack"),
        "chip": texts.gettext("Stone chip"),
        "missing": texts.gettext("Missing part"),
        "interior": texts.gettext("Interior"),
        "other": texts.gettext("Other damage"),
    }
    return names[kind]


def _fit_beside(rows: Sequence[str]) -> bool:
    return sum(1 + len(row) // LINE_BESIDE for row in rows) <= MAX_LINES_BESIDE


def _people(texts: Texts, facts: RecordFacts) -> Block:
    pickup, dropoff = (
        f"{place}\n{format_moment(moment, texts.locale)}" for place, moment in (facts.pickup, facts.dropoff)
    )
    customer: tuple[tuple[str, str], ...] = (
        (texts.gettext("Customer"), facts.customer),
        (texts.gettext("Phone"), facts.phone),
        (texts.gettext("Email"), facts.email),
    )
    if facts.second_driver:
        customer += ((texts.gettext("Second driver"), facts.second_driver),)
    rental = ((texts.gettext("Pickup"), pickup), (texts.gettext("Return"), dropoff))
    return Side(((Facts(customer),), (Facts(rental),)))


def _vehicle(texts: Texts, facts: RecordFacts) -> list[Block]:
    def kilometres(count: int) -> str:
        return texts.gettext("{number} km", number=format_number(count, texts.locale))

    def fuel(eighths: int) -> str:
        return texts.gettext("{eighths}/8 of the tank", eighths=eighths)

    pairs = [
        (texts.gettext("Car"), facts.car),
        (texts.gettext("Plate"), facts.plate),
        (
            texts.gettext("Returned") if facts.is_return else texts.gettext("Handed over"),
            format_moment(facts.recorded_at, texts.locale),
        ),
        (texts.gettext("Mileage"), kilometres(facts.mileage_km)),
        (texts.gettext("Fuel"), fuel(facts.fuel_eighths)),
    ]
    if facts.is_return:
        pairs.append(
            (texts.gettext("Clean"), texts.gettext("yes") if facts.is_clean else texts.gettext("no"))
        )
    else:
        seen = texts.gettext("seen") if facts.licence_seen else texts.gettext("not seen")
        licence = ", ".join(filter(None, (facts.licence_number, seen)))
        pairs.append((texts.gettext("Driving licence"), licence))
    if facts.mileage_before is not None:
        driven = facts.mileage_km - facts.mileage_before
        pairs.append((texts.gettext("Driven"), kilometres(driven)))
    if facts.fuel_before is not None:
        pairs.append((texts.gettext("Fuel at handover"), fuel(facts.fuel_before)))
    pairs.append((texts.gettext("Insurance"), facts.insurance))
    if facts.excess is not None:
        excess = format_money(facts.excess, facts.currency, texts.locale)
        pairs.append((texts.gettext("Excess"), excess))
    return [Heading(texts.gettext("The car")), Facts(tuple(pairs), 2)]


def _price(texts: Texts, facts: RecordFacts) -> tuple[Block, ...]:
    def money(amount: int) -> str:
        return format_money(amount, facts.currency, texts.locale)

    table = Table(
        (Column(texts.gettext("Price"), 2.0), Column(texts.gettext("Amount"), 1.0, "right")),
        tuple((label, money(amount)) for label, amount in facts.lines),
        ((texts.gettext("Total"), money(facts.total)),),
    )
    return (table,)


def _accessories(texts: Texts, facts: RecordFacts) -> tuple[Block, ...]:
    if not facts.accessories:
        return ()
    listed = tuple((name, str(count)) for name, count in facts.accessories)
    title = texts.gettext("Returned items") if facts.is_return else texts.gettext("Supplied with the car")
    return (Table((Column(title, 5.0), Column("", 1.0, "right")), listed),)


def _damages(texts: Texts, facts: RecordFacts) -> list[Block]:
    # What is there when the car is handed over is not the customer's.
    marks = [Mark(n, d.x, d.y, d.is_new and facts.is_return) for n, d in enumerate(facts.damages, 1)]
    heading = Heading(texts.gettext("Condition of the car"))
    drawing = Picture(car_with(marks, facts.body), largest_height=45)
    known = _known(texts, facts)
    kept: tuple[Block, ...] = ()
    if facts.pictures:
        count = texts.ngettext("{count} photograph is kept.", "{count} photographs are kept.", facts.pictures)
        kept = (Paragraph(count, small=True),)
    if _fit_beside([damage_name(texts, each.kind) + each.note for each in facts.damages]):
        return [Together((heading, Side(((drawing,), (known, *kept)))))]
    return [Together((heading, drawing, *kept)), known]


def _known(texts: Texts, facts: RecordFacts) -> Block:
    """The damages by the numbers of their marks."""
    if not facts.damages:
        return Paragraph(texts.gettext("No known damage."))
    found = texts.gettext("new") if facts.is_return else texts.gettext("recorded at handover")
    rows = tuple(
        (
            str(number),
            ": ".join(filter(None, (damage_name(texts, damage.kind), damage.note))),
            found if damage.is_new else texts.gettext("known before"),
        )
        for number, damage in enumerate(facts.damages, 1)
    )
    columns = (Column("", 0.4), Column(texts.gettext("Damage"), 2.2), Column(texts.gettext("When"), 1.5))
    return Table(columns, rows)


def _findings(texts: Texts, facts: RecordFacts) -> tuple[Block, ...]:
    if not facts.proposed:
        return (Paragraph(texts.gettext("The car was returned as agreed. Nothing to pay.")),)

    def money(amount: int) -> str:
        return format_money(amount, facts.currency, texts.locale)

    found = tuple(
        (line_label(texts, kind, quantity), money(amount)) for kind, quantity, amount in facts.proposed
    )
    total = money(sum(amount for *_, amount in facts.proposed))
    columns = (
        Column(texts.gettext("Recorded at return"), 2.0),
        Column(texts.gettext("Amount"), 1.0, "right"),
    )
    decided = texts.gettext("These costs are proposed. The company decides them and informs the customer.")
    return (
        Table(columns, found, ((texts.gettext("Total"), total),)),
        Paragraph(decided, small=True),
    )


def _signed(texts: Texts, facts: RecordFacts) -> Block:
    moment = format_moment(facts.recorded_at, texts.locale)
    if facts.is_return:
        said = texts.gettext("I have returned the car as described here.")
    elif facts.terms:
        said = texts.gettext(
            "I have received the car as described here, and rent it under the company's terms of service: {terms}.",
            terms=facts.terms,
        )
    else:
        said = texts.gettext("I have received the car as described here.")
    image = signature_of(facts.signature)
    company: Block = Signature(texts.gettext("For the company"), facts.by, moment)
    if image is None and facts.signed_online is not None:
        signer, signed_at = facts.signed_online
        online = texts.gettext(
            "The rental agreement of this booking was signed online by {name} on {moment}.",
            name=signer,
            moment=format_moment(signed_at, texts.locale),
        )
        return Together((Paragraph(online), Side(((company,), ()))))
    absent = texts.gettext("The customer was not there.") if facts.is_return and image is None else ""
    return Together(
        (
            Paragraph(absent or said),
            Side(
                (
                    (company,),
                    (Signature(texts.gettext("Customer"), facts.signer, moment if image else "", image),),
                )
            ),
        )
    )
