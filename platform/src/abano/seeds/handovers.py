"""What was recorded of the demo companies' rentals: pure, the same for the same seed and moment."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

from abano.handover.rules import Terms, late_amount
from abano.kit.ids import new_id
from abano.seeds.year import Row, Year

# One of so many returns.
DAMAGED, LATE, LESS_FUEL, DIRTY = 0.04, 0.07, 0.06, 0.02
KINDS = ("scratch", "scratch", "scratch", "dent", "chip", "crack")
# Where cars are hit, in thousandths of the drawing.
PLACES = (
    (210, 860),
    (330, 880),
    (450, 790),
    (600, 850),
    (780, 830),
    (60, 480),
    (930, 520),
    (250, 420),
    (520, 500),
)
LABELS = {
    "late": "Late return",
    "fuel": "Missing fuel",
    "damage": "Damage to the car",
    "cleaning": "Cleaning",
}
NEVER = b"demo" * 8


@dataclass(slots=True)
class Records:
    """Rows by table, as they are stored."""

    records: list[Row] = field(default_factory=list)
    damages: list[Row] = field(default_factory=list)
    lines: list[Row] = field(default_factory=list)


def record_year(slug: str, year: Year, mileages: Mapping[UUID, int]) -> Records:
    """Hand-overs and returns of all rentals that have begun. What a return cost is added to its booking's price.

    ``mileages``: what each vehicle has driven until now.
    """
    random = Random(f"{slug} hand-overs")  # noqa: S311 - believable, not secret
    bookings = {row["id"]: row for row in year.bookings}
    rentals: dict[UUID, list[Row]] = defaultdict(list)
    for reservation in year.reservations:
        booking = bookings.get(reservation["booking_id"])
        if booking is not None and booking["status"] in {"active", "completed"}:
            rentals[reservation["vehicle_id"]].append(booking)
    found = Records()
    for vehicle, own in rentals.items():
        _walk_back(random, found, vehicle, own, mileages[vehicle])
    return found


def _walk_back(random: Random, found: Records, vehicle: UUID, rentals: Sequence[Row], mileage: int) -> None:
    """From what the vehicle has driven now, back to its first rental."""
    for booking in sorted(rentals, key=lambda row: row["pickup_at"], reverse=True):
        if booking["status"] == "completed":
            fuel = random.choice((8, 8, 8, 7, 6))
            returned = _record(random, booking, vehicle, "return", booking["return_at"], mileage, fuel)
            found.records.append(returned)
            _findings(random, found, booking, returned)
            mileage = max(1_000, mileage - booking["days"] * random.randint(60, 240))
        fuel = random.choice((8, 8, 8, 7))
        found.records.append(
            _record(random, booking, vehicle, "hand_over", booking["pickup_at"], mileage, fuel)
        )
        mileage = max(1_000, mileage - random.randint(0, 12))


def _record(
    random: Random, booking: Row, vehicle: UUID, kind: str, at: datetime, mileage: int, fuel: int
) -> Row:
    return {
        "tenant_id": booking["tenant_id"],
        "id": new_id(),
        "booking_id": booking["id"],
        "vehicle_id": vehicle,
        "kind": kind,
        "recorded_at": at,
        "created_at": at,
        "request_hash": NEVER,
        "mileage_km": mileage,
        "fuel_eighths": fuel,
        "is_clean": kind != "return" or random.random() >= DIRTY,
        "licence_seen": kind == "hand_over",
        "accessories": [
            {"code": code, "label": "", "count": 1} for code in ("keys", "papers", "jack", "triangle")
        ],
        "signer_name": booking["customer_name"],
        "signature": _signature(random),
        "language": booking["language"] or "en",
        "print_at": None,
    }


def _signature(random: Random) -> list[list[list[int]]]:
    """Some loops from left to right."""
    strokes = []
    for start in (random.randint(80, 160), random.randint(480, 560)):
        points, x, y = [], start, random.randint(450, 600)
        for _ in range(random.randint(9, 16)):
            x, y = min(980, x + random.randint(5, 45)), max(150, min(850, y + random.randint(-260, 260)))
            points.append([x, y])
        strokes.append(points)
    return strokes


def _findings(random: Random, found: Records, booking: Row, returned: Row) -> None:
    """What some returns cost beyond the rental. Bookings of affiliates are left alone: they earn on their price."""
    terms, at = Terms(), booking["return_at"]
    if booking["promo_code"] is not None:
        return
    if random.random() < LATE:
        hours = random.randint(1, 5)
        returned["recorded_at"] = returned["created_at"] = at + timedelta(hours=hours - 0.2)
        amount = late_amount(hours, booking["daily_rate_minor"], terms.late_hour_percent)
        _line(random, found, booking, returned, "late", hours, amount)
    if random.random() < LESS_FUEL:
        eighths = random.randint(1, 3)
        returned["fuel_eighths"] = 8 - eighths
        _line(random, found, booking, returned, "fuel", eighths, eighths * terms.fuel_eighth_minor)
    if random.random() < DAMAGED:
        x, y = random.choice(PLACES)
        damage = {
            "tenant_id": booking["tenant_id"],
            "id": new_id(),
            "record_id": returned["id"],
            "booking_id": booking["id"],
            "vehicle_id": returned["vehicle_id"],
            "kind": random.choice(KINDS),
            "x": x + random.randint(-25, 25),
            "y": y + random.randint(-15, 15),
            "found_at": at,
            "repaired_at": at + timedelta(days=20) if random.random() < 0.5 else None,
        }
        found.damages.append(damage)
        _line(random, found, booking, returned, "damage", 1, terms.damage_minor, damage["id"])
    if not returned["is_clean"]:
        _line(random, found, booking, returned, "cleaning", 1, terms.cleaning_minor)


def _line(
    random: Random,
    found: Records,
    booking: Row,
    returned: Row,
    kind: str,
    quantity: int,
    amount: int,
    damage: Any = None,
) -> None:
    """Three of four were accepted, and are in the booking's price."""
    is_accepted = random.random() < 0.75
    found.lines.append(
        {
            "tenant_id": booking["tenant_id"],
            "id": new_id(),
            "record_id": returned["id"],
            "booking_id": booking["id"],
            "kind": kind,
            "damage_id": damage,
            "quantity": quantity,
            "amount_minor": amount,
            "state": "accepted" if is_accepted else "refused",
            "decided_minor": amount if is_accepted else None,
            "decided_at": returned["created_at"] + timedelta(minutes=20),
            "created_at": returned["created_at"],
        }
    )
    if is_accepted:
        line = {"code": "manual", "label": LABELS[kind], "quantity": 1, "unitPrice": amount, "amount": amount}
        booking["price_lines"] = [*booking["price_lines"], line]
        booking["total_minor"] += amount
