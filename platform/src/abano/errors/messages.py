"""Sentences for people: a code with parameters, and the English text.

A template stands once, as ICU MessageFormat in English. Whoever reads the API sees the English text; a page renders
the code and the parameters in its own language (``frontend/src/api/server-messages.gen.ts``).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from typing import Any

from pyicumessageformat import Parser

# A day is sent as its ISO text, and written in words by ``{day, date, full}``.
Param = str | int | float
Params = Mapping[str, Param]

_parser = Parser()
_registered: dict[str, "Message"] = {}


@dataclass(frozen=True, slots=True)
class Sentence:
    """What is said: ``text`` is the English of ``code`` with ``params``."""

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

    One that is said to operators only, by a command or a probe, is not translated.
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
    """A sentence that was stored as ``{code, params}``; of a code that is no more, the code."""
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
    """``count`` is what ``#`` stands for."""
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
