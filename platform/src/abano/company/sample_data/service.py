"""Use cases of sample data: add it to a new company, and remove what is still as it was added."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.catalog.editing.drafts import check_whole, load_state, store_changes
from abano.catalog.editing.rules import label_of
from abano.catalog.exchange_rates.rules import ROUNDINGS
from abano.catalog.published.items import items
from abano.catalog.published.service import load_rules
from abano.catalog.published.versions import publish
from abano.company.sample_data.repository import SampleRepository
from abano.company.sample_data.rules import draft_without, removable, with_samples, without_items
from abano.company.settings.repository import OpeningRepository
from abano.company.settings.samples import load_samples
from abano.core.errors import Conflict
from abano.db.unit_of_work import UnitOfWork
from abano.ops.seeds.samples import add_pictures, sample_catalog
from abano.site.media_library.pictures import referred
from abano.site.media_library.service import Upload, delete_unchanged
from abano.storage.service import Media
from abano.tenancy.plans.service import check_limit

SUBJECT = ("site", "company")
# ``changed``: it is the company's own now. ``used``: by something of the company's own. ``booked``: a booking names
# it; it is not on the site any more.
Reason = Literal["changed", "used", "booked"]


class SiteIsOpen(Conflict):
    """Visitors could book sample cars. Close your site, then add sample data."""


class HasOwnData(Conflict):
    """Your company already has cars, vehicles or bookings. Sample data is for empty companies."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Sample data that a removal leaves. ``label``: what people call the item."""

    part: str
    label: str
    reason: Reason


async def add_samples(
    uow: UnitOfWork, actor: Actor, media: Media, pictures: Mapping[str, Upload], now: datetime
) -> None:
    """Publish sample data beside what the company has. Does nothing where it is there already.

    Raises SiteIsOpen, HasOwnData, MediaFull, MediaUnavailable, PlanLimitReached.
    """
    opening = OpeningRepository(uow)
    if await opening.sample_version(locked=True) is not None:
        return
    if await opening.is_open():
        raise SiteIsOpen
    state = await load_state(uow, locked_at=now)
    if await opening.has_own_data() or state.document["cars"]:
        raise HasOwnData
    await check_limit(uow, "storage_bytes", added=sum(len(each.content) for each in pictures.values()))
    await add_pictures(uow, media, pictures, now)
    rules = await load_rules(uow)
    rounding = ROUNDINGS.get(rules.currency)
    sample = sample_catalog(uow.tenant_id, rules.languages, rounding.step if rounding else 1)
    # Also what the draft adds keeps its key.
    live, drafted = items(state.live), items(state.document)
    taken = {part: {**live[part], **drafted[part]} for part in live}
    document = check_whole(with_samples(state.live, taken, sample))
    number = await publish(uow, document, admin_id=actor.admin_id, note="", now=now)
    await opening.set_sample_version(number)
    after = {"version": number, "cars": [car["name"] for car in sample["cars"]]}
    await record(uow, actor, "sample_data.added", subject=SUBJECT, after=after, now=now)


async def remove_samples(uow: UnitOfWork, actor: Actor, now: datetime) -> list[Kept]:
    """Remove what no one changed since, and answer with what stays. Does nothing without sample data.

    Raises InvalidInput if the catalogue without it can't be published.
    """
    opening, repository = OpeningRepository(uow), SampleRepository(uow)
    if await opening.sample_version(locked=True) is None:
        return []
    state = await load_state(uow, locked_at=now)
    samples = await load_samples(uow)
    if samples is None:
        return []
    used = await repository.named_by_vehicles()
    gone = removable(samples.untouched, used, (state.live, state.document))
    named = used | await repository.named_by_bookings()
    booked = gone & named
    kept: list[Kept] = []
    live = items(state.live)
    for part, by_key in samples.added.items():
        for key in by_key:
            if key in live[part] and ((part, key) not in gone or (part, key) in booked):
                reason: Reason = (
                    "changed" if key not in samples.untouched[part]
                    else "booked" if (part, key) in booked
                    else "used"
                )  # fmt: skip
                kept.append(Kept(part, label_of(part, key, live[part][key]), reason))
    if gone:
        document = check_whole(without_items(state.live, gone))
        await publish(uow, document, admin_id=actor.admin_id, note="", now=now)
        await store_changes(uow, await load_state(uow), draft_without(state.changes, gone), now)
    # Also of those that the company took out itself.
    await repository.delete_rows(
        *(
            [key for key in samples.added.get(part, {}) if (part, key) not in named]
            for part in ("cars", "locations")
        )
    )
    await delete_unchanged(uow, set(referred([*samples.added.get("cars", {}).values()])))
    await opening.set_sample_version(None)
    removed = [f"{part}/{key}" for part, key in sorted(gone)]
    after = {"removed": removed, "kept": [each.label for each in kept]}
    await record(uow, actor, "sample_data.removed", subject=SUBJECT, after=after, now=now)
    return kept
