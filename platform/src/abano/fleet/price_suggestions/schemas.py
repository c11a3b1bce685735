"""Schemas of price suggestions. Amounts in the company's currency."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from abano.catalog.published.document_fields import Slug
from abano.core.api_model import Amount, ApiModel, SuccessResponse
from abano.core.errors import Message, RefusedValue
from abano.core.money import to_json, to_minor
from abano.fleet.price_suggestions.rules import Cell, Model, Rule

MAX_RULES = 50
MAX_CHOSEN = 5_000
MAX_DAYS_AHEAD = 365
DAYS_REVERSED = Message("price_rule_days", "The last day must not be before the first")
PRICES_REVERSED = Message("price_rule_bounds", "The highest price must not be below the lowest")
RULE_CAR_UNKNOWN = Message("price_rule_car", "The catalogue has no such car")

Percent = Annotated[int, Field(ge=1, le=100)]
DaysAhead = Annotated[int, Field(ge=0, le=MAX_DAYS_AHEAD)]
Rate = Annotated[Decimal, Field(gt=0, le=100_000, decimal_places=2)]


class PriceRule(ApiModel):
    """``raise`` from ``occupancy`` percent on, or ``lower`` below it, by ``percent``.

    For days that are ``days_from`` to ``days_to`` days ahead. ``car``: None for all. ``is_automatic``: apply what it
    suggests every day without asking.
    """

    kind: Literal["raise", "lower"]
    occupancy: Percent
    days_from: DaysAhead = 0
    days_to: DaysAhead = 90
    percent: Annotated[int, Field(ge=1, le=90)]
    car: Slug | None = None
    min_price: Rate | None = None
    max_price: Rate | None = None
    is_automatic: bool = False

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.days_to < self.days_from:
            raise RefusedValue(DAYS_REVERSED())
        if self.min_price is not None and self.max_price is not None and self.max_price < self.min_price:
            raise RefusedValue(PRICES_REVERSED())
        return self

    def rule(self) -> Rule:
        return Rule(
            kind=self.kind,
            occupancy=self.occupancy,
            days_from=self.days_from,
            days_to=self.days_to,
            percent=self.percent,
            car=self.car,
            min_rate=None if self.min_price is None else to_minor(self.min_price),
            max_rate=None if self.max_price is None else to_minor(self.max_price),
            is_automatic=self.is_automatic,
        )


class PriceRuleOut(ApiModel):
    """Like PriceRule, with numbers as JSON has them."""

    kind: Literal["raise", "lower"]
    occupancy: int
    days_from: int
    days_to: int
    percent: int
    car: str | None
    min_price: float | None
    max_price: float | None
    is_automatic: bool


class PriceRulesRequest(ApiModel):
    """``revision``: of the rules that were read; others by now are refused."""

    revision: Annotated[str, Field(max_length=40)]
    rules: Annotated[list[PriceRule], Field(max_length=MAX_RULES)]


class PriceCell(ApiModel):
    """``rented`` of ``available`` vehicles. ``price``: of a day of the shortest rental that begins then.

    ``suggested``: by the rule with the place ``rule``. ``is_accepted``: it has a price accepted earlier.
    """

    rented: int
    available: int
    price: Amount
    suggested: Amount | None
    rule: int | None
    is_accepted: bool

    @classmethod
    def of(cls, cell: Cell) -> "PriceCell":
        return cls.model_construct(
            rented=cell.rented,
            available=cell.available,
            price=to_json(cell.price),
            suggested=None if cell.suggested is None else to_json(cell.suggested),
            rule=cell.rule,
            is_accepted=cell.is_accepted,
        )


class PriceModel(ApiModel):
    """A model of the fleet; ``cells`` by day, as ``days`` has them."""

    car: str
    name: str
    cells: list[PriceCell]

    @classmethod
    def of(cls, model: Model) -> "PriceModel":
        return cls.model_construct(
            car=model.car.slug, name=model.car.name, cells=[PriceCell.of(cell) for cell in model.cells]
        )


class PriceSuggestionsResponse(SuccessResponse):
    """``rules`` with their ``revision``. ``cars``: that a rule can name. ``unpublished``: changes in the draft."""

    timezone: str
    currency: str
    days: list[date]
    models: list[PriceModel]
    rules: list[PriceRuleOut]
    revision: str
    unpublished: int


class ChosenPrice(ApiModel):
    """A suggestion as it was shown; another one by now is refused."""

    car: Slug
    day: date
    price: Annotated[Decimal, Field(ge=0, le=10_000_000, decimal_places=2)]
    suggested: Annotated[Decimal, Field(ge=0, le=10_000_000, decimal_places=2)]


class AcceptPricesRequest(ApiModel):
    items: Annotated[list[ChosenPrice], Field(min_length=1, max_length=MAX_CHOSEN)]


class AcceptedPrice(ApiModel):
    car: Slug
    day: date


class UndoPricesRequest(ApiModel):
    items: Annotated[list[AcceptedPrice], Field(min_length=1, max_length=MAX_CHOSEN)]


class AcceptPricesResponse(SuccessResponse):
    """``changed``: prices in the draft. Publish it to change what visitors see."""

    changed: int


class PriceReplayRequest(ApiModel):
    """Rules to try, and the days that the bookings of last year are taken of: so many from today, or 12 months."""

    rules: Annotated[list[PriceRule], Field(max_length=MAX_RULES)]
    days: Literal[30, 60, 90, 365] = 365


class PriceReplayResponse(SuccessResponse):
    """Revenue of rental days without extras, ``first`` to ``last``: as booked, and with the rules.

    Assumes that every customer would have booked at the changed price. ``is_cut``: there are more rentals than are
    counted.
    """

    first: date
    last: date
    currency: str
    rentals: int
    changed_rentals: int
    revenue: Amount
    with_rules: Amount
    is_cut: bool


def rules_out(stored: Sequence[PriceRule]) -> list[PriceRuleOut]:
    return [PriceRuleOut.model_validate(rule.model_dump()) for rule in stored]
