"""Errors with their status, and sentences for people: a code with parameters, and the English text.

A template exists once, as ICU MessageFormat in English. API clients see the English text; a page renders
the code and the parameters in its own language (``frontend/src/api/server-messages.gen.ts``).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from typing import Any, ClassVar

from pyicumessageformat import Parser

# Sentences for people: a code with parameters, and the English text.
#
# A template exists once, as ICU MessageFormat in English. API clients see the English text; a page
# renders
# the code and the parameters in its own language (``frontend/src/api/server-messages.gen.ts``).

# A day is sent as its ISO text, and written in words by ``{day, date, full}``.
Param = str | int | float
Params = Mapping[str, Param]

_parser = Parser()
_registered: dict[str, "Message"] = {}


@dataclass(frozen=True, slots=True)
class Sentence:
    """A message: ``text`` is the English of ``code`` with ``params``."""

    code: str
    text: str
    params: Params = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """``{code, message, params?}``."""
        body: dict[str, Any] = {"code": self.code, "message": self.text}
        return body | {"params": dict(self.params)} if self.params else body


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence that the API can send. ``code`` is stable: pages and their translations know it.

    Messages for operators only, of a command or a probe, are not translated.
    """

    code: str
    template: str
    for_operators: bool = False

    def __post_init__(self) -> None:
        if self.code in _registered:
            raise TypeError(f"There are two messages with the code {self.code}.")
        _registered[self.code] = self

    def __call__(self, **params: Param) -> Sentence:
        return Sentence(self.code, format_english(self.template, params), params)


class RefusedValue(ValueError):
    """For validators of a field: pydantic hands it on, and the answer carries its code and parameters."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(sentence.text)
        self.sentence = sentence


def stored_sentence(stored: Mapping[str, Any]) -> Sentence:
    """A sentence that was stored as ``{code, params}``; the code itself for one that no longer exists."""
    code, params = str(stored["code"]), dict(stored.get("params") or {})
    message = _registered.get(code)
    return message(**params) if message else Sentence(code, code, params)


def registered_messages() -> dict[str, Message]:
    """Every message of the modules that are loaded, by code."""
    return dict(_registered)


def format_english(template: str, params: Params) -> str:
    """The text of a template. Raises KeyError for a parameter that is missing."""
    return _write(_parsed(template), params, None)


def params_of(template: str) -> set[str]:
    """The names of a template's parameters."""
    return _names(_parsed(template))


@lru_cache(maxsize=1024)
def _parsed(template: str) -> list[Any]:
    parsed: list[Any] = _parser.parse(template)
    return parsed


def _write(parts: Sequence[Any], params: Params, count: Param | None) -> str:
    """``count`` replaces ``#``."""
    return "".join(part if isinstance(part, str) else _write_one(part, params, count) for part in parts)


def _write_one(part: dict[str, Any], params: Params, count: Param | None) -> str:
    if part.get("hash"):
        return _number(count)
    value, kind, options = params[part["name"]], part.get("type"), part.get("options", {})
    if kind == "select":
        return _write(options.get(str(value), options["other"]), params, count)
    if kind == "plural":
        named = f"={value}" if f"={value}" in options else "one" if value == 1 else "other"
        return _write(options.get(named, options["other"]), params, value)
    if kind == "number":
        return _number(value)
    if kind == "date":
        day = date.fromisoformat(str(value))
        return f"{day:%A}, {day.day} {day:%B %Y}"
    if kind is None:
        return str(value)
    raise ValueError(f"{kind} is not used in templates.")


def _number(value: Param | None) -> str:
    return value if isinstance(value, str) else f"{value:,}"


def _names(parts: Sequence[Any]) -> set[str]:
    names = set()
    for part in parts:
        if not isinstance(part, str):
            names.add(part["name"])
            for option in part.get("options", {}).values():
                names |= _names(option)
    return names


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
        """The default message of the class."""
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
    """You don't have permission to do this."""

    status = 403


class NotFound(AbanoError):
    """Not found."""

    status = 404


class Conflict(AbanoError):
    """Someone else changed this in the meantime."""

    status = 409


class RequestTooLarge(AbanoError):
    """This request is too large."""

    status = 413


class TooManyRequests(AbanoError):
    """Too many requests. Please wait a moment and try again."""

    status = 429


class Retryable(AbanoError):
    """Nothing was changed. Try the same request again."""

    status = 503


class DatabaseUnavailable(Retryable):
    """Our database is unavailable right now. Nothing was lost. Try again in a moment."""

    def __init__(self, sentence: Sentence | None = None, *, retry_after: int = 5) -> None:
        super().__init__(sentence, retry_after=retry_after)


# What can be wrong with a period of days.

LAST_DAY_BEFORE_FIRST = Message("last_day_before_first", "The last day must not be before the first")


class CannotMigrate(Exception):
    """The schema was not brought up to date; the message is a sentence for the operator."""


class MigrationFailed(CannotMigrate):
    """A migration failed and changed nothing; those before it stay."""


class RolesMissing(CannotMigrate):
    """The owner can neither create the roles that serve nor act as them; the message has the statement to run."""
