"""Pure rules of the quiz: validation of answers."""

from collections.abc import Iterable
from typing import TypedDict

from abano.errors import FieldError, InvalidInput
from abano.messages import Message
from abano.quiz.definition import QuizDefinition
from abano.quiz.schemas import AnswerIn

NO_SUCH_QUESTION = Message("no_such_question", "There is no such question in this quiz")
NO_SUCH_ANSWER = Message("no_such_answer", "Question {question} has no such answer")


class NewestAnswer(TypedDict):
    """An answer as it is stored, with the definition's texts, never the browser's."""

    question_id: str
    value: str
    question_text: str
    answer_text: str
    sequence: int


def checked_answers(quiz: QuizDefinition, given: Iterable[AnswerIn]) -> list[NewestAnswer]:
    """The newest answer to each question: the highest sequence, then the last in the list.

    Raises InvalidInput for every question and answer that is not in this quiz.
    """
    newest: dict[str, NewestAnswer] = {}
    errors: list[FieldError] = []
    for position, answer in enumerate(given):
        question = quiz.question(answer.question_id)
        label = question.label_of(answer.value) if question else None
        if question is None:
            errors.append(FieldError(f"answers.{position}.questionId", NO_SUCH_QUESTION()))
        elif label is None:
            errors.append(FieldError(f"answers.{position}.value", NO_SUCH_ANSWER(question=question.id)))
        else:
            before = newest.get(question.id)
            if before is None or answer.sequence >= before["sequence"]:
                newest[question.id] = NewestAnswer(
                    question_id=question.id,
                    value=answer.value,
                    question_text=question.text,
                    answer_text=label,
                    sequence=answer.sequence,
                )
    if errors:
        raise InvalidInput(fields=tuple(errors))
    return list(newest.values())


def valid_answers(quiz: QuizDefinition, given: Iterable[AnswerIn]) -> list[NewestAnswer]:
    """Like ``checked_answers``, but ignores questions and answers that are not in this quiz."""
    valid = []
    for answer in given:
        question = quiz.question(answer.question_id)
        if question is not None and question.label_of(answer.value) is not None:
            valid.append(answer)
    return checked_answers(quiz, valid)


def checked_question(quiz: QuizDefinition, question_id: str) -> str:
    """The id of a question of this quiz. Raises InvalidInput for any other."""
    if quiz.question(question_id) is None:
        raise InvalidInput.of("questionId", NO_SUCH_QUESTION())
    return question_id
