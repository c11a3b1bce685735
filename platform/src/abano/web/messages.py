"""Sentences of the API: what pydantic finds wrong in a field, and all of them for pages and tests."""

import importlib
import json
import pkgutil
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import abano
from abano.core.errors import AbanoError, Message, RefusedValue, Sentence, registered_messages

INVALID = Message("invalid", "Please check this value")
MISSING = Message("missing", "Please fill in this field")
UNKNOWN_FIELD = Message("unknown_field", "There is no such field")
TOO_LONG = Message("too_long", "Please use at most {max, plural, one {# character} other {# characters}}")
TOO_SHORT = Message("too_short", "Please use at least {min, plural, one {# character} other {# characters}}")
TOO_MANY = Message("too_many", "Please add at most {max, plural, one {# entry} other {# entries}}")
TOO_FEW = Message("too_few", "Please add at least {min, plural, one {# entry} other {# entries}}")
TOO_SMALL = Message("too_small", "Please enter {min, number} or more")
TOO_LARGE = Message("too_large", "Please enter {max, number} or less")
NOT_ABOVE = Message("not_above", "Please enter more than {limit, number}")
NOT_BELOW = Message("not_below", "Please enter less than {limit, number}")
NOT_A_NUMBER = Message("not_a_number", "Please enter a number")
NOT_A_WHOLE_NUMBER = Message("not_a_whole_number", "Please enter a whole number")
NOT_A_DAY = Message("not_a_day", "Please enter a valid date")
NOT_A_TIME = Message("not_a_time", "Please enter a valid time")
NOT_A_TEXT = Message("not_a_text", "Please enter a text")
NOT_A_CHOICE = Message("not_a_choice", "Please choose one of: {choices}")
NOT_YES_OR_NO = Message("not_yes_or_no", "Please answer with true or false")
NOT_A_LIST = Message("not_a_list", "This must be a list")
NOT_AN_OBJECT = Message("not_an_object", "This must be an object with fields")
NOT_AN_ID = Message("not_an_id", "This is not a valid id")
WRONG_FORM = Message("wrong_form", "This does not have the expected form")

# By pydantic's type of the error; the names are those of our parameter and of pydantic's.
_WITH_LIMIT: Mapping[str, tuple[Message, str, str]] = {
    "string_too_long": (TOO_LONG, "max", "max_length"),
    "string_too_short": (TOO_SHORT, "min", "min_length"),
    "too_long": (TOO_MANY, "max", "max_length"),
    "too_short": (TOO_FEW, "min", "min_length"),
    "greater_than_equal": (TOO_SMALL, "min", "ge"),
    "less_than_equal": (TOO_LARGE, "max", "le"),
    "greater_than": (NOT_ABOVE, "limit", "gt"),
    "less_than": (NOT_BELOW, "limit", "lt"),
    "literal_error": (NOT_A_CHOICE, "choices", "expected"),
    "enum": (NOT_A_CHOICE, "choices", "expected"),
}
_EXACT = {
    "missing": MISSING,
    "extra_forbidden": UNKNOWN_FIELD,
    "string_pattern_mismatch": WRONG_FORM,
    "list_type": NOT_A_LIST,
    "tuple_type": NOT_A_LIST,
    "set_type": NOT_A_LIST,
    "dict_type": NOT_AN_OBJECT,
    "model_type": NOT_AN_OBJECT,
    "model_attributes_type": NOT_AN_OBJECT,
}
# The first that the type begins with: int_parsing, int_type, int_from_float and so on are one fact for a person.
_FAMILIES: Sequence[tuple[str, Message]] = (
    ("string_", NOT_A_TEXT),
    ("int_", NOT_A_WHOLE_NUMBER),
    ("float_", NOT_A_NUMBER),
    ("decimal_", NOT_A_NUMBER),
    ("finite_number", NOT_A_NUMBER),
    ("bool_", NOT_YES_OR_NO),
    ("date_", NOT_A_DAY),
    ("datetime_", NOT_A_TIME),
    ("timezone_", NOT_A_TIME),
    ("time_", NOT_A_TIME),
    ("uuid_", NOT_AN_ID),
)


def sentence_of(error: Mapping[str, Any]) -> Sentence:
    """The sentence for one of pydantic's errors."""
    kind, context = error["type"], error.get("ctx") or {}
    own = context.get("error")
    if isinstance(own, RefusedValue):
        return own.sentence
    if kind in _WITH_LIMIT:
        message, ours, theirs = _WITH_LIMIT[kind]
        limit = context[theirs]
        return message(**{ours: limit if isinstance(limit, int | float) else str(limit)})
    if kind in _EXACT:
        return _EXACT[kind]()
    return next((message for begin, message in _FAMILIES if kind.startswith(begin)), INVALID)()


# All sentences of the API, for the pages that translate them and for the tests.

# Commands of the operator: only the operator reads their output.
OPERATORS_PACKAGES = (
    "abano.analytics.figures.rebuild",
    "abano.operators",
    "abano.ops.backup",
    "abano.tenancy.directory.service",
)
HEAD = """\
// The server's sentences, by the codes of its answers. Written by `make types` from the server's code.
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

export const serverMessages: Record<string, MessageDescriptor> = {
"""


def message_templates() -> dict[str, str]:
    """The English template of every code: of messages, and of errors by their class names."""
    for module in pkgutil.walk_packages(abano.__path__, "abano."):
        importlib.import_module(module.name)
    templates = {
        message.code: message.template
        for message in registered_messages().values()
        if not message.for_operators
    }
    for error in error_classes():
        if not error.__module__.startswith(OPERATORS_PACKAGES):
            templates[error.__name__] = error.docstring()
    return dict(sorted(templates.items()))


def error_classes() -> Iterator[type[AbanoError]]:
    """Every error class of the modules that are loaded; a name is given once."""
    waiting = [AbanoError]
    while waiting:
        error = waiting.pop()
        # Tests define further ones.
        if error.__module__.startswith("abano."):
            yield error
            waiting.extend(error.__subclasses__())


def as_typescript() -> str:
    """The templates as message descriptors of the frontend."""
    lines = (
        f'  {code}: msg({{ context: "server", message: {json.dumps(template, ensure_ascii=False)} }}),\n'
        for code, template in message_templates().items()
    )
    return f"{HEAD}{''.join(lines)}}};\n"
