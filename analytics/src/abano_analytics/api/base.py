"""Who may ask, and how an answer says how fresh it is."""

import secrets
from datetime import datetime
from typing import cast

import orjson
from fastapi import Request, Response

from abano_analytics import prometheus
from abano_analytics.errors import SignInRequired
from abano_analytics.figures.cache import Answer
from abano_analytics.progress import Progress


async def require_platform(request: Request) -> None:
    """Raises SignInRequired without the shared secret, which is compared in constant time."""
    expected = f"Bearer {request.app.state.settings.internal_secret.get_secret_value()}"
    given = request.headers.get("authorization", "")
    if not secrets.compare_digest(given.encode(), expected.encode()):
        raise SignInRequired


def answered(request: Request, label: str, answer: Answer, through: datetime | None) -> Response:
    """``answer``, or a 304 where the caller has it. ``label`` names it in our own figures."""
    is_stale = cast(Progress, request.app.state.progress).is_stale
    headers = {"ETag": tag_of(answer, is_stale=is_stale), "Cache-Control": "private, no-cache"}
    if headers["ETag"] in request.headers.get("if-none-match", ""):
        prometheus.REQUESTS.labels(label, "304").inc()
        return Response(status_code=304, headers=headers)
    prometheus.REQUESTS.labels(label, "200").inc()
    return Response(
        body_of(answer, through, is_stale=is_stale), headers=headers, media_type="application/json"
    )


def tag_of(answer: Answer, *, is_stale: bool) -> str:
    return f'"{answer.tag}{"-stale" if is_stale else ""}"'


def body_of(answer: Answer, through: datetime | None, *, is_stale: bool) -> bytes:
    """JSON of ``answer`` with how fresh it is."""
    freshness = {
        "lastConversionUpdate": answer.last_conversion_update,
        "dataThrough": through,
        "stale": is_stale,
    }
    return answer.body + b',"realTimeMetadata":' + orjson.dumps(freshness, option=orjson.OPT_UTC_Z) + b"}"
