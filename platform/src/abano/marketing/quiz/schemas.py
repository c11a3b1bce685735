"""Schemas of the quiz. Values from browsers are limited in length and not trusted."""

from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from abano.core.api_model import ApiModel
from abano.core.languages.texts import MAX_LANGUAGE_LENGTH
from abano.core.phone import MAX_INPUT_LENGTH
from abano.core.text import NO_NUL
from abano.marketing.quiz.definition import QuizDefinition
from abano.marketing.traffic.rules import AdAnswers, ConsentId, ConsentState

SessionId = Annotated[str, Field(min_length=1, max_length=120, pattern=r"^[A-Za-z0-9_.-]+$")]
ClaimedId = Annotated[str | None, Field(max_length=200, pattern=NO_NUL)]
ClaimedText = Annotated[str | None, Field(max_length=200, pattern=NO_NUL)]
ClaimedUrl = Annotated[str | None, Field(max_length=2048, pattern=NO_NUL)]
MAX_ANSWERS = 100
# Twenty codes with commas between.
MAX_VALUE = 20 * 61 - 1


class SessionStart(ApiModel):
    """``language`` is the page's; ``is_returning``: the browser began another session before.

    ``experiment_id``: of the definition's experiment, which drew the version.
    """

    session_id: SessionId
    device_fingerprint: ClaimedId = None
    gclid: ClaimedId = None
    gbraid: ClaimedId = None
    wbraid: ClaimedId = None
    utm_source: ClaimedText = None
    utm_medium: ClaimedText = None
    utm_campaign: ClaimedText = None
    utm_term: ClaimedText = None
    utm_content: ClaimedText = None
    source_url: ClaimedUrl = None
    referrer: ClaimedUrl = None
    entry_path: ClaimedUrl = None
    quiz_version: Annotated[str | None, Field(max_length=40)] = None
    user_agent: Annotated[str | None, Field(max_length=1000, pattern=NO_NUL)] = None
    consent_state: ConsentState = "unknown"
    consent_id: ConsentId = None
    ad_consent: AdAnswers | None = None
    language: Annotated[
        str | None, Field(max_length=MAX_LANGUAGE_LENGTH, pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$")
    ] = None
    is_returning: bool | None = None
    experiment_id: UUID | None = None


class ContactIn(ApiModel):
    """What a visitor leaves to be contacted; only with ``has_consented``."""

    name: Annotated[str | None, Field(max_length=160, pattern=NO_NUL)] = None
    email: Annotated[str | None, Field(max_length=254, pattern=NO_NUL)] = None
    phone: Annotated[str | None, Field(max_length=MAX_INPUT_LENGTH, pattern=NO_NUL)] = None
    has_consented: bool = False


class AnswerIn(ApiModel):
    """``sequence`` increases with each answer of a visitor, so that a delayed retry cannot overwrite a newer one.

    ``value``: the code of the answer; of several answers, their codes with commas between; a number; a text. A
    contact is in ``contact``. ``is_skipped``: the visitor left a text or a contact out.
    """

    question_id: Annotated[str, Field(min_length=1, max_length=60)]
    question_text: Annotated[str | None, Field(max_length=1000)] = None
    value: Annotated[str, Field(min_length=1, max_length=MAX_VALUE)]
    answer: Annotated[str | None, Field(max_length=1000)] = None
    sequence: Annotated[int, Field(ge=0, le=1_000_000)] = 0
    is_skipped: bool = False
    contact: ContactIn | None = None


class AnswersIn(ApiModel):
    session_id: SessionId
    quiz_version: Annotated[str | None, Field(max_length=40)] = None
    answers: list[AnswerIn] = Field(min_length=1, max_length=MAX_ANSWERS)


class QuestionView(ApiModel):
    session_id: SessionId
    quiz_version: Annotated[str | None, Field(max_length=40)] = None
    question_id: Annotated[str, Field(min_length=1, max_length=60)]


class SessionComplete(ApiModel):
    session_id: SessionId
    quiz_version: Annotated[str | None, Field(max_length=40)] = None
    completion_status: Literal["completed"]


class ExperimentRef(ApiModel):
    """The experiment in which this version was drawn. To be sent with the next question for a definition."""

    id: UUID


class QuizPicture(ApiModel):
    """A picture with the URLs of its sizes, as pages get it; ``alt`` in the page's language."""

    src: str = ""
    avif: str = ""
    webp: str = ""
    width: int | None = None
    height: int | None = None
    alt: str = ""
    focus: str = "50% 50%"


class DefinitionResponse(QuizDefinition):
    """``pictures``: of the answers, by their media ids; none for what is no longer in the media library."""

    success: Literal[True] = True
    pictures: dict[str, QuizPicture] = Field(default_factory=dict)
    experiment: ExperimentRef | None = None
