"""Which version of the quiz a visitor is asked while an experiment runs. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from abano.quiz.experiments.rules import Arm

# A page says so where it shows the quiz and asks nobody.
NO_PART = "none"


@dataclass(frozen=True, slots=True)
class RunningExperiment:
    """What the draw has to know of an experiment."""

    id: UUID
    arms: tuple[Arm, ...]
    ends_at: datetime

    def draw(self, number: int, *, known_experiment: str | None, known_arm: str | None) -> str:
        """A version; the one that the visitor had before in this experiment. ``number``: at random, 0 to 99."""
        if known_experiment == str(self.id) and any(arm.version == known_arm for arm in self.arms):
            return str(known_arm)
        below = 0
        for arm in self.arms:
            below += arm.share
            if number < below:
                break
        return arm.version

    def drew(self, experiment_id: UUID | None, version: str | None) -> bool:
        """Whether a session that says so was drawn to ``version`` by this experiment."""
        return experiment_id == self.id and any(arm.version == version for arm in self.arms)


def arms_of(stored: Sequence[Mapping[str, Any]]) -> tuple[Arm, ...]:
    """As they stand in the database."""
    return tuple(Arm(arm["version"], arm["share"]) for arm in stored)
