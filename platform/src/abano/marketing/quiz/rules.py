"""Pure rules of the quiz: validation of answers."""

from collections.abc import Iterable
from typing import TypedDict

from abano.core.errors import FieldError, InvalidInput, Message
from abano.marketing.quiz.definition import QuizDefinition
from abano.marketing.quiz.schemas import AnswerIn

NO_SUCH_QUESTION = Message("no_such_question", "There is no such question in this quiz")
NO_SUCH_ANSWER = Message("no_such_answer", "Question {question} has no such answer")


class CheckedAnswer(TypedDict):
    """An answer as it is stored, with the definition's texts, never the browser's."""

    question_id: str
    value: str
    question_text: str
    answer_text: str
    sequence: int


def check_answers(
    quiz: QuizDefinition, answers: Iterable[AnswerIn], *, skip_unknown: bool = False
) -> list[CheckedAnswer]:
    """The newest answer to each question: the highest sequence, then the last in the list.

    Raises InvalidInput for every question and answer that is not in this quiz, or leaves them out.
    """
    newest: dict[str, CheckedAnswer] = {}
    errors: list[FieldError] = []
    for position, answer in enumerate(answers):
        question = quiz.question(answer.question_id)
        label = question.label_of(answer.value) if question else None
        if question is None:
            errors.append(FieldError(f"answers.{position}.questionId", NO_SUCH_QUESTION()))
        elif label is None:
            errors.append(FieldError(f"answers.{position}.value", NO_SUCH_ANSWER(question=question.id)))
        elif question.id not in newest or answer.sequence >= newest[question.id]["sequence"]:
            newest[question.id] = CheckedAnswer(
                question_id=question.id,
                value=answer.value,
                question_text=question.text,
                answer_text=label,
                sequence=answer.sequence,
            )
    if errors and not skip_unknown:
        raise InvalidInput(fields=tuple(errors))
    return list(newest.values())


def check_question(quiz: QuizDefinition, question_id: str, *, skip_unknown: bool = False) -> str | None:
    """The id of a question of this quiz. Raises InvalidInput for any other, or answers None."""
    if quiz.question(question_id) is not None:
        return question_id
    if skip_unknown:
        return None
    raise InvalidInput.of("questionId", NO_SUCH_QUESTION())
