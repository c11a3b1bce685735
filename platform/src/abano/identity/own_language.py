"""The language in which an admin uses the console and gets e-mails."""

from abano.auth.principals import Admin
from abano.database.unit_of_work import UnitOfWork
from abano.errors import SignInRequired
from abano.identity.repository.admins import AdminRepository


async def set_language(uow: UnitOfWork, admin: Admin, language: str | None) -> None:
    """Choose one's language; None: the team's. Not audited: nobody else notices. Raises SignInRequired."""
    row = await AdminRepository(uow).lock(admin.id)
    if row is None:
        raise SignInRequired
    row.language = language
