"""Who rents out, as its register knows it: what visitors see of the seller on documents."""

from abano.database.unit_of_work import UnitOfWork
from abano.payments.invoices.seller import find_seller
from abano.site.schemas import Seller


async def load_seller(uow: UnitOfWork) -> Seller | None:
    """None before the company has told its registered name."""
    stored = await find_seller(uow)
    if stored is None or not stored.legal_name:
        return None
    return Seller(
        legal_name=stored.legal_name,
        registration_number=stored.registration_number,
        tax_id=stored.tax_id,
    )
