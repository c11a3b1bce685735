"""VAT of a document: the rate of each line, and the breakdown by rate. Pure; amounts in minor units."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, Protocol, get_args

from abano.catalog.pricing.days import is_car_line
from abano.catalog.pricing.rules import OWN_LINES, YOUNG_DRIVER, is_handover_line
from abano.core.api_model import ApiModel

VatKind = Literal["rental", "insurance", "service", "delivery", "damage", "deposit"]
VAT_KINDS: tuple[VatKind, ...] = get_args(VatKind)
# For these kinds, a single service or protection can have its own rate.
ITEM_KINDS: frozenset[str] = frozenset({"insurance", "service"})
# A rate of 0: not charged, or outside VAT.
OUTSIDE_VAT = 0
# Compensation is not a taxable supply: outside VAT by default.
_COMPENSATION: frozenset[str] = frozenset({"damage", "deposit"})
# Given on the price as a whole.
DISCOUNTS = frozenset({"promo", "discount"})
_BASIS_POINTS = 10_000


class VatPart(ApiModel):
    """What a document has of one rate. ``net`` and ``tax`` add up to ``gross``."""

    basis_points: int
    gross: int
    net: int
    tax: int


class VatLine(Protocol):
    @property
    def amount(self) -> int: ...

    @property
    def vat(self) -> int | None: ...


def tax_within(gross: int, basis_points: int | None) -> int:
    """The tax in an amount of minor units that includes it, rounded half-up to a cent; also of amounts below 0."""
    if not basis_points:
        return 0
    numerator, divisor = abs(gross) * basis_points, _BASIS_POINTS + basis_points
    tax = (2 * numerator + divisor) // (2 * divisor)
    return tax if gross >= 0 else -tax


def kind_of(code: str, charge: str) -> VatKind:
    """``charge``: the purpose of a manual line, if known."""
    if charge in VAT_KINDS:
        return charge
    if code.startswith("insurance:"):
        return "insurance"
    if code in OWN_LINES - DISCOUNTS - {YOUNG_DRIVER} or is_handover_line(code):
        return "delivery"
    if is_car_line(code) or code in DISCOUNTS | {"manual"}:
        return "rental"
    return "service"


def rate_of(kind: VatKind, default: int | None, rates: Mapping[str, int]) -> int | None:
    """In basis points. None for every kind if the company charges no VAT."""
    if default is None:
        return None
    return rates.get(kind, OUTSIDE_VAT if kind in _COMPENSATION else default)


def gross_by_rate(lines: Iterable[VatLine]) -> dict[int, int]:
    """The sum of the lines of each rate; a line without a rate counts as outside VAT."""
    sums: dict[int, int] = {}
    for line in lines:
        rate = line.vat or OUTSIDE_VAT
        sums[rate] = sums.get(rate, 0) + line.amount
    return sums


def vat_parts(lines: Iterable[VatLine], before: Iterable[VatLine] = ()) -> list[VatPart]:
    """The breakdown by rate, highest first.

    ``before``: the breakdown of earlier credit notes of the same invoice. The tax is computed on the sum and
    reduced by the earlier tax, so that the notes of a fully credited invoice add up to its tax.
    """
    earlier = gross_by_rate(before)
    parts = []
    for rate, gross in sorted(gross_by_rate(lines).items(), reverse=True):
        had = earlier.get(rate, 0)
        tax = tax_within(had + gross, rate) - tax_within(had, rate)
        parts.append(VatPart(basis_points=rate, gross=gross, net=gross - tax, tax=tax))
    return parts


def split(amount: int, weights: Mapping[int, int]) -> dict[int, int]:
    """The amount in the proportion of the weights above 0, to the cent; the largest remainders get what is over."""
    weighty = {key: weight for key, weight in weights.items() if weight > 0}
    whole = sum(weighty.values())
    if not whole:
        return {next(iter(weights), OUTSIDE_VAT): amount}
    sign, left = (1 if amount >= 0 else -1), abs(amount)
    shares = {key: left * weight // whole for key, weight in weighty.items()}
    over = left - sum(shares.values())
    ranked: Sequence[int] = sorted(weighty, key=lambda key: (-(left * weighty[key] % whole), -key))
    for key in ranked[:over]:
        shares[key] += 1
    return {key: sign * share for key, share in shares.items() if share}
