"""The history of a customer, and the lock under which it is written."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from pydantic_core import to_jsonable_python

from abano.auth.principals import Actor
from abano.customers.repository import CustomerRepository
from abano.customers.rules import EventKind
from abano.database.unit_of_work import UnitOfWork
from abano.kit.ids import new_id
from abano.models.customers import CustomerEvent, CustomerRow


async def locked_root(uow: UnitOfWork, customer_id: UUID) -> CustomerRow:
    """Lock the customer, or as whom they are shown. Raises NotFound."""
    repository = CustomerRepository(uow)
    row = (await repository.get_locked(customer_id))[0]
    return (await repository.get_locked(row.merged_into))[0] if row.merged_into else row


async def remember(
    uow: UnitOfWork,
    actor: Actor,
    customer_id: UUID,
    kind: EventKind,
    *,
    now: datetime,
    before: Mapping[str, object] | None = None,
    after: Mapping[str, object] | None = None,
    other_id: UUID | None = None,
    reason: str = "",
) -> None:
    """Add an event to the history, in the caller's transaction."""
    event = CustomerEvent(
        tenant_id=uow.tenant_id,
        id=new_id(),
        customer_id=customer_id,
        kind=kind,
        other_id=other_id,
        before=to_jsonable_python(dict(before or {})),
        after=to_jsonable_python(dict(after or {})),
        reason=reason,
        admin_id=actor.admin_id,
        created_at=now,
    )
    await CustomerRepository(uow).add(event)
