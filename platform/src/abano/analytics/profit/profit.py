"""Profit of vehicles: the revenue of the reports with the costs put beside it. Pure."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Literal
from uuid import UUID

from pydantic import Field

from abano.analytics.figures.query import PeriodQuery, ReportQuery
from abano.analytics.figures.schemas import RentalFigures, ReportChoice, ReportResponse
from abano.core.api_model import Amount, ApiModel, SuccessResponse
from abano.core.money import MINOR_UNITS, to_json
from abano.fleet.costs.rules import CostKind, OwnVehicle, Spending, shares
from abano_shared.contract.answers import RealTimeMetadata
from abano_shared.contract.filters import Text

ProfitCut = Literal["vehicle", "model", "month"]
MAX_KEY_LENGTH = 200


class ProfitQuery(PeriodQuery):
    """A period, what to cut it by, and of which vehicle or model. An empty parameter counts as not given."""

    cut: ProfitCut = "model"
    vehicle: Text = Field(None, max_length=MAX_KEY_LENGTH, description="A vehicle's id")
    model: Text = Field(None, max_length=MAX_KEY_LENGTH, description="A car's id")

    def report(self) -> ReportQuery:
        """The report of rentals that has the revenue."""
        names = {"first": "from", "last": "to"}
        given = {names.get(name, name): value for name, value in self if value is not None}
        return ReportQuery.model_validate(given)


class ProfitFigures(ApiModel):
    """``margin``: profit in percent of revenue, None without revenue; ``occupancy`` as in the report of rentals."""

    revenue: Amount
    costs: Amount
    profit: Amount
    margin: float | None
    rented_days: int
    available_days: int
    occupancy: float | None


class ProfitMonth(ProfitFigures):
    key: str = Field(description="Such as 2026-06")


class ProfitRow(ProfitFigures):
    key: str = Field(description="The id of the vehicle or model; (none): rentals without one")
    label: str | None
    detail: str | None = Field(description="Of a vehicle: what it is")


class KindCosts(ApiModel):
    kind: CostKind
    amount: Amount


class ProfitResponse(SuccessResponse):
    cut: ProfitCut
    first: date
    last: date
    currency: str
    totals: ProfitFigures
    months: list[ProfitMonth]
    rows: list[ProfitRow] = Field(description="The largest profit first; none by month")
    kinds: list[KindCosts] = Field(description="Costs by kind, the largest first")
    vehicles: list[ReportChoice]
    models: list[ReportChoice]
    other_currency: int = Field(description="Bookings in another currency, which no figure includes")
    other_currency_costs: int = Field(description="Costs in another currency, which no figure includes")
    real_time_metadata: RealTimeMetadata


@dataclass(slots=True)
class Sums:
    """Costs within a period, in minor units, by month (2026-06), by kind, and by the key of a row."""

    total: int = 0
    by_month: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    by_kind: dict[CostKind, int] = field(default_factory=lambda: defaultdict(int))
    by_key: dict[str, int] = field(default_factory=lambda: defaultdict(int))


def add_up(
    spendings: Iterable[tuple[UUID, Spending]],
    vehicles: Mapping[UUID, OwnVehicle],
    query: ProfitQuery,
    first: date,
    last: date,
) -> Sums:
    """The costs of the selected vehicles."""
    sums = Sums()
    for vehicle_id, spending in spendings:
        vehicle = vehicles[vehicle_id]
        if query.vehicle not in {None, str(vehicle_id)} or query.model not in {None, str(vehicle.car_id)}:
            continue
        key = str(vehicle.car_id if query.cut == "model" else vehicle_id)
        for month, amount in shares(spending, first, last):
            sums.total += amount
            sums.by_month[f"{month:%Y-%m}"] += amount
            sums.by_kind[spending.kind] += amount
            sums.by_key[key] += amount
    return sums


def put_beside(
    report: ReportResponse,
    spendings: Sequence[tuple[UUID, Spending]],
    vehicles: Mapping[UUID, OwnVehicle],
    query: ProfitQuery,
    foreign: int,
) -> ProfitResponse:
    """The report with its costs. ``foreign``: how many costs are in another currency."""
    first, last = report.period.first, report.period.last
    sums = add_up(spendings, vehicles, query, first, last)
    kinds = sorted(sums.by_kind.items(), key=lambda each: -each[1])
    return ProfitResponse(
        cut=query.cut,
        first=first,
        last=last,
        currency=report.currency,
        totals=ProfitFigures.model_validate(_figures(report.totals, sums.total)),
        months=[
            ProfitMonth.model_validate(_figures(month, sums.by_month.get(month.key, 0)) | {"key": month.key})
            for month in report.months
        ],
        rows=[] if query.cut == "month" else _rows(report, sums, vehicles, query.cut),
        kinds=[KindCosts(kind=kind, amount=to_json(amount)) for kind, amount in kinds if amount],
        vehicles=report.choices.vehicles,
        models=report.choices.models,
        other_currency=report.other_currency,
        other_currency_costs=foreign,
        real_time_metadata=report.real_time_metadata,
    )


def _rows(
    report: ReportResponse, sums: Sums, vehicles: Mapping[UUID, OwnVehicle], cut: ProfitCut
) -> list[ProfitRow]:
    """Of the report, and of what had costs alone."""
    left = dict(sums.by_key)
    rows = [
        ProfitRow.model_validate(
            _figures(row, left.pop(row.key, 0)) | {"key": row.key, "label": row.label, "detail": row.detail}
        )
        for row in report.rows
    ]
    names: dict[str, tuple[str, str | None]] = {}
    for vehicle_id, vehicle in vehicles.items():
        if cut == "model":
            names[str(vehicle.car_id)] = (vehicle.car, None)
        else:
            names[str(vehicle_id)] = (vehicle.plate, vehicle.car)
    for key, amount in left.items():
        label, detail = names[key]
        rows.append(
            ProfitRow.model_validate(_figures(None, amount) | {"key": key, "label": label, "detail": detail})
        )
    return sorted(rows, key=lambda row: (-row.profit, row.label or ""))


def _figures(report: RentalFigures | None, costs: int) -> dict[str, object]:
    revenue = round(report.revenue * MINOR_UNITS) if report else 0
    profit = revenue - costs
    return {
        "revenue": to_json(revenue),
        "costs": to_json(costs),
        "profit": to_json(profit),
        "margin": round(100 * profit / revenue, 1) if revenue else None,
        "rented_days": report.rented_days if report else 0,
        "available_days": report.available_days if report else 0,
        "occupancy": report.occupancy if report else None,
    }
