"""HTTP endpoint of the steps of visits."""

from fastapi import APIRouter

from abano.http.dependencies import Db
from abano.http.fast_path_route import FastPathRoute, Saved
from abano.public_writes.call import PublicWrite
from abano.traffic.journeys.schemas import JourneyIn
from abano.traffic.journeys.service import store_journey

fast_path = APIRouter(tags=["journeys"], route_class=FastPathRoute)


@fast_path.post("/api/journey")
async def save_journey(body: JourneyIn, call: PublicWrite, db: Db) -> Saved:
    """Store steps of a visit, for statistics only. Of each step the first counts, so a repeat changes nothing."""
    await store_journey(db, body, call)
    return Saved()
