"""Schemas of the way to an open site."""

from typing import Literal

from pydantic import Field

from abano.company.opening.rules import Step, StepCode
from abano.kit.api_model import ApiModel


class SetupStep(ApiModel):
    """``count`` of ``needed`` where something is counted."""

    code: StepCode
    is_done: bool
    count: int | None
    needed: int | None


class SetupResponse(ApiModel):
    """``is_open``: visitors see the site. ``done`` of the steps."""

    success: Literal[True] = True
    is_open: bool
    steps: list[SetupStep]
    done: int

    @classmethod
    def of(cls, steps: list[Step], *, is_open: bool) -> "SetupResponse":
        shown = [
            SetupStep(code=step.code, is_done=step.is_done, count=step.count, needed=step.needed)
            for step in steps
        ]
        return cls(is_open=is_open, steps=shown, done=sum(step.is_done for step in steps))


class OpenRequest(ApiModel):
    """``despite``: the steps that the owner was told are missing."""

    despite: list[StepCode] = Field(default_factory=list, max_length=20)
