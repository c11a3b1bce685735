"""A transaction of one tenant, as services and repositories take it. ``Database`` opens it and commits.

No one else commits, so what a request or a task writes is kept or lost together.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, NewType
from uuid import UUID

from psycopg import AsyncConnection
from sqlalchemy.ext.asyncio import AsyncSession

TenantId = NewType("TenantId", UUID)
Connection = AsyncConnection[tuple[Any, ...]]


def tenant_id_from_database(value: UUID) -> TenantId:
    """The ``TenantId`` of an id read from the database, for background tasks and the CLI."""
    return TenantId(value)


@dataclass(frozen=True, slots=True)
class UnitOfWork:
    """A SQLAlchemy transaction inside a tenant."""

    tenant_id: TenantId
    session: AsyncSession


@dataclass(frozen=True, slots=True)
class PipelineTransaction:
    """A plain psycopg transaction inside a tenant, sent in pipeline mode: for small, frequent writes."""

    tenant_id: TenantId
    connection: Connection


@dataclass(frozen=True, slots=True)
class FunctionCalls:
    """Functions of the schema that set the tenant themselves: each call is a transaction, sent in one round trip."""

    tenant_id: TenantId
    # The first row of a statement, whose ``tenant`` is this one. Raises DatabaseUnavailable.
    run: Callable[[str, Mapping[str, object]], Awaitable[tuple[Any, ...] | None]]


# Either face, for what is written beside a change by whichever way that takes.
Transaction = UnitOfWork | PipelineTransaction
