"""Has the analytics service rebuild its warehouse, and returns the progress."""

import time
from collections.abc import Callable

import httpx

from abano.core.config import Settings
from abano.core.errors import AbanoError, Message

ASK_AGAIN_SECONDS = 0.5
# Without progress for this long, the rebuild is considered stalled: Postgres may be unavailable.
PATIENCE_SECONDS = 60.0

NO_PROGRESS = Message(
    "rebuild_stalled", "The rebuild does not go on. See the log of the analytics service.", for_operators=True
)
UNREACHABLE = Message(
    "rebuild_unreachable",
    "The analytics service at {address} cannot be reached. Start it first: it rebuilds.",
    for_operators=True,
)
OTHER_SECRET = Message(
    "rebuild_other_secret", "The analytics service has another ABANO_INTERNAL_SECRET.", for_operators=True
)
REFUSED = Message(
    "rebuild_refused", "The analytics service answered with status {status}.", for_operators=True
)


class RebuildFailed(AbanoError):
    """The warehouse could not be rebuilt."""


def rebuild_warehouse(settings: Settings, report: Callable[[str], None]) -> int:
    """Rebuild, wait until complete, return the row count. ``report``: for progress. Raises RebuildFailed."""
    headers = {"Authorization": f"Bearer {settings.internal_secret.get_secret_value()}"}
    with httpx.Client(
        base_url=settings.analytics_base_url, headers=headers, timeout=10, trust_env=False
    ) as client:
        before = _ask(client, "GET", "/internal/warehouse")
        _ask(client, "POST", "/internal/warehouse/rebuild")
        rows, progress_at = -1, time.monotonic()
        while time.monotonic() - progress_at < PATIENCE_SECONDS:
            time.sleep(ASK_AGAIN_SECONDS)
            now = _ask(client, "GET", "/internal/warehouse")
            if now["storeId"] == before["storeId"]:
                continue
            if now["rows"] != rows:
                rows, progress_at = int(str(now["rows"])), time.monotonic()
                report(f"{rows:,} rows of about {int(str(now['expectedRows'] or 0)):,}")
            if now["complete"]:
                return rows
    raise RebuildFailed(NO_PROGRESS())


def _ask(client: httpx.Client, method: str, path: str) -> dict[str, object]:
    try:
        answer = client.request(method, path)
    except httpx.HTTPError as error:
        raise RebuildFailed(UNREACHABLE(address=str(client.base_url))) from error
    if answer.status_code == 401:
        raise RebuildFailed(OTHER_SECRET())
    if not answer.is_success:
        raise RebuildFailed(REFUSED(status=answer.status_code))
    content: dict[str, object] = answer.json()
    return content
