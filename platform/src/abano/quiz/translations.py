"""What a quiz says in a company's other languages. Questions and answers keep their codes: they are counted by them.

Stored as ``translations`` of a version, by language: ``{"ka": {"questions": {"q1": {"text": "…", "options":
{"leisure": "…"}}}, "encouragements": [{"atPercent": 25, "text": "…"}]}}``. What is missing is in the first language.
"""

from collections.abc import Mapping
from typing import Any

from pydantic import Field

from abano.kit.api_model import ApiModel
from abano.quiz.definition import Code, Encouragement, Question, QuizDefinition, Words


class QuestionTexts(ApiModel):
    """``options`` and ``reasons``: labels, and what the recommendation says, by the code of the answer."""

    text: Words | None = None
    options: dict[Code, Words] = Field(default_factory=dict)
    reasons: dict[Code, Words] = Field(default_factory=dict)


class QuizTexts(ApiModel):
    """``questions`` by their ids."""

    questions: dict[Code, QuestionTexts] = Field(default_factory=dict)
    encouragements: list[Encouragement] = Field(default_factory=list)


def by_language(stored: Mapping[str, Any]) -> dict[str, QuizTexts]:
    """Stored translations of one version."""
    return {language: QuizTexts.model_validate(texts) for language, texts in stored.items()}


def translated(quiz: QuizDefinition, texts: QuizTexts) -> QuizDefinition:
    """The same quiz in other words."""
    encouragements = {item.at_percent: item.text for item in texts.encouragements}
    return quiz.model_copy(
        update={
            "questions": [_question(item, texts.questions.get(item.id)) for item in quiz.questions],
            "encouragements": [
                item.model_copy(update={"text": encouragements.get(item.at_percent, item.text)})
                for item in quiz.encouragements
            ],
        }
    )


def _question(question: Question, texts: QuestionTexts | None) -> Question:
    if texts is None:
        return question
    options = [
        option.model_copy(
            update={
                "label": texts.options.get(option.value, option.label),
                "reason": texts.reasons.get(option.value, option.reason),
            }
        )
        for option in question.options
    ]
    return question.model_copy(update={"text": texts.text or question.text, "options": options})
