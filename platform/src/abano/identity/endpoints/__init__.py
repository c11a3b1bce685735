"""Sign-in, links by e-mail, one's own account, and the people of the console."""

from fastapi import APIRouter

from abano.identity.endpoints import account, links, second_factor, sign_in, users

router = APIRouter(prefix="/api/admin", tags=["admin"])
for part in (sign_in, links, account, second_factor, users):
    router.include_router(part.router)
