"""Errors that callers see. Each has its HTTP status and a sentence for the user."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class FieldError:
    """One bad field of a request: ``field`` as the client sent it, ``message`` as the page shows it."""

    field: str
    message: str


class AbanoError(Exception):
    """Something went wrong."""

    status: ClassVar[int] = 500

    def __init__(
        self,
        message: str | None = None,
        *,
        fields: tuple[FieldError, ...] = (),
        retry_after: int | None = None,
        params: Mapping[str, object] | None = None,
    ) -> None:
        """``message`` defaults to the class docstring; ``retry_after`` is in seconds.

        ``params``: what the sentence speaks of, as JSON, for pages that say it in their own words.
        """
        self.message = message or " ".join((type(self).__doc__ or "").split())
        self.fields = fields
        self.params = dict(params or {})
        self.retry_after = retry_after
        super().__init__(self.message)


class InvalidInput(AbanoError):
    """Please check the marked fields."""

    status = 422

    @classmethod
    def of(cls, field: str, message: str) -> "InvalidInput":
        """The common case of one bad field."""
        return cls(message, fields=(FieldError(field, message),))


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

    def __init__(self, message: str | None = None, *, retry_after: int = 5) -> None:
        super().__init__(message, retry_after=retry_after)
