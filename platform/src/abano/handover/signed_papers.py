"""The signed documents of a booking, for its customer."""

from uuid import UUID

from abano.database.unit_of_work import UnitOfWork
from abano.handover.repository import HandOverRepository
from abano.models.hand_over import HandOverRecord


async def list_signed(uow: UnitOfWork, booking_id: UUID) -> list[HandOverRecord]:
    """Hand-over and return whose documents are printed, oldest first; none that was undone."""
    records = [each.record for each in await HandOverRepository(uow).records(booking_id)]
    return [each for each in records if each.document_id is not None and each.withdrawn_at is None]
