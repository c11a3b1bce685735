"""Pure: what a company needs before visitors should see its site."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from typing_extensions import TypeAliasType

StepCode = TypeAliasType(
    "StepCode",
    Literal[
        "contacts", "logo", "cars", "prices", "places", "vehicles", "payments", "tax", "legal", "quiz", "domain",
        "booking",
    ],
)  # fmt: skip
STEPS: tuple[StepCode, ...] = get_args(StepCode.__value__)
CARS_NEEDED = 3
LEGAL = ("terms-of-service", "privacy-policy")


@dataclass(frozen=True, slots=True)
class Facts:
    """What there is. ``began_with``: digests of what the starter put there, by name.

    ``priced``: cars on offer that cost something; ``unpriced``: those that do not. ``places`` in use, those with an
    address apart. ``has_payment``: the terms say when customers pay, or Stripe is connected. ``has_seller``: invoices
    have a registered name and address.
    """

    languages: Sequence[str]

    contacts: Mapping[str, Any]
    current: Mapping[str, str]
    began_with: Mapping[str, str]
    photographed: int
    priced: int
    unpriced: int
    places: int
    places_with_address: int
    vehicles: int
    has_payment: bool
    has_seller: bool
    has_quiz: bool
    has_domain: bool
    bookings: int


@dataclass(frozen=True, slots=True)
class Step:
    """``count`` of ``needed`` where something is counted."""

    code: StepCode
    is_done: bool
    count: int | None = None
    needed: int | None = None


def steps_of(facts: Facts) -> list[Step]:
    legal = sum(
        _is_own(facts, f"document:{kind}:{language}") for kind in LEGAL for language in facts.languages
    )
    legal_needed = len(LEGAL) * len(facts.languages)
    done: dict[StepCode, bool] = {
        "contacts": _has_contacts(facts.contacts),
        "logo": _is_own(facts, "logo"),
        "cars": facts.photographed >= CARS_NEEDED,
        "prices": facts.priced > 0 and facts.unpriced == 0,
        "places": facts.places > 0 and facts.places_with_address == facts.places,
        "vehicles": facts.vehicles > 0,
        "payments": facts.has_payment,
        "tax": facts.has_seller,
        "legal": legal == legal_needed,
        "quiz": facts.has_quiz,
        "domain": facts.has_domain,
        "booking": facts.bookings > 0,
    }
    counted = {"cars": (min(facts.photographed, CARS_NEEDED), CARS_NEEDED), "legal": (legal, legal_needed)}
    return [Step(code, done[code], *counted.get(code, (None, None))) for code in STEPS]


def _has_contacts(contacts: Mapping[str, Any]) -> bool:
    said = {
        name for name in ("email", "phone", "chatNumber", "address") if str(contacts.get(name) or "").strip()
    }
    return {"email", "address"} <= said and bool(said & {"phone", "chatNumber"})


def _is_own(facts: Facts, name: str) -> bool:
    """Whether something is there that the starter did not put there."""
    return name in facts.current and facts.current[name] != facts.began_with.get(name)
