"""The declarative base. Migrations define the schema; a test compares these models with it."""

from datetime import datetime
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Annotated, ClassVar
from uuid import UUID

from sqlalchemy import BigInteger, DateTime, ForeignKey
from sqlalchemy.dialects.postgresql.base import ischema_names
from sqlalchemy.orm import DeclarativeBase, mapped_column
from sqlalchemy.types import TypeEngine, UserDefinedType


class Base(DeclarativeBase):
    """The base class of all tables. ``int`` is a 64-bit integer, as amounts in minor units need."""

    type_annotation_map: ClassVar[dict[type, TypeEngine[int]]] = {int: BigInteger()}


class Xid8(UserDefinedType[str]):
    """A 64-bit transaction id of Postgres, as text: the change feed reads rows older than the oldest running one."""

    cache_ok = True

    def get_col_spec(self, **_: object) -> str:
        return "xid8"


# Lets the comparison of models and schema reflect the type.
ischema_names["xid8"] = Xid8

UtcTime = Annotated[datetime, mapped_column(DateTime(timezone=True))]
TenantKey = Annotated[UUID, mapped_column(ForeignKey("tenants.id", ondelete="CASCADE"), primary_key=True)]


@cache
def import_models() -> None:
    """Import the ``models.py`` of every domain, so that ``Base.metadata`` has all tables and their foreign keys."""
    package = Path(__file__).parents[1]
    for file in sorted(package.rglob("models.py")):
        import_module(".".join(["abano", *file.relative_to(package).with_suffix("").parts]))
