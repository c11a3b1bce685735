"""A year's figures of every company, by Daft on Ray, from nothing but the files that a lease names.

    python on_daft.py FILES.json --year 2026 [--workers 2] [--groups 4]

FILES.json is what ``abano-analytics lease files`` prints. Runs in an environment of its own, with Daft and Ray but
without the product (docs/operations/lake.md), on a cluster of this machine that ends with it. Prints a JSON object a
line: ``event`` says how far it is, and the last line holds the figures.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from datetime import UTC, datetime
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import daft
import ray
from daft import DataType, Window, col, lit
from daft.functions import decode, encode, row_number
from ray.cluster_utils import Cluster

Content = dict[str, Any]
# Of this machine only. Ray would replace 127.0.0.1 by an address that others reach.
ADDRESS = "127.0.0.2"
STORE_BYTES = 256 * 1024 * 1024
MAX_ATTEMPTS = 3
SESSION = ["tenant_id", "session_id"]


def say(event: str, **more: Any) -> None:
    print(json.dumps({"event": event, **more}), flush=True)


def hex_of(tenant_id: str) -> str:
    return UUID(tenant_id).hex


class Lake:
    """The tables of a leased snapshot."""

    def __init__(self, content: Content) -> None:
        self._tables = {table["name"]: table for table in content["tables"]}

    def newest(self, name: str, tenants: list[str], columns: list[str]) -> daft.DataFrame:
        """The rows of these companies, each in its newest version."""
        table = self._tables[name]
        paths = [
            file["path"]
            for file in table["files"]
            if any(file["firstTenant"] <= tenant <= file["lastTenant"] for tenant in tenants)
        ]
        key, version = table["key"], table["version"]
        wanted = list(dict.fromkeys([*key, *columns, version]))
        order = Window().partition_by(*key).order_by(version, desc=True)
        return (
            daft.read_parquet(paths)
            .select(*wanted)
            # As text: Daft 0.7.26 joins on two columns as on one when the other is binary.
            .with_column(
                "tenant_id", decode(encode(col("tenant_id").cast(DataType.binary()), "hex"), "utf-8")
            )
            .where(col("tenant_id").is_in([hex_of(tenant) for tenant in tenants]))
            .with_column("newest", row_number().over(order))
            .where(col("newest") == 1)
            .exclude("newest", version)
        )


def sessions_of(lake: Lake, tenants: list[Content], year: int) -> daft.DataFrame:
    """The year's sessions: whether they were completed, and their bookings that are not cancelled."""
    ids = [tenant["tenant_id"] for tenant in tenants]
    in_year = reduce(or_, (_year_of(tenant, year) for tenant in tenants))
    sessions = (
        lake.newest("quiz_sessions", ids, ["started_at", "completed_at"])
        .where(in_year)
        .select(*SESSION, col("completed_at").not_null().cast(DataType.int64()).alias("completed"))
    )
    bookings = (
        lake.newest("bookings", ids, ["attributed_session_id", "status"])
        .where(col("attributed_session_id").not_null() & (col("status") != "cancelled"))
        .select("tenant_id", col("attributed_session_id").alias("session_id"), "booking_id")
        .groupby(*SESSION)
        .agg(col("booking_id").count().alias("bookings"))
    )
    return sessions.join(bookings, on=SESSION, how="left").with_columns(
        {
            "bookings": col("bookings").fill_null(0).cast(DataType.int64()),
            "converted": col("bookings").not_null().cast(DataType.int64()),
        }
    )


def _year_of(tenant: Content, year: int) -> daft.Expression:
    """A session of this company that started in its year, which begins at its own midnight."""
    zone = ZoneInfo(tenant["timezone"])
    since, until = (lit(datetime(each, 1, 1, tzinfo=zone).astimezone(UTC)) for each in (year, year + 1))
    is_of_tenant = col("tenant_id") == lit(hex_of(tenant["tenant_id"]))
    return is_of_tenant & (col("started_at") >= since) & (col("started_at") < until)


def figures_of(lake: Lake, tenants: list[Content], year: int) -> Content:
    ids = [tenant["tenant_id"] for tenant in tenants]
    sessions = sessions_of(lake, tenants, year)
    totals = sessions.groupby("tenant_id").agg(
        col("session_id").count().alias("sessions"),
        col("completed").sum(),
        col("converted").sum(),
        col("bookings").sum(),
    )
    figures: Content = {
        tenant: {"sessions": 0, "completed": 0, "converted": 0, "bookings": 0, "questions": {}}
        for tenant in ids
    }
    for row in totals.to_pylist():
        figures[str(UUID(row.pop("tenant_id")))].update(row)
    answers = (
        lake.newest("quiz_answers", ids, ["is_counted"])
        .where(col("is_counted"))
        .join(sessions.select(*SESSION, "converted"), on=SESSION)
        .groupby("tenant_id", "question_id")
        .agg(col("session_id").count().alias("responses"), col("converted").sum())
    )
    for row in answers.to_pylist():
        tenant = str(UUID(row["tenant_id"]))
        figures[tenant]["questions"][row["question_id"]] = [row["responses"], row["converted"]]
    return {
        tenant: {
            **found,
            "completionRate": percent(found["completed"], found["sessions"]),
            "conversionRate": percent(found["converted"], found["sessions"]),
        }
        for tenant, found in figures.items()
    }


def percent(part: int, whole: int) -> float:
    """With one decimal, half-up, as the product shows it; 0 of nothing."""
    return (2000 * part + whole) // (2 * whole) / 10 if whole else 0.0


def compute(content: Content, year: int, groups: int) -> tuple[Content, int]:
    """The figures by company, and how often Daft gave up on a query, which was then run again."""
    lake = Lake(content)
    found: Content = {}
    failures = 0
    for number in range(groups):
        tenants = content["tenants"][number::groups]
        if not tenants:
            continue
        for attempt in range(1, MAX_ATTEMPTS + 1):
            say("group", number=number, companies=len(tenants), attempt=attempt)
            try:
                found |= figures_of(lake, tenants, year)
                break
            # Daft passes on what its Ray tasks raised, of any class.
            except Exception as error:
                failures += 1
                say("failed", error=f"{type(error).__name__}: {str(error)[:500]}")
                if attempt == MAX_ATTEMPTS:
                    raise
    return found, failures


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", type=Path)
    parser.add_argument("--year", type=int, required=True)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--groups", type=int, default=4, help="Companies are computed in so many queries")
    given = parser.parse_args()
    content = json.loads(given.files.read_text())
    node = {"object_store_memory": STORE_BYTES, "node_ip_address": ADDRESS}
    with tempfile.TemporaryDirectory(prefix="lake-ray-", dir=os.environ.get("RAY_TMPDIR")) as folder:
        head = {**node, "num_cpus": 0, "include_dashboard": False, "temp_dir": folder}
        cluster = Cluster(initialize_head=True, head_node_args=head)
        for _ in range(given.workers):
            cluster.add_node(num_cpus=1, **node)
        try:
            ray.init(address=cluster.address, _node_ip_address=ADDRESS, log_to_driver=False)
            daft.set_runner_ray(noop_if_initialized=True)
            began = time.monotonic()
            found, failures = compute(content, given.year, given.groups)
            seconds = round(time.monotonic() - began, 1)
            say("done", figures=found, failures=failures, seconds=seconds)
        finally:
            ray.shutdown()
            cluster.shutdown()
    return 0


if __name__ == "__main__":
    sys.exit(main())
