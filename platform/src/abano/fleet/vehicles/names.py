"""Plates of vehicles by id, for other domains."""

from collections.abc import Sequence
from uuid import UUID

from abano.database.unit_of_work import UnitOfWork
from abano.fleet.reservations.repository import ReservationRepository


async def load_plates(uow: UnitOfWork, ids: Sequence[UUID]) -> dict[UUID, str]:
    """Plates by id, without unknown ids."""
    return await ReservationRepository(uow).plates(ids)
