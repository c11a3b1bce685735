"""The personal data of all domains."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from uuid import UUID

from abano.config import Settings
from abano.database.personal_data import Person, PersonalRecords
from abano.database.unit_of_work import UnitOfWork

# Adds the ids to a person by which records of one domain are found, locked until the transaction ends.
Finder = Callable[[UnitOfWork, Person], Awaitable[Person]]


@dataclass(frozen=True, slots=True)
class PersonalData:
    """The records of all domains, wired at start; look-up, export and erasure use the same list.

    Each domain that holds personal data has its place in it: a test fails for a column that nobody named. ``records``
    are processed in order. ``after_erasure`` deletes a kind's data outside the database, by the ids of
    its erased records.
    """

    finders: tuple[Finder, ...]
    records: tuple[PersonalRecords, ...]
    after_erasure: Mapping[str, Callable[[Settings, Iterable[UUID]], None]] = field(default_factory=dict)
