"""The declarative base. Migrations are the truth about the schema; a test compares these models with it."""

from datetime import datetime
from typing import Annotated, ClassVar
from uuid import UUID

from sqlalchemy import BigInteger, DateTime, ForeignKey
from sqlalchemy.dialects.postgresql.base import ischema_names
from sqlalchemy.orm import DeclarativeBase, mapped_column
from sqlalchemy.types import TypeEngine, UserDefinedType


class Base(DeclarativeBase):
    """All tables of the product. A plain ``int`` is 64 bits wide, as amounts in minor units need."""

    type_annotation_map: ClassVar[dict[type, TypeEngine[int]]] = {int: BigInteger()}


class Xid8(UserDefinedType[str]):
    """Postgres' 64-bit transaction id, as text: the change feed reads behind the oldest running one."""

    cache_ok = True

    def get_col_spec(self, **_: object) -> str:
        return "xid8"


# So that the comparison of models and schema knows the type, too.
ischema_names["xid8"] = Xid8

UtcTime = Annotated[datetime, mapped_column(DateTime(timezone=True))]
TenantKey = Annotated[UUID, mapped_column(ForeignKey("tenants.id", ondelete="CASCADE"), primary_key=True)]
