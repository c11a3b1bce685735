"""What all domains together keep of people."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from abano.config import Settings
from abano.database.personal_data import Person, PersonalRecords
from abano.tenants.tenant import TenantId

# Adds to a person what leads to records of one domain, held until the transaction ends.
Finder = Callable[[AsyncSession, TenantId, Person], Awaitable[Person]]


@dataclass(frozen=True, slots=True)
class PersonalData:
    """Everything that may be about a person, as the program wires it: looking, copying and erasing use this one list.

    ``records`` are taken in their order. ``after_erasure`` deletes what a kind keeps outside the database, by the ids
    of its erased records.
    """

    finders: tuple[Finder, ...]
    records: tuple[PersonalRecords, ...]
    after_erasure: Mapping[str, Callable[[Settings, Iterable[UUID]], None]] = field(default_factory=dict)
