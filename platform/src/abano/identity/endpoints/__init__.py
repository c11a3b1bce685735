"""HTTP endpoints: sign-in, email links, one's own account, and users."""

from fastapi import APIRouter

from abano.identity.endpoints import account, links, second_factor, sign_in, users

router = APIRouter(tags=["admin"])
# Each router has its full prefix: metrics label a route by the path of its own router.
for part in (sign_in, links, account, second_factor, users):
    router.include_router(part.router)
