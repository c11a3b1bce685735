"""Rules by which earlier answers skip a question. Pure. Equal to quiz_answers_store in the database.

The TypeScript twin is frontend/src/features/site/quiz/rules.ts. Both run
platform/tests/test_marketing_quiz/skip_vectors.json.
"""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from abano.core.api_model import ApiModel

Code = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[A-Za-z0-9+_-]+$")]
Bound = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]
NUMBER = re.compile(r"-?[0-9]{1,7}(\.[0-9]{1,2})?")


class SkipRule(ApiModel):
    """A condition on the answer to an earlier question. One of:

    * ``values``: one of them was given, among others perhaps; with ``match`` all: each of them.
    * ``at_least`` and ``at_most``: the answer, a number or a point of a scale, is within these, both included.
    * ``is_answered``: whether the question was answered. It was not where the visitor left it out or wasn't asked.
    """

    question_id: Code
    values: list[Code] = Field(default_factory=list, max_length=20)
    match: Literal["any", "all"] = "any"
    at_least: Bound | None = None
    at_most: Bound | None = None
    is_answered: bool | None = None

    @property
    def has_bounds(self) -> bool:
        return self.at_least is not None or self.at_most is not None

    @model_validator(mode="after")
    def _is_about_one_thing(self) -> Self:
        if sum((self.has_bounds, bool(self.values), self.is_answered is not None)) != 1:
            raise ValueError("a rule names answers or bounds, or whether there is an answer")
        if self.at_least is not None and self.at_most is not None and self.at_least > self.at_most:
            raise ValueError("a rule's bounds must be in order")
        if self.match == "all" and not self.values:
            raise ValueError("a rule names the answers that all have to be given")
        return self

    def matches(self, given: str | None) -> bool:
        """Whether the stored answer fulfils the rule. ``given``: None or empty where the question has no answer."""
        if self.is_answered is not None:
            return bool(given) == self.is_answered
        if not given:
            return False
        if self.values:
            chosen = frozenset(given.split(","))
            return (
                chosen.issuperset(self.values) if self.match == "all" else not chosen.isdisjoint(self.values)
            )
        if not NUMBER.fullmatch(given):
            return False
        number = Decimal(given)
        return (self.at_least is None or number >= self.at_least) and (
            self.at_most is None or number <= self.at_most
        )

    def flat(self, skip_code: str | None) -> tuple[str | int | list[str] | None, ...]:
        """The rule for the database: its kind and what it compares. ``skip_code``: an answer that counts as none."""
        if self.is_answered is not None:
            return ("answered" if self.is_answered else "unanswered", skip_code)
        if self.values:
            return (self.match, list(self.values))
        return ("between", self.at_least, self.at_most)


def is_skipped(rules: Sequence[SkipRule], join: Literal["any", "all"], answers: Mapping[str, str]) -> bool:
    """Whether these rules skip their question. ``answers``: those that count, without those left out."""
    met = (rule.matches(answers.get(rule.question_id)) for rule in rules)
    return bool(rules) and (all(met) if join == "all" else any(met))
