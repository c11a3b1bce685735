"""What a company has, to be compared after a round trip by export and import: rows, money, files and figures."""

import asyncio
import hashlib
import os
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sized
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from uuid import UUID

import httpx
import orjson
import psycopg
from analytics_process import FIGURES, AnalyticsProcess, all_counted, sessions_counted
from console_people import PASSWORD, add_person
from psycopg import sql
from running_stack import WAIT_SECONDS
from table_contents import as_superuser

from abano.analytics.figures.query import PAGE_FIGURES
from abano.core.clock import Clock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.db.tables import Connection, Table, tables
from abano.db.unit_of_work import tenant_id_from_database
from abano.main import create_app
from abano.ops.portability.contents import LEFT_OUT, RENUMBERED, REPLACED, ROWS
from abano.storage.store import media_store
from abano.tenancy.directory.tenant import load_tenant

# Where the table of a run is written, for docs/operations/round-trip.md.
TABLE_FILE = "ABANO_ROUND_TRIP_TABLE"
Money = dict[tuple[str, str, str], int]
# What people see of the quiz: its numbers, answers, sessions and findings, and all figures of the console's page.
SHOWN = {
    "overview": "",
    "answers": "",
    "sessions": "",
    "findings": "",
    "page": f"?figures={','.join((*PAGE_FIGURES, 'timeline', 'money'))}",
}


def rows_of(url: str, tenant: UUID, *, sent_only: bool = False) -> dict[str, list[str]]:
    """The rows of a company by table, without what an export replaces, sorted.

    ``sent_only``: without rows that an export leaves out.
    """
    found = {}
    with psycopg.connect(as_superuser(url)) as conn:
        conn.execute("set timezone to 'UTC'")
        for table in _exported(conn):
            changed = {"tenant_id", *REPLACED.get(table.name, ()), *RENUMBERED.get(table.name, ())}
            columns = [sql.Identifier(name) for name in table.columns if name not in changed]
            query = sql.SQL("select row({})::text from {} where tenant_id = %s and ({}) order by 1").format(
                sql.SQL(", ").join(columns),
                sql.Identifier(table.name),
                sql.SQL(ROWS.get(table.name, "true") if sent_only else "true"),
            )
            found[table.name] = [str(row[0]) for row in conn.execute(query, (tenant,))]
    return found


def money_of(url: str, tenant: UUID) -> Money:
    """The sum of every column of minor units, by table, column and currency; rows without one: the company's."""
    found: Money = {}
    with psycopg.connect(as_superuser(url)) as conn:
        for table in _exported(conn):
            currency = sql.SQL("coalesce(currency::text, '')" if "currency" in table.columns else "''")
            for column in (name for name in table.columns if name.endswith("_minor")):
                query = sql.SQL(
                    "select {}, sum({})::bigint from {} where tenant_id = %s group by 1 having sum({}) is not null"
                ).format(currency, sql.Identifier(column), sql.Identifier(table.name), sql.Identifier(column))
                for name, total in conn.execute(query, (tenant,)):
                    found[table.name, column, name or "company"] = total
    return found


def files_of(settings: Settings, tenant: UUID) -> dict[str, str]:
    """SHA-256 of the content of each photo and document, by its name in the store."""
    store = media_store(settings)
    return {
        each.digest: hashlib.sha256(store.get(tenant, each.digest) or b"").hexdigest()
        for each in store.all(tenant)
    }


async def figures_of(settings: Settings, tenant_id: UUID, folder: Path, clock: Clock) -> dict[str, bytes]:
    """What an owner sees of the quiz, counted by a real analytics service that begins with an empty warehouse."""
    process = AnalyticsProcess(settings.database_url, folder)
    process.start()
    try:
        url = Settings(**settings.model_dump() | {"analytics_url": process.url})
        async with _owner_of(url, tenant_id, clock) as (owner, sessions):
            await sessions_counted(owner, sessions)
            answers = {name: await _whole(owner, f"{FIGURES}{name}{query}") for name, query in SHOWN.items()}
    finally:
        process.end()
    refused = {name: answer.text for name, answer in answers.items() if answer.status_code != 200}
    assert refused == {}
    return {
        name: orjson.dumps(_comparable(answer.json()), option=orjson.OPT_SORT_KEYS)
        for name, answer in answers.items()
    }


async def _whole(owner: httpx.AsyncClient, url: str) -> httpx.Response:
    """Findings are shown before all that they are computed from is counted."""
    async with asyncio.timeout(WAIT_SECONDS):
        while (answer := await all_counted(owner, url)).json().get("counting"):  # noqa: ASYNC110 - of a service
            await asyncio.sleep(0.1)
    return answer


# When it was counted, of which warehouse it is, and the short names of sessions, which are made of the company's id.
OF_ITS_OWN = frozenset({"dataThrough", "tags", "name"})


def _comparable(value: object) -> object:
    if isinstance(value, Mapping):
        return {key: _comparable(each) for key, each in value.items() if key not in OF_ITS_OWN}
    return [_comparable(each) for each in value] if isinstance(value, list) else value


@asynccontextmanager
async def _owner_of(
    settings: Settings, tenant_id: UUID, clock: Clock
) -> AsyncIterator[tuple[httpx.AsyncClient, int]]:
    """A new owner, signed in, and the number of the company's quiz sessions."""
    db = Database(settings)
    await db.open()
    tenant = await load_tenant(db, tenant_id_from_database(tenant_id))
    assert tenant is not None
    _, email = await add_person(db, tenant, "owner")
    await db.close()
    with psycopg.connect(as_superuser(settings.database_url)) as conn:
        row = conn.execute("select count(*) from quiz_sessions where tenant_id = %s", (tenant_id,)).fetchone()
        assert row is not None
    app = create_app(settings, clock=clock)
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app=app, client=("192.0.2.10", 50000))
        base = f"http://{tenant.primary_host}"
        async with httpx.AsyncClient(transport=transport, base_url=base, timeout=60) as client:
            signed = await client.post("/api/admin/login", json={"email": email, "password": PASSWORD})
            assert signed.status_code == 200, signed.text
            yield client, int(row[0])


@dataclass
class Side:
    """A company before or after its round trip."""

    rows: dict[str, list[str]]
    money: Money
    files: dict[str, str]
    figures: dict[str, bytes] = field(default_factory=dict)


def report(before: Side, after: Side) -> str:
    """Markdown: each table with its rows and amounts, files and figures, and whether they are equal."""
    lines = ["| table | rows exported | rows imported | equal | cents |", "| --- | ---: | ---: | --- | --- |"]
    for name, rows in before.rows.items():
        came = after.rows.get(name, [])
        sums: Counter[str] = Counter()
        for (table, _, currency), total in before.money.items():
            if table == name:
                sums[currency] += total
        amounts = ", ".join(f"{total} {currency}" for currency, total in sorted(sums.items()))
        lines.append(f"| `{name}` | {len(rows)} | {len(came)} | {_yes(rows == came)} | {amounts} |")
    total, arrived = sum(map(len, before.rows.values())), sum(map(len, after.rows.values()))
    is_equal = _yes(before.rows == after.rows)
    lines.append(f"| **all {len(before.rows)} tables** | {total} | {arrived} | {is_equal} | |")
    lines += [
        "",
        "| also | before | after | equal |",
        "| --- | ---: | ---: | --- |",
        _line("sums of amounts by table, column and currency", before.money, after.money),
        _line("photos and documents, by SHA-256", before.files, after.files),
        *(
            _line(f"figures: `{name}`, bytes", shown, after.figures.get(name, b""))
            for name, shown in before.figures.items()
        ),
        "",
        "| not in an export | why |",
        "| --- | --- |",
        *(f"| `{name}` | {reason} |" for name, reason in sorted(LEFT_OUT.items())),
        *(
            f"| `{table}.{column}` | a secret, or keyed with the installation's |"
            for table, columns in sorted(REPLACED.items())
            for column in sorted(columns)
        ),
    ]
    text = "\n".join(lines) + "\n"
    if file := os.environ.get(TABLE_FILE):
        Path(file).write_text(text)
    return text


def _line(what: str, before: Sized, after: Sized) -> str:
    return f"| {what} | {len(before)} | {len(after)} | {_yes(before == after)} |"


def _yes(is_equal: bool) -> str:
    return "yes" if is_equal else "**no**"


def _exported(conn: Connection) -> list[Table]:
    return [table for table in tables(conn) if table.is_tenants and table.name not in LEFT_OUT]
