"""Pure rules of documents: numbers, and the tax that is part of a price."""

from typing import Literal

DocumentKind = Literal["invoice", "credit_note", "receipt"]
_SERIES: dict[str, str] = {"invoice": "INV", "credit_note": "CN", "receipt": "R"}
_BASIS_POINTS = 10_000


def document_number(kind: str, year: int, number: int) -> str:
    """As it is written on paper: INV-2026-00042."""
    return f"{_SERIES[kind]}-{year}-{number:05d}"


def tax_within(gross: int, basis_points: int | None) -> int:
    """The tax in an amount of minor units that includes it, rounded half-up to a cent; also of amounts below 0."""
    if not basis_points:
        return 0
    numerator, divisor = abs(gross) * basis_points, _BASIS_POINTS + basis_points
    tax = (2 * numerator + divisor) // (2 * divisor)
    return tax if gross >= 0 else -tax
