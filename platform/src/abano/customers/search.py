"""Search and names of customers, for other domains."""

from collections.abc import Sequence
from uuid import UUID

from abano.customers.repository import CustomerRepository
from abano.customers.rules import Filters
from abano.customers.schemas import FoundCustomer
from abano.database.unit_of_work import UnitOfWork
from abano.kit.phone import spaced


async def find_customers(uow: UnitOfWork, typed: str, limit: int) -> list[FoundCustomer]:
    """Customers by name, e-mail, phone or a booking's reference, those who booked last first."""
    return [
        FoundCustomer(
            customer_id=row.id,
            name=row.name,
            email=row.email,
            phone=spaced(row.phone),
            is_blacklisted=row.is_blacklisted,
        )
        for row in await CustomerRepository(uow).page(Filters(search=typed), None, limit)
    ]


async def load_customer_names(uow: UnitOfWork, ids: Sequence[UUID]) -> dict[UUID, str]:
    """Names by id, without unknown ids."""
    return await CustomerRepository(uow).names(ids)
