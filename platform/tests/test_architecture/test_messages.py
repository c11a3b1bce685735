"""The sentences of the API: each has its own code, a template that formats, and its place in the frontend."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, Field, ValidationError

import abano
from abano.core.errors import Message, RefusedValue, format_english, params_of, registered_messages
from abano.web.errors import MAX_FIELDS, field_errors
from abano.web.messages import as_typescript, error_classes, message_templates

SOURCE = Path(abano.__file__).parent
FRONTEND = Path(__file__).resolve().parents[3] / "frontend"
TEMPLATES = message_templates()
# Parameters that are not numbers.
SAMPLES: dict[str, str] = dict.fromkeys(("day", "first_day", "last_day"), "2026-07-06")


@pytest.mark.parametrize("code", sorted(TEMPLATES))
def test_every_template_formats_with_its_parameters(code: str) -> None:
    template = TEMPLATES[code]
    for number in (1, 2):
        params = {name: SAMPLES.get(name, number) for name in params_of(template)}
        text = format_english(template, params)
        assert text.strip()
        assert not re.search(r"[{}]|  |#(?![0-9a-f]{6})", text.replace("name=#rrggbb", ""))


@pytest.mark.parametrize("code", sorted(TEMPLATES))
def test_a_template_asks_for_every_parameter(code: str) -> None:
    for missing in params_of(TEMPLATES[code]):
        params = {name: 1 for name in params_of(TEMPLATES[code]) if name != missing}
        with pytest.raises((KeyError, ValueError)):
            format_english(TEMPLATES[code], params)


def test_codes_of_errors_and_of_messages_cannot_be_taken_for_each_other() -> None:
    names = [error.__name__ for error in error_classes()]
    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"[A-Z][A-Za-z]+", name) for name in names)
    assert all(re.fullmatch(r"[a-z][a-z0-9_]+", code) for code in registered_messages())


def test_an_error_without_its_own_sentence_uses_its_docstring() -> None:
    for error in error_classes():
        assert error.docstring(), error
        assert not params_of(error.docstring()), error


def test_the_frontend_has_every_template() -> None:
    assert (FRONTEND / "src" / "api" / "server-messages.gen.ts").read_text() == as_typescript()


def test_validators_refuse_with_a_code() -> None:
    """A plain ValueError has no code, so a page could not say in its language what is wrong."""
    plain = [
        f"{path.relative_to(SOURCE)}:{node.lineno}"
        for name in ("schemas.py", "query.py")
        for path in SOURCE.rglob(name)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Raise)
        and isinstance(node.exc, ast.Call)
        and isinstance(node.exc.func, ast.Name)
        and node.exc.func.id == "ValueError"
    ]
    assert plain == []


class Form(BaseModel):
    name: str = Field("Ada", min_length=2, max_length=5)
    age: int = Field(30, ge=18, lt=80)
    tags: list[str] = Field([], max_length=1)


@pytest.mark.parametrize(
    ("given", "code", "params", "text"),
    [
        ({"name": "A"}, "too_short", {"min": 2}, "Please use at least 2 characters"),
        ({"name": "Adelaide"}, "too_long", {"max": 5}, "Please use at most 5 characters"),
        ({"name": 7}, "not_a_text", {}, "Please enter a text"),
        ({"age": 17}, "too_small", {"min": 18}, "Please enter 18 or more"),
        ({"age": 80}, "not_below", {"limit": 80}, "Please enter less than 80"),
        ({"age": "old"}, "not_a_whole_number", {}, "Please enter a whole number"),
        ({"age": 20.5}, "not_a_whole_number", {}, "Please enter a whole number"),
        ({"tags": ["a", "b"]}, "too_many", {"max": 1}, "Please add at most 1 entry"),
    ],
)
def test_what_pydantic_refuses_has_a_code_and_a_sentence_of_ours(
    given: dict[str, Any], code: str, params: dict[str, int], text: str
) -> None:
    with pytest.raises(ValidationError) as refused:
        Form.model_validate(given)
    [error] = field_errors(refused.value.errors())
    assert (error.sentence.code, error.sentence.params, error.sentence.text) == (code, params, text)


def test_an_answer_names_so_many_fields() -> None:
    class Days(BaseModel):
        days: list[int]

    with pytest.raises(ValidationError) as refused:
        Days.model_validate({"days": ["soon"] * 2 * MAX_FIELDS})
    named = field_errors(refused.value.errors())
    assert [error.field for error in named] == [f"days.{place}" for place in range(MAX_FIELDS)]


def test_a_code_is_given_once() -> None:
    with pytest.raises(TypeError, match="two messages with the code missing"):
        Message("missing", "Something else")


def test_a_refused_value_reads_as_its_english_sentence() -> None:
    sentence = registered_messages()["rental_too_short"](days=1)
    assert str(RefusedValue(sentence)) == "The shortest rental is 1 day"
    assert sentence.as_json() == {
        "code": "rental_too_short",
        "message": "The shortest rental is 1 day",
        "params": {"days": 1},
    }
