"""The internal API of what is watched, for the platform alone."""

from datetime import date
from functools import partial
from typing import Annotated, cast
from uuid import UUID

import orjson
from anyio import to_thread
from fastapi import APIRouter, Depends, Query, Request, Response

from abano_analytics.api import require_platform
from abano_analytics.figures.watch.service import Watch

router = APIRouter(prefix="/internal/tenants/{tenant_id}/reports", dependencies=[Depends(require_platform)])


@router.get("/watch")
async def look(
    request: Request,
    tenant_id: UUID,
    last: Annotated[date, Query(ge=date(2000, 1, 1), le=date(2101, 1, 1))],
    falls: Annotated[bool, Query()] = True,
) -> Response:
    """What fell in the days up to ``last`` by more than chance, if that is asked, and since when nobody came."""
    watch = cast(Watch, request.app.state.watch)
    found = await to_thread.run_sync(partial(watch.look, tenant_id, last, with_falls=falls))
    return Response(orjson.dumps(found, option=orjson.OPT_UTC_Z), media_type="application/json")
