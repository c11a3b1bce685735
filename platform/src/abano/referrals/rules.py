"""Pure rules of promo codes."""

from dataclasses import dataclass

INVALID_PROMO = "Invalid promo code"
LONGEST_CODE = 40


@dataclass(frozen=True, slots=True)
class Promo:
    """A code that may be used now. ``referrer`` is empty when the code is the company's own."""

    code: str
    discount_basis_points: int
    referrer: str


def normal_code(typed: str | None) -> str | None:
    """A code as it is stored, whatever spaces and case it was typed with; None when nothing was typed."""
    return (typed or "").strip().upper() or None


def could_be_code(code: str) -> bool:
    """Whether it is worth asking the database."""
    return len(code) <= LONGEST_CODE and code.isprintable()
