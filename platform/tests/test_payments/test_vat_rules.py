"""VAT by rate and what credit notes may take off: pure rules, to the cent."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from abano.core.errors import InvalidInput
from abano.payments.invoices.credits import Wanted, credit_lines, left_of
from abano.payments.invoices.paper import DocumentLine
from abano.payments.invoices.vat import VatKind, kind_of, rate_of, split, vat_parts

amounts = st.integers(min_value=1, max_value=10_000_000)
rates = st.sampled_from([0, 500, 1800, 1900])
invoices = st.lists(st.tuples(amounts, rates), min_size=1, max_size=6)


def line(amount: int, vat: int | None = 1800, code: str = "car") -> DocumentLine:
    return DocumentLine(code=code, label=code, quantity=1, unit_price=amount, amount=amount, vat=vat)


@pytest.mark.parametrize(
    ("code", "charge", "expected"),
    [
        ("car:summer", "", "rental"),
        ("promo", "", "rental"),
        ("manual", "", "rental"),
        ("manual", "damage", "damage"),
        ("manual", "deposit", "deposit"),
        ("insurance:full", "", "insurance"),
        ("delivery", "", "delivery"),
        ("out-of-hours:pickup", "", "delivery"),
        ("child-seat", "", "service"),
    ],
)
def test_each_line_has_its_kind(code: str, charge: str, expected: VatKind) -> None:
    assert kind_of(code, charge) == expected


def test_compensation_is_outside_vat_unless_a_rate_is_set() -> None:
    assert rate_of("damage", 1800, {}) == 0
    assert rate_of("deposit", 1800, {"deposit": 1800}) == 1800
    assert rate_of("insurance", 1800, {"insurance": 0}) == 0
    assert rate_of("rental", 1800, {}) == 1800
    assert rate_of("rental", None, {"rental": 1800}) is None


def test_the_breakdown_is_rounded_for_each_rate() -> None:
    parts = vat_parts([line(3333), line(3333), line(3334), line(999, 500), line(5000, 0)])
    assert [(each.basis_points, each.gross, each.net, each.tax) for each in parts] == [
        (1800, 10_000, 8_475, 1_525),
        (500, 999, 951, 48),
        (0, 5_000, 5_000, 0),
    ]


@given(invoices)
def test_the_breakdown_adds_up_to_the_total(lines: list[tuple[int, int]]) -> None:
    parts = vat_parts([line(*each) for each in lines])
    assert sum(part.net + part.tax for part in parts) == sum(amount for amount, _ in lines)


@given(amounts, st.dictionaries(rates, amounts, min_size=1))
def test_a_split_loses_no_cent(amount: int, weights: dict[int, int]) -> None:
    shares = split(amount, weights)
    assert sum(shares.values()) == amount
    whole = sum(weights.values())
    assert all(abs(share * whole - amount * weights[rate]) < whole for rate, share in shares.items())


@given(invoices, st.data())
def test_parts_of_a_credit_add_up_to_the_invoice_and_its_tax(
    invoiced: list[tuple[int, int]], data: st.DataObject
) -> None:
    lines = [line(*each) for each in invoiced]
    total = sum(each.amount for each in lines)
    credited: list[DocumentLine] = []
    taxes: dict[int, int] = {}
    part = data.draw(st.integers(min_value=1, max_value=total))
    for wanted in (Wanted(amount=part), Wanted()):
        if part == total and credited:
            break
        note = credit_lines(lines, credited, wanted, "Credit", "EUR")
        for each in vat_parts(note, credited):
            taxes[each.basis_points] = taxes.get(each.basis_points, 0) + each.tax
        credited += note
    assert left_of(lines, credited).total == 0
    assert {rate: -tax for rate, tax in taxes.items()} == {p.basis_points: p.tax for p in vat_parts(lines)}


def test_no_more_than_what_is_left_is_credited() -> None:
    invoiced = [line(50_000), line(-5_000, code="promo"), line(2_000, 0, "manual")]
    first = credit_lines(invoiced, [], Wanted(lines=((2, 500),)), "Credit", "EUR")
    assert left_of(invoiced, first).lines == (50_000, -5_000, 1_500)
    for wanted, field, most in (
        (Wanted(lines=((2, 1_501),)), "lines.0.amount", "15"),
        (Wanted(lines=((0, 1), (2, 1_501))), "lines.1.amount", "15"),
        # The discount stands: the line alone is more than what is left at its rate.
        (Wanted(lines=((0, 50_000),)), "lines.0.amount", "450"),
        (Wanted(lines=((1, 100),)), "lines.0.amount", "0"),
        (Wanted(amount=46_501), "amount", "465"),
        (Wanted(lines=((7, 1),)), "lines.0.line", ""),
    ):
        with pytest.raises(InvalidInput) as refused:
            credit_lines(invoiced, first, wanted, "Credit", "EUR")
        [error] = refused.value.fields
        assert error.field == field
        assert most in str(error.sentence.params)
    rest = credit_lines(invoiced, first, Wanted(), "Credit", "EUR")
    assert [(each.amount, each.credits) for each in rest] == [(-50_000, 0), (5_000, 1), (-1_500, 2)]
