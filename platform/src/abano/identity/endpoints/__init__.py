"""Sign-in, links by e-mail, one's own account, and the people of the console."""

from fastapi import APIRouter

from abano.identity.endpoints import account, links, second_factor, sign_in, users

router = APIRouter(tags=["admin"])
# Each part names its whole prefix: metrics know a route by the path of its own router.
for part in (sign_in, links, account, second_factor, users):
    router.include_router(part.router)
