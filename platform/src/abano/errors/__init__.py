"""Errors that callers see. Each has its HTTP status and a sentence for the user."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from abano.errors.messages import Sentence


@dataclass(frozen=True, slots=True)
class FieldError:
    """One bad field of a request: ``field`` as the client sent it, ``sentence`` says what is wrong with it."""

    field: str
    sentence: Sentence


class AbanoError(Exception):
    """Something went wrong."""

    status: ClassVar[int] = 500

    def __init__(
        self,
        sentence: Sentence | None = None,
        *,
        fields: tuple[FieldError, ...] = (),
        retry_after: int | None = None,
        details: Mapping[str, object] | None = None,
    ) -> None:
        """``sentence`` defaults to the docstring, with the class name as its code; ``retry_after`` in seconds.

        ``details``: what a page needs to go on from here, as JSON.
        """
        self.sentence = sentence or Sentence(type(self).__name__, self.docstring())
        self.fields = fields
        self.details = dict(details or {})
        self.retry_after = retry_after
        super().__init__(self.message)

    def __reduce__(self) -> tuple[Any, ...]:
        """Errors cross from one process to another, whatever the parameters of their class are."""
        return _restore, (type(self), self.__dict__)

    @property
    def message(self) -> str:
        """The English text."""
        return self.sentence.text

    @classmethod
    def docstring(cls) -> str:
        """What the class says when it is raised without a sentence of its own."""
        return " ".join((cls.__doc__ or "").split())


def _restore(kind: type[AbanoError], state: Mapping[str, Any]) -> AbanoError:
    error = kind.__new__(kind)
    error.__dict__.update(state)
    error.args = (error.message,)
    return error


class InvalidInput(AbanoError):
    """Please check the marked fields."""

    status = 422

    @classmethod
    def of(cls, field: str, sentence: Sentence) -> "InvalidInput":
        """The common case of one bad field."""
        return cls(sentence, fields=(FieldError(field, sentence),))


class MalformedRequest(AbanoError):
    """The request could not be read."""

    status = 400


class ResetLinkExpired(AbanoError):
    """This link was used already or is older than an hour. Please ask for a new one."""

    status = 410


class SignInRequired(AbanoError):
    """Please sign in."""

    status = 401


class NotAllowed(AbanoError):
    """Your account may not do this."""

    status = 403


class NotFound(AbanoError):
    """There is nothing here."""

    status = 404


class Conflict(AbanoError):
    """Somebody else changed this in the meantime."""

    status = 409


class RequestTooLarge(AbanoError):
    """This request is larger than allowed."""

    status = 413


class TooManyRequests(AbanoError):
    """Too many requests. Please wait a moment and try again."""

    status = 429


class Retryable(AbanoError):
    """Nothing was changed, and the same call may succeed when it is made again."""

    status = 503


class DatabaseUnavailable(Retryable):
    """We cannot reach our database right now. Nothing was lost; please try again in a moment."""

    def __init__(self, sentence: Sentence | None = None, *, retry_after: int = 5) -> None:
        super().__init__(sentence, retry_after=retry_after)
