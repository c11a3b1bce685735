"""Plans: what operators let companies use, and which company has which."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from abano.core.errors import Conflict, FieldError, InvalidInput, Message, NotFound
from abano.core.ids import new_id
from abano.db.driver_errors import map_db_error
from abano.db.unit_of_work import Connection
from abano.operators.console.audit import Author, record
from abano.operators.console.database import QUERIES, OperatorDatabase, fetch_all, fetch_one
from abano.tenancy.plans.rules import MEASURES, STANDARD, UNLIMITED, Limit, Measure, Plan

MAX_NAME = 60
# More than any company has, and exact in JavaScript.
MAX_LIMIT = 2**50
NAME_TAKEN = Message("plan_name_taken", "Another plan has this name.", for_operators=True)
SOFT_ABOVE_HARD = Message(
    "plan_soft_above_hard", "The soft limit cannot be above the hard limit.", for_operators=True
)


@map_db_error("plans_name_key")
class PlanNameTaken(InvalidInput):
    """Another plan has this name."""

    def __init__(self) -> None:
        super().__init__(NAME_TAKEN(), fields=(FieldError("name", NAME_TAKEN()),))


class PlanInUse(Conflict):
    """Companies have this plan. Give them another one first."""


class StandardPlanStays(Conflict):
    """New companies get this plan, so it cannot be deleted. You can rename it and set its limits."""


@dataclass(frozen=True, slots=True)
class PlanValues:
    """What operators choose. ``limits``: a measure that is missing is unlimited."""

    name: str
    weight: int
    limits: Mapping[Measure, Limit]

    def check(self) -> None:
        """Raises InvalidInput."""
        errors = [
            FieldError(f"limits.{measure}.softLimit", SOFT_ABOVE_HARD())
            for measure, limit in self.limits.items()
            if limit.soft is not None and limit.hard is not None and limit.soft > limit.hard
        ]
        if errors:
            raise InvalidInput(errors[0].sentence, fields=tuple(errors))

    def shown(self) -> dict[str, object]:
        """In the audit log."""
        limits = {
            measure: {"soft": limit.soft, "hard": limit.hard}
            for measure, limit in sorted(self.limits.items())
            if limit != UNLIMITED
        }
        return {"name": self.name, "weight": self.weight, "limits": limits}


async def list_plans(db: OperatorDatabase) -> list[Plan]:
    """By name, each with the number of companies that have it."""
    async with db.transaction() as conn:
        return await _load(conn)


async def create_plan(db: OperatorDatabase, values: PlanValues, author: Author, now: datetime) -> UUID:
    """Raises InvalidInput, PlanNameTaken."""
    values.check()
    plan_id = new_id()
    async with db.transaction() as conn:
        row = {"id": plan_id, "name": values.name, "weight": values.weight, "now": now}
        await conn.execute(QUERIES["add_plan"].encode(), row)
        await _set_limits(conn, plan_id, values)
        await record(conn, author, "plan.created", values.name, now, values.shown())
    return plan_id


async def update_plan(
    db: OperatorDatabase, plan_id: UUID, values: PlanValues, author: Author, now: datetime
) -> None:
    """Raises NotFound, InvalidInput, PlanNameTaken."""
    values.check()
    async with db.transaction() as conn:
        before = await _locked(conn, plan_id)
        if before.shown() == values.shown():
            return
        row = {"id": plan_id, "name": values.name, "weight": values.weight}
        await conn.execute(QUERIES["update_plan"].encode(), row)
        await _set_limits(conn, plan_id, values)
        details = {"before": before.shown(), "after": values.shown()}
        await record(conn, author, "plan.changed", values.name, now, details)


async def delete_plan(db: OperatorDatabase, plan_id: UUID, author: Author, now: datetime) -> None:
    """Raises NotFound, PlanInUse, StandardPlanStays."""
    async with db.transaction() as conn:
        # Locked, so that no company is given the plan in the meantime.
        before = await _locked(conn, plan_id)
        if plan_id == STANDARD:
            raise StandardPlanStays
        if await fetch_one(conn, "is_plan_in_use", {"id": plan_id}):
            raise PlanInUse
        await conn.execute(QUERIES["delete_plan"].encode(), {"id": plan_id})
        await record(conn, author, "plan.deleted", before.name, now, before.shown())


async def assign_plan(db: OperatorDatabase, slug: str, plan_id: UUID, author: Author, now: datetime) -> bool:
    """Give a company another plan. Returns False if it has it already. Raises NotFound."""
    async with db.transaction() as conn:
        plan = await fetch_one(conn, "share_plan", {"id": plan_id})
        company = await fetch_one(conn, "lock_plan_of", {"slug": slug})
        if plan is None or company is None:
            raise NotFound
        if company[0] == plan_id:
            return False
        await conn.execute(QUERIES["assign_plan"].encode(), {"slug": slug, "plan": plan_id})
        details = {"before": company[1], "after": plan[0]}
        await record(conn, author, "company.plan_changed", slug, now, details)
    return True


async def find_plan(db: OperatorDatabase, name: str) -> Plan:
    """By its name, in any case. Raises NotFound."""
    for plan in await list_plans(db):
        if plan.name.lower() == name.strip().lower():
            return plan
    raise NotFound


async def _locked(conn: Connection, plan_id: UUID) -> PlanValues:
    if await fetch_one(conn, "lock_plan", {"id": plan_id}) is None:
        raise NotFound
    plan = next(plan for plan in await _load(conn) if plan.id == plan_id)
    return PlanValues(plan.name, plan.weight, plan.limits)


async def _load(conn: Connection) -> list[Plan]:
    limits: dict[UUID, dict[Measure, Limit]] = {}
    for plan_id, measure, soft, hard in await fetch_all(conn, "list_limits", {}):
        limits.setdefault(plan_id, {})[measure] = Limit(soft, hard)
    return [
        Plan(plan_id, name, weight, limits.get(plan_id, {}), companies)
        for plan_id, name, weight, companies in await fetch_all(conn, "list_plans", {})
    ]


async def _set_limits(conn: Connection, plan_id: UUID, values: PlanValues) -> None:
    await conn.execute(QUERIES["delete_limits"].encode(), {"id": plan_id})
    for measure, limit in _stated(values.limits):
        row = {"id": plan_id, "measure": measure, "soft": limit.soft, "hard": limit.hard}
        await conn.execute(QUERIES["add_limit"].encode(), row)


def _stated(limits: Mapping[Measure, Limit]) -> Iterable[tuple[Measure, Limit]]:
    return ((each, limits[each]) for each in MEASURES if limits.get(each, UNLIMITED) != UNLIMITED)
