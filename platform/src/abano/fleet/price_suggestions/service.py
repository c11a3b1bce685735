"""Use cases of price suggestions: read, accept, undo, try out, and apply with consent.

An accepted price becomes a season of the catalogue's draft, and is live once the draft is published. Suggestions are
computed without a connection; what they were computed from is compared before anything is written.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from anyio.to_thread import run_sync

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.catalog.editing.drafts import DraftState, load_state
from abano.catalog.editing.publishing import publish_items
from abano.catalog.editing.rules import revision_of
from abano.catalog.editing.service import change_items
from abano.catalog.published.document import MAX_ITEMS, Json
from abano.catalog.published.items import read_item
from abano.catalog.published.snapshot import Catalog
from abano.catalog.published.versions import snapshot_of
from abano.core.clock import local_moment
from abano.core.errors import Conflict, FieldError, InvalidInput
from abano.core.languages.texts import texts_in
from abano.core.money import to_json, to_minor
from abano.db.engine import Database
from abano.db.unit_of_work import UnitOfWork
from abano.fleet.price_suggestions.repository import PriceSuggestionRepository
from abano.fleet.price_suggestions.rules import (
    Cell,
    Cells,
    Model,
    Occupancy,
    Replay,
    Rule,
    bands_json,
    cells_of,
    changed_seasons,
    models_of,
    replay,
    seasons_of,
)
from abano.fleet.price_suggestions.schemas import (
    RULE_CAR_UNKNOWN,
    AcceptedPrice,
    ChosenPrice,
    PriceReplayRequest,
    PriceReplayResponse,
    PriceRule,
    PriceRulesRequest,
)
from abano.messaging.outbox.kinds import PriceChange, PricesChanged
from abano.messaging.outbox.outbox import enqueue
from abano.team.users.users import list_people
from abano.tenancy.directory.tenant import Tenant

DAY = timedelta(days=1)
# Rules with consent are applied once a day at this local time, up to so many days ahead.
APPLIED_AT = time(5)
AUTOMATIC_DAYS = 90
# Of the email, which is no report.
MAX_LISTED = 30
MAX_REPLAYED = 50_000


class SuggestionsOutdated(Conflict):
    """Prices, rules or bookings changed since this page was loaded. Check the suggestions again."""


class PriceRulesChanged(Conflict):
    """Someone else changed the rules in the meantime. Check them again."""


class TooManyPricePeriods(Conflict):
    """The catalogue can't have more seasons. Accept fewer prices, or prices that hold for several days in a row."""


@dataclass(frozen=True, slots=True)
class Suggestions:
    """What suggestions are computed from, and the rules as they are stored."""

    state: DraftState
    catalog: Catalog
    occupancy: Occupancy
    stored: list[PriceRule]
    today: date

    @property
    def rules(self) -> list[Rule]:
        return [each.rule() for each in self.stored]

    @property
    def revision(self) -> str:
        return rules_revision(self.stored)

    async def models(self, days: int, rules: Sequence[Rule] | None = None) -> list[Model]:
        """Computed in a thread: thousands of prices."""
        chosen = self.rules if rules is None else rules
        return await run_sync(models_of, self.catalog, self.occupancy, chosen, self.today, days)


def rules_revision(stored: Sequence[PriceRule]) -> str:
    return revision_of([each.model_dump(mode="json") for each in stored])


async def read(
    db: Database, tenant: Tenant, days: int, now: datetime, *, is_live: bool = False
) -> Suggestions:
    """The draft's prices, or the live ones, with the occupancy of so many days from today on."""
    today = now.astimezone(tenant.zone).date()
    async with db.uow(tenant.id) as uow:
        state = await load_state(uow)
        document = state.live if is_live else state.document
        catalog = await snapshot_of(uow, document, state.published.number)
        repository = PriceSuggestionRepository(uow)
        occupancy = await repository.occupancy(
            catalog.rules.currency, catalog.rules.timezone, today, today + DAY * (days - 1)
        )
        stored = _stored(await repository.find())
    return Suggestions(state, catalog, occupancy, stored, today)


def _stored(row: Any) -> list[PriceRule]:
    return [PriceRule.model_validate(each) for each in row.rules] if row else []


async def change_rules(
    uow: UnitOfWork, tenant: Tenant, actor: Actor, request: PriceRulesRequest, now: datetime
) -> None:
    """Replace the rules. Raises PriceRulesChanged, InvalidInput for a car that is not in the catalogue."""
    row = await PriceSuggestionRepository(uow).lock(now)
    before = _stored(row)
    if rules_revision(before) != request.revision:
        raise PriceRulesChanged
    cars = {car["slug"] for car in (await load_state(uow)).document["cars"]}
    unknown = tuple(
        FieldError(f"rules.{number}.car", RULE_CAR_UNKNOWN())
        for number, rule in enumerate(request.rules)
        if rule.car is not None and rule.car not in cars
    )
    if unknown:
        raise InvalidInput(fields=unknown)
    row.rules = [each.model_dump(mode="json", by_alias=True) for each in request.rules]
    row.updated_at = now
    row.due_at = _next_run(tenant, now) if any(each.is_automatic for each in request.rules) else None
    await PriceSuggestionRepository(uow).flush()
    await record(
        uow,
        actor,
        "price_suggestions.rules_changed",
        subject=("price_suggestions", tenant.slug),
        before={"rules": len(before), "automatic": sum(each.is_automatic for each in before)},
        after={"rules": len(row.rules), "automatic": sum(each.is_automatic for each in request.rules)},
        now=now,
    )


def _next_run(tenant: Tenant, now: datetime) -> datetime:
    today = now.astimezone(tenant.zone).date()
    moments = (local_moment(datetime.combine(day, APPLIED_AT), tenant.zone) for day in (today, today + DAY))
    return next(moment for moment in moments if moment > now)


async def accept(
    db: Database, tenant: Tenant, actor: Actor, items: Sequence[ChosenPrice], now: datetime
) -> int:
    """Write the chosen suggestions into the draft; the number of prices.

    Raises SuggestionsOutdated if one of them is another by now, TooManyPricePeriods, InvalidInput.
    """
    today = now.astimezone(tenant.zone).date()
    ahead = max((item.day - today).days for item in items) + 1
    if not 1 <= ahead <= AUTOMATIC_DAYS:
        raise SuggestionsOutdated
    seen = await read(db, tenant, ahead, now)
    offered = {
        (model.car.slug, today + DAY * number): cell
        for model in await seen.models(ahead)
        for number, cell in enumerate(model.cells)
    }
    chosen: Cells = {}
    for item in items:
        cell = offered.get((item.car, item.day))
        shown = (to_minor(item.price), to_minor(item.suggested))
        if cell is None or (cell.price, cell.suggested) != shown:
            raise SuggestionsOutdated
        chosen[item.car, item.day] = bands_json(cell.bands)
    async with db.uow(tenant.id) as uow:
        state = await _unchanged(uow, seen, now)
        wanted = _with(state.document, chosen, seen.catalog, today)
        await change_items(uow, actor, state, "seasons", wanted, "price_suggestions.accepted", now)
    return len(chosen)


async def _unchanged(uow: UnitOfWork, seen: Suggestions, now: datetime) -> DraftState:
    """The locked draft, if nothing was written since. Raises SuggestionsOutdated."""
    state = await load_state(uow, locked_at=now)
    stored = _stored(await PriceSuggestionRepository(uow).find())
    if state.revision != seen.state.revision or rules_revision(stored) != seen.revision:
        raise SuggestionsOutdated
    return state


def _with(document: Json, chosen: Cells, catalog: Catalog, today: date) -> dict[str, Any]:
    """The changes of seasons that add these prices. Raises TooManyPricePeriods."""
    return _changes(document, {**cells_of(document), **chosen}, catalog, today)


def _changes(document: Json, cells: Cells, catalog: Catalog, today: date) -> dict[str, Any]:
    first, *others = catalog.rules.languages
    # Customers see the name beside the price of these days.
    names = {language: texts_in(language).gettext("Price of the day") for language in (first, *others)}
    translations = {language: {"name": names[language]} for language in others}
    wanted = {
        code: read_item("seasons", season)
        for code, season in seasons_of(cells, today, names[first], translations).items()
    }
    changes = changed_seasons(document, wanted)
    kept = {each["code"] for each in document["seasons"]} - changes.keys()
    if len(kept) + len(wanted) > MAX_ITEMS:
        raise TooManyPricePeriods
    return changes


async def undo(
    uow: UnitOfWork, tenant: Tenant, actor: Actor, items: Sequence[AcceptedPrice], now: datetime
) -> int:
    """Take accepted prices out of the draft; the number that were there. Raises InvalidInput."""
    state = await load_state(uow, locked_at=now)
    catalog = await snapshot_of(uow, state.document, state.published.number)
    present = cells_of(state.document)
    chosen = {(item.car, item.day) for item in items} & present.keys()
    if not chosen:
        return 0
    left = {key: bands for key, bands in present.items() if key not in chosen}
    today = now.astimezone(tenant.zone).date()
    changes = _changes(state.document, left, catalog, today)
    await change_items(uow, actor, state, "seasons", changes, "price_suggestions.undone", now)
    return len(chosen)


async def try_out(
    db: Database, tenant: Tenant, request: PriceReplayRequest, now: datetime
) -> PriceReplayResponse:
    """What the rules would have earned a year ago: the same days last year, or the last 12 months."""
    today = now.astimezone(tenant.zone).date()
    first = today - timedelta(days=365)
    last = today - DAY if request.days == 365 else first + timedelta(days=request.days - 1)
    async with db.uow(tenant.id) as uow:
        state = await load_state(uow)
        catalog = await snapshot_of(uow, state.document, state.published.number)
        repository = PriceSuggestionRepository(uow)
        currency, zone = catalog.rules.currency, catalog.rules.timezone
        occupancy = await repository.occupancy(currency, zone, first, last)
        rentals = await repository.rentals(currency, zone, first, last, MAX_REPLAYED)
    slugs = {car.id: car.slug for car in catalog.cars}
    rules = [each.rule() for each in request.rules]
    done: Replay = await run_sync(replay, rentals[:MAX_REPLAYED], occupancy, slugs, rules, first, last)
    return PriceReplayResponse(
        first=first,
        last=last,
        currency=currency,
        rentals=done.rentals,
        changed_rentals=done.changed_rentals,
        revenue=to_json(done.revenue),
        with_rules=to_json(done.with_rules),
        is_cut=len(rentals) > MAX_REPLAYED,
    )


async def apply_automatic(db: Database, tenant: Tenant, now: datetime) -> int:
    """Publish what rules with consent suggest, and email the owners; the number of prices.

    The draft is kept. If the catalogue changed while this was computed, the next run does it.
    """
    seen = await read(db, tenant, AUTOMATIC_DAYS, now, is_live=True)
    automatic = [each for each in seen.rules if each.is_automatic]
    models = await seen.models(AUTOMATIC_DAYS, automatic)
    found = [
        (model, seen.today + DAY * number, cell)
        for model in models
        for number, cell in enumerate(model.cells)
        if cell.suggested is not None
    ]
    async with db.uow(tenant.id) as uow:
        repository = PriceSuggestionRepository(uow)
        row = await repository.lock(now)
        if row.due_at is None or row.due_at > now or rules_revision(_stored(row)) != seen.revision:
            return 0
        state = await load_state(uow, locked_at=now)
        if state.live != seen.state.live:
            return 0
        row.due_at = _next_run(tenant, now)
        await repository.flush()
        if not found:
            return 0
        chosen = {(model.car.slug, day): bands_json(cell.bands) for model, day, cell in found}
        wanted = _with(state.live, chosen, seen.catalog, seen.today)
        note = texts_in(seen.catalog.rules.languages[0]).gettext("Automatic price changes")
        await publish_items(uow, state, "seasons", wanted, note, now)
        await _email_owners(uow, seen.catalog, found, now)
    return len(found)


async def _email_owners(
    uow: UnitOfWork, catalog: Catalog, found: Sequence[tuple[Model, date, Cell]], now: datetime
) -> None:
    changes = [
        PriceChange(car=model.car.name, day=day, before=cell.price, after=cell.suggested or 0)
        for model, day, cell in found[:MAX_LISTED]
    ]
    for owner in (await list_people(uow)).admins:
        if owner.role == "owner" and owner.disabled_at is None:
            message = PricesChanged(
                to=owner.email,
                name=owner.name,
                count=len(found),
                currency=catalog.rules.currency,
                changes=changes,
                language=owner.language,
            )
            await enqueue(uow, message, now)
