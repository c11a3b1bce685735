"""Costs of the demo companies' vehicles, added once with the vehicles."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from random import Random

from abano.core.ids import new_id
from abano.db.unit_of_work import UnitOfWork
from abano.fleet.costs.models import VehicleCost
from abano.ops.seeds.rows import add_rows
from abano.ops.seeds.year import Row, SeededVehicle
from abano.tenancy.directory.tenant import Tenant

# Purchase price in days of rental, and months over which it is spread.
PURCHASE_DAYS, PURCHASE_MONTHS = 330, 72
OWNED_DAYS = 400
# One in this many vehicles is leased.
LEASED = 5
LEASE_DAYS_A_MONTH, LEASE_MONTHS = 6, 48
INSURANCE_DAYS = 11
SUPPLIERS = {
    "insurance": ("Aldagi", "Helvetia"),
    "service": ("Auto Centre", "Garage Nord"),
    "fuel": ("Wissol", "Shell"),
}


async def load_vehicle_costs(
    uow: UnitOfWork, tenant: Tenant, vehicles: Sequence[SeededVehicle], now: datetime
) -> None:
    """Add purchase or lease, insurance, and some service, fuel, tolls and fines for each vehicle."""
    random = Random(f"{tenant.slug} vehicle costs")  # noqa: S311 - believable, not secret
    today = now.astimezone(tenant.zone).date()
    rows: list[Row] = []
    for number, vehicle in enumerate(vehicles):
        rows += _costs_of(random, tenant, vehicle, today, is_leased=number % LEASED == LEASED - 1)
    for row in rows:
        row |= {"id": new_id(), "tenant_id": tenant.id, "created_at": now, "updated_at": now}
    await add_rows(uow, VehicleCost, rows)


def _costs_of(
    random: Random, tenant: Tenant, vehicle: SeededVehicle, today: date, *, is_leased: bool
) -> list[Row]:
    rate = vehicle.car.base_rate
    bought = today - timedelta(days=OWNED_DAYS)

    def cost(kind: str, day: date, amount: int, months: int = 1) -> Row:
        return {
            "vehicle_id": vehicle.id,
            "kind": kind,
            "spent_on": day,
            "amount_minor": max(100, amount),
            "currency": tenant.currency,
            "months": months,
            "supplier": random.choice(SUPPLIERS[kind]) if kind in SUPPLIERS else "",
        }

    found = [
        cost("lease", bought, rate * LEASE_DAYS_A_MONTH // 1_000 * 1_000, LEASE_MONTHS)
        if is_leased
        else cost("purchase", bought, rate * PURCHASE_DAYS // 10_000 * 10_000, PURCHASE_MONTHS)
    ]
    found += [
        cost("insurance", bought + timedelta(days=each * 365), rate * INSURANCE_DAYS, 12) for each in (0, 1)
    ]

    def day() -> date:
        return today - timedelta(days=random.randint(1, OWNED_DAYS - 5))

    found += [cost("service", day(), round(rate * random.uniform(1.5, 7))) for _ in range(3)]
    found += [
        cost("fuel", day(), round(rate * random.uniform(0.3, 0.9))) for _ in range(random.randint(3, 7))
    ]
    found += [
        cost("toll", day(), round(rate * random.uniform(0.05, 0.3))) for _ in range(random.randint(1, 4))
    ]
    found += [
        cost("fine", day(), round(rate * random.uniform(0.4, 1.5))) for _ in range(random.randint(0, 2))
    ]
    return found
