"""A quiz that is being written. It may be unfinished: what stops it from being published is found by ``rules``."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from abano.kit.api_model import ApiModel
from abano.quiz.definition import MOST_QUESTIONS, Code, Option, Question, SkipRule
from abano.quiz.translations import QuizTexts

MOST_OPTIONS = 20
MOST_ENCOURAGEMENTS = 10
NO_NUL = r"^[^\x00]*$"
Unfinished = Annotated[str, Field(max_length=300, pattern=NO_NUL)]


class DraftOption(Option):
    label: Unfinished


class DraftQuestion(Question):
    text: Unfinished
    # Fewer answers than a quiz may have.
    options: list[DraftOption] = Field(max_length=MOST_OPTIONS)  # type: ignore[assignment]
    skip_when: list[SkipRule] = Field(default_factory=list, max_length=MOST_QUESTIONS)


class DraftEncouragement(ApiModel):
    at_percent: int = Field(ge=1, le=100)
    text: Unfinished


class DraftQuiz(ApiModel):
    """``translations`` by language. ``same_questions``: ids of questions that ask the same as before in new words."""

    questions: list[DraftQuestion] = Field(max_length=MOST_QUESTIONS)
    encouragements: list[DraftEncouragement] = Field(default_factory=list, max_length=MOST_ENCOURAGEMENTS)
    translations: dict[Annotated[str, Field(max_length=10)], QuizTexts] = Field(
        default_factory=dict, max_length=20
    )
    same_questions: list[Code] = Field(default_factory=list, max_length=MOST_QUESTIONS)

    def definition(self, version: str) -> dict[str, Any]:
        """As a version is stored; texts without the spaces around them."""
        body = self.model_dump(by_alias=True, mode="json", include={"questions", "encouragements"})
        stripped: dict[str, Any] = _stripped(body)
        return {"version": version, **stripped}

    def stored_translations(self) -> dict[str, Any]:
        """As a version stores them: without what is not written."""
        texts = self.model_dump(by_alias=True, mode="json", exclude_none=True)["translations"]
        stripped: dict[str, Any] = _stripped(texts)
        return stripped


def _stripped(value: Any) -> Any:
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, list):
        return [_stripped(item) for item in value]
    if isinstance(value, Mapping):
        return {name: _stripped(item) for name, item in value.items()}
    return value
