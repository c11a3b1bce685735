"""Read a template's texts in its other languages.

Files: ``languages/<language>/{catalog.json,quiz-*.json,documents/*.json}``.

Files and texts are optional. A slug, code, question or field that does not exist in the template is an error,
because its text would never be shown.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field, ValidationError

from abano.catalog.published.document_fields import (
    CarTexts,
    HandoverPlaceTexts,
    InsuranceTexts,
    PlaceTexts,
    SeasonTexts,
    ServiceTexts,
)
from abano.core.api_model import ApiModel
from abano.marketing.quiz.definition import QuizTexts
from abano.site.pages.documents import Landing, Seo
from abano.site.pages.public_documents import STORED_DOCUMENT

Json = Mapping[str, Any]
FILES = ("catalog.json", "documents")


class CatalogTexts(ApiModel):
    """The whole catalog.json of a language: cars by slug, everything else by code."""

    cars: dict[str, CarTexts] = Field(default_factory=dict)
    locations: dict[str, PlaceTexts] = Field(default_factory=dict)
    handover_places: dict[str, HandoverPlaceTexts] = Field(default_factory=dict)
    insurance: dict[str, InsuranceTexts] = Field(default_factory=dict)
    services: dict[str, ServiceTexts] = Field(default_factory=dict)
    seasons: dict[str, SeasonTexts] = Field(default_factory=dict)


class InvalidTranslation(ValueError):
    """A file of a template's language does not fit the template."""


@dataclass(frozen=True, slots=True)
class TemplateLanguage:
    """``catalog`` by part and key, ``quizzes`` by version, ``documents`` by kind."""

    language: str
    catalog: Mapping[str, Mapping[str, Json]]
    quizzes: Mapping[str, Json]
    documents: Mapping[str, Json]


@cache
def read_json(file: Path) -> Any:
    """Return the parsed file. Cached, because seeds do not change at runtime."""
    return json.loads(file.read_text(encoding="utf-8"))


def read_languages(folder: Path) -> list[TemplateLanguage]:
    """Return the other languages of the template in ``folder``. Raises InvalidTranslation."""
    offered = read_json(folder / "company.json")["settings"]["languages"]
    translations = []
    for part in sorted((folder / "languages").glob("*")):
        if part.name not in offered[1:]:
            raise InvalidTranslation(f"{_name(part)}: the company's other languages are {offered[1:]}.")
        translations.append(_read_language(folder, part))
    return translations


def _read_language(folder: Path, part: Path) -> TemplateLanguage:
    unknown = [
        file
        for file in sorted(part.iterdir())
        if file.name not in FILES and not (folder / file.name).is_file()
    ]
    if unknown:
        raise InvalidTranslation(f"{_name(unknown[0])}: the template has no such file.")
    catalog = part / "catalog.json"
    quizzes = {file: read_json(folder / file.name) for file in sorted(part.glob("quiz-*.json"))}
    return TemplateLanguage(
        language=part.name,
        catalog=_catalog(catalog, read_json(folder / "catalog.json")) if catalog.exists() else {},
        quizzes={quiz["version"]: _quiz(file, quiz) for file, quiz in quizzes.items()},
        documents={file.stem: _document(folder, file) for file in sorted((part / "documents").glob("*"))},
    )


def _catalog(file: Path, template: Json) -> Json:
    content: Json = read_json(file)
    _fits(file, CatalogTexts, content)
    for part, entries in content.items():
        originals = {item["slug" if part == "cars" else "code"]: item for item in template[part]}
        _known(file, part, entries, originals)
        for name, texts in entries.items():
            place = f"{part}.{name}"
            _as_long(file, place, texts, originals[name])
            views = [image["view"] for image in originals[name].get("images", [])]
            _known(file, f"{place}.images", [image["view"] for image in texts.get("images", [])], views)
    return content


def _as_long(file: Path, place: str, texts: Json, original: Json) -> None:
    """Lists are translated entry by entry."""
    for field in ("specs", "bullets", "exclusions"):
        if field in texts and len(texts[field]) != len(original[field]):
            raise InvalidTranslation(f"{_name(file)}: {place}.{field} has {len(original[field])} entries.")


def _quiz(file: Path, template: Json) -> Json:
    content: Json = read_json(file)
    _fits(file, QuizTexts, content)
    questions = {item["id"]: item for item in template["questions"]}
    _known(file, "questions", content.get("questions", {}), questions)
    for name, texts in content.get("questions", {}).items():
        codes = [option["value"] for option in questions[name]["options"]]
        _known(file, f"questions.{name}.options", texts.get("options", {}), codes)
        with_reason = [option["value"] for option in questions[name]["options"] if option.get("reason")]
        _known(file, f"questions.{name}.reasons", texts.get("reasons", {}), with_reason)
    percents = [item["atPercent"] for item in template["encouragements"]]
    given = [item["atPercent"] for item in content.get("encouragements", [])]
    _known(file, "encouragements", given, percents)
    return content


def _document(folder: Path, file: Path) -> Json:
    """Read a document, which the template must also have in its first language."""
    original = folder / "documents" / file.name
    if not original.is_file():
        raise InvalidTranslation(f"{_name(file)}: the template has no such text.")
    content: Json = read_json(file)
    kinds: Mapping[str, type[ApiModel]] = {"landing": Landing, "seo": Seo}
    _fits(file, kinds.get(file.stem), content)
    if content.get("type") != read_json(original).get("type"):
        raise InvalidTranslation(f"{_name(file)}: type is another one than the template's.")
    return content


def _fits(file: Path, kind: type[ApiModel] | None, content: Json) -> None:
    """Check that the content is a valid ``kind`` without unknown fields. None: a public document."""
    try:
        model: BaseModel = kind.model_validate(content) if kind else STORED_DOCUMENT.validate_python(content)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(step) for step in first["loc"])
        raise InvalidTranslation(f"{_name(file)}: {where}: {first['msg']}") from None
    for unknown in _unknown_fields(content, model.model_dump(by_alias=True), ""):
        raise InvalidTranslation(f"{_name(file)}: {unknown}: there is no such field.")


def _unknown_fields(content: Any, read: Any, place: str) -> Iterator[str]:
    """Yield fields of the file that are not read."""
    if isinstance(content, Mapping):
        for name, item in content.items():
            where = f"{place}.{name}".lstrip(".")
            if name not in read:
                yield where
            else:
                yield from _unknown_fields(item, read[name], where)
    elif isinstance(content, list):
        for position, (item, known) in enumerate(zip(content, read, strict=True)):
            yield from _unknown_fields(item, known, f"{place}.{position}")


def _known(file: Path, place: str, given: Iterable[Any], known: Iterable[Any]) -> None:
    allowed = list(known)
    for name in given:
        if name not in allowed:
            raise InvalidTranslation(f"{_name(file)}: {place}: the template has no {name}.")


def _name(file: Path) -> str:
    return "/".join(file.parts[file.parts.index("languages") - 1 :])
