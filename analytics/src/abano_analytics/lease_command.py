"""``abano-analytics lease``: leases on snapshots of the DuckLake, for programs that read its files on their own.

Prints JSON on standard output. The command reads the settings of the service and needs a running copy, which grants
the lease.
"""

import argparse
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any
from uuid import UUID

from abano_analytics.config import BadSettings, Settings
from abano_analytics.errors import AnalyticsError, LeaseFailed, StoreUnavailable, WarehouseBroken
from abano_analytics.queries.copies import QUERIES
from abano_analytics.store import leases, reader
from abano_analytics.store.lake import LakeStore
from abano_shared.contract.queries import TABLES

LakeAt = Callable[[Settings, int | None], LakeStore]
# The writer looks every two seconds, but may be in the middle of maintenance.
GRANT_SECONDS = 300.0
LOOK_SECONDS = 0.5


def run(arguments: Sequence[str], load_settings: Callable[[], Settings], lake_at: LakeAt) -> None:
    """Raises LeaseFailed, BadSettings, WarehouseUnusable."""
    asked = _parser().parse_args(arguments)
    settings = load_settings()
    if not settings.lake_path:
        raise BadSettings("ABANO_WAREHOUSE names no DuckLake. Only a DuckLake has snapshots to lease.")
    lake = lake_at(settings, None)
    lake.open()
    try:
        with lake.leasing() as conn:
            if not leases.has_table(conn):
                raise LeaseFailed("No copy of this version has written to the lake yet.")
        asked.work(asked, lake, lambda snapshot: lake_at(settings, snapshot))
    except (AnalyticsError, StoreUnavailable, WarehouseBroken) as error:
        raise LeaseFailed(str(error)) from error
    finally:
        lake.close()


Past = Callable[[int], LakeStore]


def _take(asked: argparse.Namespace, lake: LakeStore, _past: Past) -> None:
    with lake.leasing() as conn:
        lease_id = leases.request(conn, asked.hours)
        deadline = time.monotonic() + asked.wait
        while (lease := leases.find(conn, lease_id)).snapshot is None:
            if time.monotonic() > deadline:
                leases.end(conn, lease_id)
                raise LeaseFailed(
                    f"No copy of analytics granted the lease in {asked.wait:.0f} seconds. One must run, with a"
                    " complete warehouse."
                )
            time.sleep(LOOK_SECONDS)
    _print(asdict(lease))


def _renew(asked: argparse.Namespace, lake: LakeStore, _past: Past) -> None:
    with lake.leasing() as conn:
        _print(asdict(leases.renew(conn, asked.lease, asked.hours)))


def _end(asked: argparse.Namespace, lake: LakeStore, _past: Past) -> None:
    with lake.leasing() as conn:
        leases.end(conn, asked.lease)


def _list(_asked: argparse.Namespace, lake: LakeStore, _past: Past) -> None:
    with lake.leasing() as conn:
        _print([asdict(lease) for lease in leases.list_leases(conn)])


def _files(asked: argparse.Namespace, lake: LakeStore, _past: Past) -> None:
    with lake.leasing() as conn:
        found = leases.content(conn, asked.lease)
    _print(leases.of_tenant(found, asked.tenant) if asked.tenant else found)


def _copy(asked: argparse.Namespace, lake: LakeStore, past: Past) -> None:
    with lake.leasing() as conn:
        found = leases.of_tenant(leases.content(conn, asked.lease), asked.tenant)
    lake.close()
    asked.folder.mkdir(parents=True, exist_ok=True)
    copy_tables(past(found["snapshot"]), UUID(found["tenants"][0]["tenant_id"]), asked.folder)


def copy_tables(lake: LakeStore, tenant_id: UUID, folder: Path) -> None:
    """Write the documented tables of one company as Parquet, a folder each. ``lake``: not opened yet."""
    lake.open()
    try:
        with lake.reading() as conn:
            tenant = reader.tenant_state(conn, tenant_id)
            given = {"tenant": tenant_id, "timezone": tenant.timezone, "currency": tenant.currency}
            for table in TABLES:
                sql = QUERIES[table.name].rstrip().rstrip(";")
                used = {name: value for name, value in given.items() if f"${name}" in sql}
                target = folder / table.name
                target.mkdir(exist_ok=True)
                reader.write_rows(conn, sql, used, target / "rows.parquet", form="parquet", timezone="UTC")
    finally:
        lake.close()


def _print(content: Any) -> None:
    print(json.dumps(content, indent=1, default=str))  # noqa: T201 - the command's answer


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="abano-analytics")
    lease = parser.add_subparsers(required=True).add_parser("lease", help="Keep a snapshot of the DuckLake")
    commands = lease.add_subparsers(required=True)

    def command(name: str, work: Callable[..., None], text: str, *, is_of_one: bool = True) -> Any:
        added = commands.add_parser(name, help=text, description=text)
        added.set_defaults(work=work)
        if is_of_one:
            added.add_argument("lease", type=UUID)
        return added

    take = command("take", _take, "Keep the current snapshot, and print the lease", is_of_one=False)
    take.add_argument("--wait", type=float, default=GRANT_SECONDS, help="Seconds to wait for the writer")
    renew = command("renew", _renew, "Let a lease last longer, counted from now")
    for each in (take, renew):
        each.add_argument(
            "--hours",
            type=float,
            default=leases.DEFAULT_HOURS,
            help=f"How long it lasts, at most {leases.MAX_HOURS:.0f} hours in total",
        )
    command("end", _end, "End a lease, so that maintenance removes what no one needs")
    command("list", _list, "Print the leases that have not ended", is_of_one=False)
    files = command("files", _files, "Print tables, columns and files of the snapshot")
    files.add_argument("--tenant", help="Slug of a company: only files that may hold its rows")
    copy = command("copy", _copy, "Write a company's documented tables as Parquet, without rows of others")
    copy.add_argument("--tenant", required=True, help="Slug of the company")
    copy.add_argument("folder", type=Path)
    return parser
