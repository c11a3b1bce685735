"""Commands on plans, and on what companies used."""

import asyncio
import sys
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Annotated

import typer

from abano.cli.operators import run_as_operator
from abano.core.errors import InvalidInput, Message

if TYPE_CHECKING:
    from abano.operators.console.database import OperatorDatabase
    from abano.operators.console.plans import PlanValues
    from abano.tenancy.plans.rules import Limit, Measure, Plan

NO_LIMIT = Message(
    "plan_limit_unreadable",
    "{text} is not a limit. Write MEASURE=SOFT:HARD with one of {measures}.",
    for_operators=True,
)
app = typer.Typer(no_args_is_help=True, help="What companies may use, and what they used.")
Limits = Annotated[
    list[str] | None,
    typer.Option(
        "--limit", help="Such as vehicles=8:10 (soft:hard), emails=:500 or staff=: for none; may be repeated"
    ),
]
Weight = Annotated[int, typer.Option(help="Of the company's share of what all use together", min=1, max=100)]


def _read_limits(written: list[str]) -> "dict[Measure, Limit]":
    """Raises InvalidInput."""
    from abano.tenancy.plans.rules import MEASURES, Limit

    limits: dict[Measure, Limit] = {}
    for text in written:
        name, _, values = text.partition("=")
        soft, colon, hard = values.partition(":")
        measure = next((each for each in MEASURES if each == name.strip()), None)
        parts = [part.strip() for part in (soft, hard)]
        if measure is None or not colon or not all(part == "" or part.isdecimal() for part in parts):
            raise InvalidInput.of("limit", NO_LIMIT(text=text, measures=", ".join(MEASURES)))
        limits[measure] = Limit(*(int(part) if part else None for part in parts))
    return limits


def _values(name: str, weight: int, limits: "dict[Measure, Limit]") -> "PlanValues":
    """As the console checks them. Raises InvalidInput."""
    from pydantic import ValidationError

    from abano.operators.console.plan_schemas import PlanRequest
    from abano.web.errors import field_errors

    stated = {
        measure: {"softLimit": limit.soft, "hardLimit": limit.hard} for measure, limit in limits.items()
    }
    try:
        return PlanRequest.model_validate({"name": name, "weight": weight, "limits": stated}).values()
    except ValidationError as error:
        fields = field_errors(error.errors())
        raise InvalidInput(fields[0].sentence, fields=fields) from None


@app.command("list")
def plan_list() -> None:
    """Show all plans with their limits."""
    from abano.operators.console.plans import list_plans

    for plan in run_as_operator(lambda db, _: list_plans(db)):
        print(f"{plan.name}  (weight {plan.weight}, {plan.companies} companies)")
        for measure, limit in plan.limits.items():
            print(f"  {measure:<14} soft {_shown(limit.soft):>16}  hard {_shown(limit.hard):>16}")


def _shown(limit: int | None) -> str:
    return "none" if limit is None else f"{limit:,}"


@app.command("create")
def plan_create(
    name: Annotated[str, typer.Option(help="As owners read it")], weight: Weight = 1, limit: Limits = None
) -> None:
    """Add a plan. A measure without a limit is unlimited."""
    from abano.operators.console.audit import COMMAND_LINE
    from abano.operators.console.plans import create_plan

    values = _values(name, weight, _read_limits(limit or []))
    run_as_operator(lambda db, now: create_plan(db, values, COMMAND_LINE, now))
    print(
        f"The plan {values.name} is there. Give it to a company: abano plan assign SLUG --plan {values.name!r}"
    )


@app.command("update")
def plan_update(
    plan: Annotated[str, typer.Argument(help="Its name")],
    name: Annotated[str | None, typer.Option(help="Its new name")] = None,
    weight: Annotated[int | None, typer.Option(min=1, max=100)] = None,
    limit: Limits = None,
) -> None:
    """Change a plan for all companies that have it. Limits that are not named stay."""
    from abano.operators.console.audit import COMMAND_LINE
    from abano.operators.console.plans import find_plan, update_plan

    changes = _read_limits(limit or [])

    async def change(db: "OperatorDatabase", now: datetime) -> None:
        found: Plan = await find_plan(db, plan)
        values = _values(name or found.name, weight or found.weight, {**found.limits, **changes})
        await update_plan(db, found.id, values, COMMAND_LINE, now)

    run_as_operator(change)
    print("The plan is changed.")


@app.command("delete")
def plan_delete(plan: Annotated[str, typer.Argument(help="Its name")]) -> None:
    """Delete a plan that no company has."""
    from abano.operators.console.audit import COMMAND_LINE
    from abano.operators.console.plans import delete_plan, find_plan

    async def delete(db: "OperatorDatabase", now: datetime) -> None:
        await delete_plan(db, (await find_plan(db, plan)).id, COMMAND_LINE, now)

    run_as_operator(delete)
    print(f"The plan {plan} is deleted.")


@app.command("assign")
def plan_assign(slug: str, plan: Annotated[str, typer.Option(help="Its name")]) -> None:
    """Give a company another plan."""
    from abano.operators.console.audit import COMMAND_LINE
    from abano.operators.console.plans import assign_plan, find_plan

    async def assign(db: "OperatorDatabase", now: datetime) -> None:
        await assign_plan(db, slug, (await find_plan(db, plan)).id, COMMAND_LINE, now)

    run_as_operator(assign)
    print(f"{slug} has the plan {plan}.")


@app.command("usage")
def plan_usage(
    first: Annotated[datetime | None, typer.Option(formats=["%Y-%m-%d"], help="Empty: 30 days ago")] = None,
    last: Annotated[datetime | None, typer.Option(formats=["%Y-%m-%d"], help="Empty: today, in UTC")] = None,
    company: Annotated[str, typer.Option(help="Slug; empty: all companies")] = "",
) -> None:
    """Write usage by day, company and measure as CSV to standard output."""
    from abano.operators.console.usage import UsageFilter, usage_csv

    async def write(db: "OperatorDatabase", now: datetime) -> None:
        until = (last or now.astimezone(UTC)).date()
        since = first.date() if first else until - timedelta(days=30)
        async for lines in usage_csv(db, UsageFilter(since, until, company or None)):
            await asyncio.to_thread(sys.stdout.write, lines)

    run_as_operator(write)
