"""Experiments with a demo company's quiz: one that is over, and one that runs."""

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
# Name, when it began, and for how long.
OVER = ("Asked later", timedelta(days=72), timedelta(days=42))
RUNNING = ("Another order", timedelta(days=9), timedelta(days=30))
SHARES = (50, 50)
FIRST_COMPANY = "georgia"


@dataclass(frozen=True, slots=True)
class SeededExperiment:
    """``versions``: the first is the current one."""

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
    """One for each of the other versions, of which there are at most two.

    None runs in the first company: who tries it out can publish the quiz, and start one.
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
    """The same quiz with a question asked last that nothing depends on: for the first two such questions."""
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
    """As they are stored; what is over with what its sessions say."""
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
