"""The internal API of a page: several figures of one query in one answer, for the platform alone."""

from typing import Annotated, cast, get_args
from uuid import UUID

import orjson
from fastapi import APIRouter, Depends, Query, Request, Response

from abano_analytics.api import AFigureQuery, body_of, counted, require_platform, tag_of
from abano_analytics.figures.query import Figure, Key
from abano_analytics.figures.service import Figures
from abano_analytics.observability import prometheus
from abano_analytics.progress import Progress

router = APIRouter()
KNOWN = frozenset(get_args(Figure))
# Most counts are done by then. A page that is told of progress asks again.
WAIT_SECONDS = 0.4


@router.get("/internal/tenants/{tenant_id}/quiz-page", dependencies=[Depends(require_platform)])
async def quiz_page(
    request: Request,
    tenant_id: UUID,
    query: AFigureQuery,
    figures: Annotated[str, Query(max_length=300)],
) -> Response:
    """Of each figure its tag, with its body where the caller has another one; or how much of it is counted.

    ``figures``: names with commas between them. One that this version does not know is left out. 304 when the
    caller has everything: If-None-Match names the tags of what it has.
    """
    service = cast(Figures, request.app.state.figures)
    keys: dict[str, Key] = {
        name: (tenant_id, cast(Figure, name), query)
        for name in dict.fromkeys(figures.split(","))
        if name in KNOWN
    }
    found = {key: answer for key in keys.values() if (answer := service.remembered(key))}
    missing = [key for key in keys.values() if key not in found]
    if missing:
        found |= await counted(service, missing, WAIT_SECONDS)
    is_stale = cast(Progress, request.app.state.progress).is_stale
    known = request.headers.get("if-none-match", "")
    told: dict[str, dict[str, object]] = {}
    is_news = False
    for name, key in keys.items():
        answer = found.get(key)
        if answer is None:
            is_news = True
            told[name] = {"counted": round(service.pool.share(key), 3)}
            continue
        tag = tag_of(answer, is_stale=is_stale)
        told[name] = {"tag": tag}
        if tag not in known:
            is_news = True
            body = body_of(answer, service.data_through(key, answer), is_stale=is_stale)
            told[name]["body"] = orjson.Fragment(body)
    status = 200 if is_news else 304
    prometheus.REQUESTS.labels("page", str(status)).inc()
    headers = {"Cache-Control": "private, no-store"}
    if not is_news:
        return Response(status_code=304, headers=headers)
    return Response(orjson.dumps({"figures": told}), headers=headers, media_type="application/json")
