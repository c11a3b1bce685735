"""Funnels of steps that an analyst picks: their parameters and their response."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, Json, field_validator, model_validator
from pydantic.alias_generators import to_camel

from abano_shared.contract.answers import ContractModel
from abano_shared.contract.figures import PLACE, PeriodParameters
from abano_shared.contract.filters import NoneIfEmpty
from abano_shared.contract.own_events import EVENT_STEP, NamedDefinition

MIN_STEPS, MAX_STEPS = 2, 8
# The values of a breakdown that are shown, those with the most visits at the first step.
MAX_SHOWN_VALUES = 5
# Steps of a visit without a value.
PLAIN_STEPS = (
    "landing", "quiz_intro", "quiz_start", "quiz_done", "search", "car", "wizard_1", "wizard_2", "wizard_3",
    "booking", "confirmed", "press_phone", "press_whatsapp", "press_email",
)  # fmt: skip
_ID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_VALUED = rf"event:{_ID}|landing:/[^\x00\n]{{0,250}}|(seen|answered):[^\x00\n]{{1,200}}"
STEP = rf"^({'|'.join(PLAIN_STEPS)}|{_VALUED})$"
Breakdown = Literal["utmSource", "utmMedium", "utmCampaign", "device", "language", "country"]
Step = Annotated[str, Field(max_length=260, pattern=STEP)]


class FunnelSteps(BaseModel):
    """The steps of a funnel, in their order.

    ``landing:/path``: landed on this page. ``seen`` and ``answered``: a question, by its id. ``press``: of a link.
    ``event``: one that the company defined, by its id.
    """

    model_config = ConfigDict(frozen=True, alias_generator=to_camel)

    steps: tuple[Step, ...] = Field(
        alias="step",
        min_length=MIN_STEPS,
        max_length=MAX_STEPS,
        description="Repeat it: landing, landing:/path, quiz_intro, quiz_start, seen:question, answered:question, "
        "quiz_done, search, car, wizard_1, wizard_2, wizard_3, booking, confirmed, press_phone, "
        "press_whatsapp, press_email, event:id",
    )
    in_order: bool = Field(True, description="Each step after the one before; else in any order")
    by: Annotated[Breakdown | None, NoneIfEmpty] = Field(
        None, description="Also by the values of this filter"
    )

    @field_validator("steps")
    @classmethod
    def _each_once(cls, steps: tuple[str, ...]) -> tuple[str, ...]:
        if len(set(steps)) < len(steps):
            raise ValueError("Choose each step only once: a visit records when it reached a step first.")
        return steps


class OwnFunnelParameters(PeriodParameters, FunnelSteps):
    """What the analytics service is asked. ``definition``: JSON of the NamedDefinition of each event."""

    definitions: tuple[Json[NamedDefinition], ...] = Field((), alias="definition", max_length=MAX_STEPS)

    @model_validator(mode="after")
    def _all_defined(self) -> "OwnFunnelParameters":
        defined = {f"{EVENT_STEP}:{one.id}" for one in self.definitions}
        if any(step.startswith(f"{EVENT_STEP}:") and step not in defined for step in self.steps):
            raise ValueError("Each event needs its definition.")
        return self


class FunnelPart(BaseModel):
    """The quiz sessions of visits at one step of a funnel."""

    model_config = ConfigDict(frozen=True, alias_generator=to_camel)

    at: int = Field(ge=0, lt=MAX_STEPS, description="The place of the step, from 0")
    lost: bool = Field(False, description="Visits that reached the step before and not this one")


class OwnFunnelSessionsParameters(OwnFunnelParameters, FunnelPart):
    """A page of the quiz sessions of these visits. ``after``: the ``next`` of the page before."""

    after: str | None = Field(None, pattern=PLACE)

    @model_validator(mode="after")
    def _is_a_step(self) -> "OwnFunnelSessionsParameters":
        if self.at >= len(self.steps):
            raise ValueError("The funnel has fewer steps.")
        return self


class OwnFunnelStep(ContractModel):
    step: str
    visits: int = Field(description="Visits that reached this step and all before it")
    share: float = Field(description="Percent of the visits that reached the first step")
    low: float = Field(description="Lower edge of the share's 95 % Wilson interval, percent")
    high: float
    share_of_before: float = Field(description="Percent of the visits that reached the step before")
    low_of_before: float
    high_of_before: float
    lost: int = Field(description="Visits that reached the step before and not this one")
    median_seconds: float | None = Field(
        description="From the step before, of the visits that reached this one; null in any order and without visits"
    )


class OwnFunnelValue(ContractModel):
    value: str = Field(description="(none): without a value")
    steps: list[OwnFunnelStep]


class OwnFunnelResponse(ContractModel):
    success: bool = True
    visits: int = Field(description="Visits of the period that match the filters")
    steps: list[OwnFunnelStep]
    values: list[OwnFunnelValue] = Field(
        description="The most frequent values of the breakdown at the first step"
    )
    values_left_out: int
    unapplied: list[str] = Field(description="Filters that say nothing of visits, and were not applied")
