"""Quiz experiments of the demo companies: one finished and one running."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

from abano.marketing.experiments.service import stored
from abano.marketing.quiz.rules import Arm, Count, judge

Row = dict[str, Any]
# Name, time since the start, and duration.
OVER = ("Asked later", timedelta(days=72), timedelta(days=42))
RUNNING = ("Another order", timedelta(days=9), timedelta(days=30))
SHARES = (50, 50)
FIRST_COMPANY = "georgia"


@dataclass(frozen=True, slots=True)
class SeededExperiment:
    """A planned experiment; the first of ``versions`` is the current one."""

    id: UUID
    name: str
    versions: tuple[str, ...]
    started_at: datetime
    ends_at: datetime

    def draw(self, random: Random) -> str:
        return random.choices(self.versions, SHARES)[0]

    @property
    def arms(self) -> list[Arm]:
        return [Arm(version, share) for version, share in zip(self.versions, SHARES, strict=True)]


def plan(slug: str, current: str, others: Sequence[str], now: datetime) -> list[SeededExperiment]:
    """Return one experiment for each of the other versions, at most two.

    None is running in the first company, so its quiz can be published and an experiment started in the demo.
    """
    random = Random(f"{slug} experiments")  # noqa: S311 - believable, not secret
    planned = []
    for (name, ago, length), other in zip(
        (OVER,) if slug == FIRST_COMPANY else (OVER, RUNNING), others, strict=False
    ):
        began = (now - ago).replace(minute=0, second=0, microsecond=0)
        identifier = UUID(int=random.getrandbits(128), version=4)
        planned.append(SeededExperiment(identifier, name, (current, other), began, began + length))
    return planned


def other_versions(definition: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return copies of the quiz with one independent question moved to the end, two at most."""
    needed = {rule["questionId"] for one in definition["questions"] for rule in one.get("skipWhen", ())}
    free = [
        place
        for place, one in enumerate(definition["questions"])
        if place and not one.get("skipWhen") and one["id"] not in needed
    ]
    versions = []
    # The first version that is written here is still v2.
    for letter, place in zip("bc", free[:2], strict=False):
        other = deepcopy(dict(definition))
        other["questions"].append(other["questions"].pop(place))
        other["version"] = f"{definition['version']}{letter}"
        versions.append(other)
    return versions


def experiment_rows(
    tenant_id: UUID,
    planned: Sequence[SeededExperiment],
    sessions: Sequence[Row],
    bookings: Sequence[Row],
    now: datetime,
) -> list[Row]:
    """Return the rows of the experiments; finished ones include their result."""
    booked = {one["attributed_session_id"] for one in bookings if one["status"] != "cancelled"}
    rows = []
    for each in planned:
        is_over = each.ends_at <= now
        counts = []
        for version in each.versions:
            seen = [
                one["session_id"]
                for one in sessions
                if one["experiment_id"] == each.id and one["quiz_version"] == version
            ]
            counts.append(Count(len(seen), len(booked.intersection(seen))))
        verdict = judge(each.arms, counts)
        rows.append(
            {
                "tenant_id": tenant_id,
                "id": each.id,
                "subject": "quiz",
                "name": each.name,
                "arms": [{"version": arm.version, "share": arm.share} for arm in each.arms],
                "promote_winner": False,
                "started_at": each.started_at,
                "ends_at": each.ends_at,
                "ended_at": each.ends_at if is_over else None,
                "outcome": ("decided" if verdict.is_over else "expired") if is_over else "running",
                "verdict": stored(verdict) if is_over else None,
                "started_by": None,
            }
        )
    return rows
