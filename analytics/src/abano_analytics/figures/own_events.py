"""Events that an analyst defines over recorded pages and presses. A definition is applied when it is read."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import orjson

from abano_analytics.errors import StoreUnavailable, WarehouseBroken, WarehouseNotReady
from abano_analytics.progress import Progress
from abano_analytics.store import reader
from abano_analytics.store.protocol import Store
from abano_shared.contract.figures import PeriodParameters
from abano_shared.contract.own_events import MAX_LATEST, MAX_SEEN, EventDefinition, OwnEventParameters
from abano_shared.named_sql import load_named_sql

QUERIES = load_named_sql("abano_analytics.figures", "own_events.sql")
EPOCH = datetime.fromtimestamp(0, UTC)


def condition(event: EventDefinition, name: str) -> tuple[str, dict[str, str]]:
    """SQL of the rows of journey_events that are the event, and its parameters, which begin with ``name``."""
    column = "page" if event.kind == "page" else "label" if event.comparison == "text" else "link"
    value = f"${name}_value"
    match event.comparison:
        case "starts":
            compared = f"starts_with({column}, {value})"
        case "contains":
            compared = f"contains({column}, {value})"
        case "text":
            compared = f"lower({column}) = lower({value})"
        case _:
            # A page and the same with a slash at its end are one.
            compared = f"rtrim({column}, '/') = rtrim({value}, '/')"
    given = {f"{name}_value": event.value}
    parts = [QUERIES["seen" if event.kind == "page" else "pressed"].strip(), compared]
    if event.page is not None:
        parts.append(f"rtrim(page, '/') = rtrim(${name}_page, '/')")
        given[f"{name}_page"] = event.page
    return f"({' and '.join(parts)})", given


class OwnEvents:
    """Thread-safe."""

    def __init__(self, warehouse: Store, progress: Progress) -> None:
        self._warehouse = warehouse
        self._progress = progress

    def look(self, tenant_id: UUID, asked: OwnEventParameters) -> bytes:
        """JSON of an OwnEventResponse. Blocks. Raises WarehouseNotReady, UnknownTenant."""
        sql, given = condition(asked, "event")
        found = self._run(
            tenant_id,
            asked,
            {"matches": {"condition": sql}, "sums": {}, "latest": {}, "recorded_since": {}},
            {**given, "limit": MAX_LATEST},
        )
        [(count, visits, booked)] = found["sums"]
        [(since,)] = found["recorded_since"]
        content = {
            "success": True,
            "count": count,
            "visits": visits,
            "booked": booked,
            "latest": [
                {"at": _moment(at), "page": page, "link": link, "label": label}
                for at, page, link, label in found["latest"]
            ],
            "recordedSince": None if since is None else _moment(since),
        }
        return orjson.dumps(content, option=orjson.OPT_UTC_Z)

    def seen_most(self, tenant_id: UUID, asked: PeriodParameters) -> bytes:
        """JSON of a SeenMostResponse. Blocks. Raises WarehouseNotReady, UnknownTenant."""
        found = self._run(tenant_id, asked, {"pages": {}, "presses": {}}, {"limit": MAX_SEEN})
        content = {
            "success": True,
            "pages": [{"page": page, "visits": visits} for page, visits in found["pages"]],
            "presses": [
                {"link": link, "label": label, "visits": visits} for link, label, visits in found["presses"]
            ],
        }
        return orjson.dumps(content)

    def _run(
        self,
        tenant_id: UUID,
        asked: PeriodParameters,
        statements: Mapping[str, Mapping[str, str]],
        more: Mapping[str, Any],
    ) -> dict[str, list[tuple[Any, ...]]]:
        """The rows of each statement, which is named with its words, in one read transaction."""
        if not self._progress.is_complete:
            raise WarehouseNotReady
        found = {}
        try:
            with self._warehouse.reading() as conn:
                reader.tenant_state(conn, tenant_id)
                end = reader.bounds_by_table(conn)["journey_events"][0]
                given = {
                    "tenant": tenant_id,
                    "since": asked.since,
                    "until": asked.until,
                    "events_end": end,
                    **more,
                }
                for name, words in statements.items():
                    sql = QUERIES[name].format(**words)
                    used = {parameter: value for parameter, value in given.items() if f"${parameter}" in sql}
                    found[name] = conn.execute(sql, used).fetchall()
        except (WarehouseBroken, StoreUnavailable) as error:
            raise WarehouseNotReady from error
        return found


def _moment(microseconds: int) -> datetime:
    return EPOCH + timedelta(microseconds=microseconds)
