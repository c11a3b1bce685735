"""Amounts of credit notes, limited to what is not credited yet. Pure; amounts in minor units."""

from collections.abc import Sequence
from dataclasses import dataclass

from abano.core.errors import InvalidInput, Message
from abano.core.money import to_decimal
from abano.payments.invoices.paper import DocumentLine
from abano.payments.invoices.vat import gross_by_rate, split

MORE_THAN_LEFT = Message("more_than_left_to_credit", "Only {amount} {currency} is left to credit")
NO_SUCH_LINE = Message("no_such_invoice_line", "This invoice has no such line")
PARTIAL = "credit"


@dataclass(frozen=True, slots=True)
class Wanted:
    """``lines``: invoice line positions with amounts. ``amount``: over all rates. Neither: the remainder."""

    lines: tuple[tuple[int, int], ...] = ()
    amount: int | None = None

    @property
    def is_all(self) -> bool:
        return not self.lines and self.amount is None


@dataclass(frozen=True, slots=True)
class Left:
    """What is left of an invoice: of each line, and of each rate, which amounts without a line lower too."""

    lines: tuple[int, ...]
    rates: dict[int, int]

    @property
    def total(self) -> int:
        return sum(self.rates.values())


def left_of(invoiced: Sequence[DocumentLine], credited: Sequence[DocumentLine]) -> Left:
    """``credited``: the lines of all credit notes, whose amounts have the opposite sign."""
    lines = [line.amount for line in invoiced]
    for line in credited:
        if line.credits is not None:
            lines[line.credits] += line.amount
    return Left(tuple(lines), gross_by_rate([*invoiced, *credited]))


def credit_lines(
    invoiced: Sequence[DocumentLine],
    credited: Sequence[DocumentLine],
    wanted: Wanted,
    label: str,
    currency: str,
) -> list[DocumentLine]:
    """The lines of a credit note. ``label``: of amounts without a line. Raises InvalidInput for more than is left."""
    left = left_of(invoiced, credited)
    if wanted.is_all:
        return _rest(invoiced, credited, left, label)
    if wanted.amount is not None:
        _check("amount", wanted.amount, left.total, currency)
        vat = {line.vat for line in invoiced}
        return [_amount(label, share, rate, vat) for rate, share in split(wanted.amount, left.rates).items()]
    chosen: list[DocumentLine] = []
    for number, (place, amount) in enumerate(wanted.lines):
        if not 0 <= place < len(invoiced):
            raise InvalidInput.of(f"lines.{number}.line", NO_SUCH_LINE())
        now = left_of(invoiced, [*credited, *chosen])
        rate = now.rates[invoiced[place].vat or 0]
        _check(f"lines.{number}.amount", amount, max(0, min(now.lines[place], rate, now.total)), currency)
        chosen.append(_line(invoiced[place], place, amount))
    return chosen


def _check(field: str, amount: int, most: int, currency: str) -> None:
    if amount > most:
        raise InvalidInput.of(field, MORE_THAN_LEFT(amount=str(to_decimal(most)), currency=currency))


def _rest(
    invoiced: Sequence[DocumentLine], credited: Sequence[DocumentLine], left: Left, label: str
) -> list[DocumentLine]:
    if any(line.credits is None for line in credited):
        vat = {line.vat for line in invoiced}
        return [_amount(label, amount, rate, vat) for rate, amount in left.rates.items() if amount]
    return [
        _line(line, place, rest)
        for place, (line, rest) in enumerate(zip(invoiced, left.lines, strict=True))
        if rest or not line.amount
    ]


def _line(line: DocumentLine, place: int, amount: int) -> DocumentLine:
    """The whole line as it was invoiced, or a part of its amount."""
    if amount == line.amount:
        changes = {"unit_price": -line.unit_price, "amount": -line.amount, "credits": place}
    else:
        changes = {"quantity": 1, "unit_price": -amount, "amount": -amount, "credits": place}
    return line.model_copy(update=changes)


def _amount(label: str, amount: int, rate: int, vat: set[int | None]) -> DocumentLine:
    known = rate if rate in vat else None
    return DocumentLine(code=PARTIAL, label=label, quantity=1, unit_price=-amount, amount=-amount, vat=known)
