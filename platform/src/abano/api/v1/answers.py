"""Answers of the public API: one resource with its ETag, a page of a list, and the fields that were asked for."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Generic, TypeVar

import orjson
from fastapi import Depends, Header, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from abano.core.errors import InvalidInput, Message
from abano.core.money import to_decimal, to_minor
from abano.web.dependencies import PageCursor
from abano.web.requests import etag_of, is_known

Item = TypeVar("Item", bound=BaseModel)
MAX_FIELDS_LENGTH, MAX_TAG_LENGTH = 1000, 100
MAX_LIMIT, DEFAULT_LIMIT = 100, 50
NO_SUCH_FIELD = Message("no_such_field", "There is no field {name} in this resource.", for_operators=True)
JSON = "application/json"

Money = Annotated[
    str, Field(description="A decimal amount with two digits, such as 118.00.", examples=["118.00"])
]


class Resource(BaseModel):
    """snake_case in JSON; amounts are decimal texts, times are UTC."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class PublicRequest(BaseModel):
    """A body. Fields that it does not have are refused by name."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Page(Resource, Generic[Item]):
    """``next_cursor``: of the next page; null on the last."""

    data: list[Item]
    next_cursor: str | None


class ErrorBody(Resource):
    """``code`` is stable; ``field`` is the field, parameter or header that was refused, or null."""

    code: str
    message: str
    field: str | None
    request_id: str


class ErrorAnswer(Resource):
    error: ErrorBody


def of_console(kind: type[Item], values: Mapping[str, object]) -> Item:
    """The console's request with these values. Raises RequestValidationError, as for a body."""
    try:
        return kind.model_validate(values)
    except ValidationError as error:
        raise RequestValidationError(error.errors(include_url=False)) from error


def money(amount: int | float) -> str:
    """The text of an amount as the console's JSON has it: ``118.00`` for 118."""
    return str(to_decimal(to_minor(str(amount))))


async def get_fields(
    fields: Annotated[
        str | None,
        Query(
            max_length=MAX_FIELDS_LENGTH,
            description="Names of the fields to return, separated by commas; without it, all.",
            examples=["id,status"],
        ),
    ] = None,
) -> tuple[str, ...]:
    return tuple(name.strip() for name in (fields or "").split(",") if name.strip())


Fields = Annotated[tuple[str, ...], Depends(get_fields)]
Limit = Annotated[int, Query(ge=1, le=MAX_LIMIT, description="Items on a page.")]
Cursor = PageCursor


def one(request: Request, item: BaseModel, fields: Sequence[str] = (), *, status: int = 200) -> Response:
    """One resource with its ETag; 304 for a reader who has it. Raises InvalidInput for an unknown field."""
    body = orjson.dumps(_chosen(item, fields))
    etag = etag_of(body)
    if request.method == "GET" and is_known(request, etag):
        return Response(status_code=304, headers={"ETag": etag})
    return Response(body, status, {"ETag": etag}, JSON)


IfMatch = Annotated[
    str | None,
    Header(
        alias="If-Match",
        max_length=MAX_TAG_LENGTH,
        description="The ETag of the resource as you have it, without `fields`.",
    ),
]


def is_etag_of(item: BaseModel, tag: str) -> bool:
    """Whether the resource still has this ETag."""
    return tag.strip().removeprefix("W/") == etag_of(orjson.dumps(_chosen(item, ())))


def page(
    items: Sequence[BaseModel], next_cursor: str | None, kind: type[BaseModel], fields: Sequence[str]
) -> Response:
    """A page of a list. Raises InvalidInput for an unknown field."""
    _check(kind, fields)
    data = [_chosen(item, fields) for item in items]
    return Response(orjson.dumps({"data": data, "next_cursor": next_cursor}), media_type=JSON)


def _chosen(item: BaseModel, fields: Sequence[str]) -> dict[str, Any]:
    _check(type(item), fields)
    values = item.model_dump(mode="json")
    return {name: values[name] for name in fields} if fields else values


def _check(kind: type[BaseModel], fields: Sequence[str]) -> None:
    for name in fields:
        if name not in kind.model_fields:
            raise InvalidInput.of("fields", NO_SUCH_FIELD(name=name))
