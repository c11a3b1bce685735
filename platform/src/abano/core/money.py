"""Money as integer minor units (cents), with every rounding half-up."""

from decimal import ROUND_HALF_UP, Decimal

MINOR_UNITS = 100


def to_minor(amount: Decimal | int | str) -> int:
    """Minor units of a decimal amount: ``to_minor("57.50") == 5750``. Floats are not accepted: they are inexact.

    Raises ``ValueError`` when the amount has more than two decimals.
    """
    minor = Decimal(amount) * MINOR_UNITS
    if minor != minor.to_integral_value():
        raise ValueError(f"{amount} has parts of a cent.")
    return int(minor)


def to_decimal(minor: int) -> Decimal:
    """The amount with two decimals: ``to_decimal(5750) == Decimal("57.50")``."""
    return (Decimal(minor) / MINOR_UNITS).quantize(Decimal("0.01"))


def to_json(minor: int) -> int | float:
    """The plain decimal that JSON shows: 57 for 5700, 57.5 for 5750. Exact for sums below 90 trillion."""
    whole, rest = divmod(minor, MINOR_UNITS)
    return whole if rest == 0 else minor / MINOR_UNITS


def round_half_up(amount: Decimal) -> int:
    """The nearest integer, halves away from zero."""
    return int(amount.quantize(Decimal(1), rounding=ROUND_HALF_UP))
