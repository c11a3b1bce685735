"""Small files that expand: none blocks the event loop or exhausts the server's memory.

Each is sent to every endpoint that accepts a file or a long text, while another company's page is requested.
Blocking is measured by the loop's own CPU time, so load on the machine does not matter.
"""

import asyncio
import base64
import gc
import gzip
import hashlib
import resource
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
import pyvips
from built_frontend import frontend  # noqa: F401 - pages are asked for
from console_people import Person, signed_in_person
from described import operations
from fleet_steps import add_vehicle
from loadtests.forms import booking_form
from loop_watch import LoopWatch
from product_fixtures import NOW, AdminSql, ClientFactory, SignIn
from yard_steps import YARD, handover_things

from abano.db.engine import Database
from abano.storage import images
from abano.tenancy.directory.tenant import Tenant

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("limited_processes")]
# Seconds of the loop's CPU time per step, including the test's own client and parsing of bodies.
MAX_STEP = 0.05
# Maximum growth of the server itself; its worker processes do not count.
MAX_GROWTH_MB = 200
CSV_LINES = 40_000


def png_head(width: int, height: int, *, deep: bool = True) -> bytes:
    """A PNG of zeros, which compresses to almost nothing."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return (
            struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
        )

    line = 1 + width * (8 if deep else 4)
    packer = zlib.compressobj(9)
    rows = b"".join(packer.compress(bytes(line)) for _ in range(min(height, 8))) + packer.flush()
    header = struct.pack(">IIBBBBB", width, height, 16 if deep else 8, 6, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    )  # fmt: skip


def svg(inside: str, more: str = 'viewBox="0 0 1000 1000"') -> bytes:
    return f'<svg xmlns="http://www.w3.org/2000/svg" {more}>{inside}</svg>'.encode()


def nested_uses(depth: int) -> str:
    """Each group repeats the previous one ten times."""
    groups = ['<g id="g0"><rect width="9" height="9"/></g>']
    for level in range(1, depth):
        uses = f'<use href="#g{level - 1}"/>' * 10
        groups.append(f'<g id="g{level}">{uses}</g>')
    return f'<defs>{"".join(groups)}</defs><use href="#g{depth - 1}"/>'


def filters(count: int) -> str:
    primitives = '<feMorphology operator="dilate" radius="400"/>' * count
    shape = '<rect width="1000" height="1000" filter="url(#f)"/>'
    return f'<filter id="f" x="-9" y="-9" width="19" height="19">{primitives}</filter>{shape}'


PICTURES: dict[str, bytes] = {
    "a wide and deep PNG": png_head(5_990_000, 4),
    "a high PNG": png_head(4, 5_990_000),
    "a PNG of a billion pixels": png_head(60_000, 20_000, deep=False),
    "a PNG that ends early": png_head(7_000, 3_000),
    "200 filters": svg(filters(200)),
    "40 filters": svg(filters(40)),
    "uses of uses": svg(nested_uses(12)),
    "a thin drawing": svg("", 'width="1" height="99999"'),
    "a deep drawing": svg("<g>" * 100_000),
    "many elements": svg("<g/>" * 150_000),
    "a long path": svg(f'<path d="M0 0{"L1 1" * 150_000}"/>'),
    "a film of boxes": b"\0\0\0\x14ftypisom\0\0\0\0isom" + b"\0\0\0\x08moov" * 100_000,
}
TEXTS: dict[str, str] = {
    "deep brackets": "[" * 100_000,
    "deep braces": "{a: " * 50_000,
    "deep lists": "- " * 100_000,
    "many nodes": "cars:\n" + "- {slug: a}\n" * 80_000,
    "many keys": "".join(f"k{number}: 1\n" for number in range(100_000)),
    "one long text": "a" * 1_400_000,
    "many quotes": '"' * 1_400_000,
    "many commas": "," * 1_400_000,
    "anchors": "a: &a [1]\n" + "b: *a\n" * 10_000,
    "colons": "a: " * 100_000,
}
TABLES: dict[str, str] = {
    "services": "code,group,label,charge,price\n" + "".join(f"s{n},a,b,flat,1\n" for n in range(CSV_LINES)),
    "cars": "slug,name,seats\n" + "".join(f"car-{n},Car {n},many\n" for n in range(19_000)),
    "rates": "car,minDays,dailyRate\n" + "".join(f"c{n},1,5\n" for n in range(19_000)),
    "delivery": "pickup,dropoff,fee\n" + "a,b,-1\n" * 19_000,
    "places": "code,name,x\n" + "a,b,c\n" * 19_000,
    "a wide heading": "code," + ",".join(f"x{n}" for n in range(60_000)) + "\na" + ",b" * 60_000,
}
COSTS: dict[str, bytes] = {
    "many lines": b"Campaign,Day,Cost\n" + b"a,2026-01-01,1\n" * 49_000,
    "many campaigns": b"Campaign,Day,Cost\n"
    + b"".join(b"c%d,2026-01-01,1\n" % number for number in range(49_000)),
    "bad lines": b"Campaign,Day,Cost\n" + b"a,never,much\n" * 49_000,
    "a wide line": b"Campaign,Day,Cost" + b",x" * 2_000_000,
    "zeros": bytes(5_000_000),
}


@dataclass
class Bombs:
    """Send the bombs and record what blocked the loop, while another company's page is requested."""

    watch: LoopWatch
    other: httpx.AsyncClient
    slow: dict[str, float] = field(default_factory=dict)
    faults: dict[str, int] = field(default_factory=dict)
    sent: set[str] = field(default_factory=set)

    async def send(self, client: httpx.AsyncClient, method: str, path: str, name: str, **body: Any) -> int:
        """The status; the best of three attempts counts, as in the other attacks."""
        shortest, status = float("inf"), 0
        for _ in range(3):
            request = client.build_request(method, path, **body)
            with self.watch:
                answers = await asyncio.gather(client.send(request), self.other.get("/"))
            status = answers[0].status_code
            assert answers[1].status_code == 200
            shortest = min(shortest, self.watch.longest)
            if shortest < MAX_STEP:
                break
        else:
            self.slow[f"{method} {path}: {name} ({status})"] = round(shortest, 3)
        if status >= 500:
            self.faults[f"{method} {path}: {name}"] = status
        return status


@pytest.fixture(autouse=True)
def soon_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is refused after ten seconds of a process is refused after two."""
    monkeypatch.setattr("abano.storage.service.LIMITS", replace(images.LIMITS, cpu_seconds=2))


@pytest.fixture
async def owner(
    db: Database, georgia: Tenant, client_of: ClientFactory, sign_in: SignIn, query_admin_sql: AdminSql
) -> Person:
    query_admin_sql("update tenant_settings set public_writes_per_minute = 1000000")
    return await signed_in_person(db, georgia, "owner", client_of, sign_in)


@pytest.fixture
def bombs(monkeypatch: pytest.MonkeyPatch, alps_client: httpx.AsyncClient) -> Iterator[Bombs]:
    gc.collect()
    gc.freeze()
    before = _resident_mb()
    yield (found := Bombs(LoopWatch(monkeypatch), alps_client))
    gc.unfreeze()
    assert found.slow == {}
    assert found.faults == {}
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024 - before < MAX_GROWTH_MB


def _resident_mb() -> int:
    """Peak memory of this process so far, so that only growth beyond it counts."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


@pytest.mark.slow
async def test_no_picture_holds_the_loop_or_the_memory(
    bombs: Bombs,
    owner: Person,
    client: httpx.AsyncClient,
    georgia: Tenant,
    query_admin_sql: AdminSql,
) -> None:
    booked = (
        await client.post("/api/bookings", json=booking_form(customerEmail="bomber@example.com"))
    ).json()
    opening = {"reference": booked["reference"], "email": "bomber@example.com"}
    assert (await client.post("/api/my-booking/sign-in", json=opening)).is_success
    vehicle = add_vehicle(query_admin_sql, georgia, "BOMB-1")
    things = handover_things(query_admin_sql, georgia.id, booked["bookingId"], vehicle, NOW)
    records = f"{YARD}/records/{things['record_id']}/pictures"
    scans = f"/api/admin/bookings/{booked['bookingId']}/driver-documents"
    for number, (name, content) in enumerate(PICTURES.items()):
        encoded = base64.b64encode(content).decode()
        if len(encoded) < 1_650_000:
            body = {"content": encoded}
            # One function reads what all three take: each gets every third picture.
            if number % 3 == 0:
                status = await bombs.send(client, "PUT", "/api/my-booking/licences", name, json=body)
            elif number % 3 == 1:
                status = await bombs.send(owner.client, "PUT", f"{records}/{uuid4()}", name, json=body)
            else:
                scan = {"kind": "other", "driver": "main", **body}
                status = await bombs.send(owner.client, "POST", scans, name, json=scan)
            assert status == 422, name
        parts = [content[at : at + 1_000_000] for at in range(0, len(content), 1_000_000)]
        digests = [hashlib.sha256(part).hexdigest() for part in parts]
        for digest, part in zip(digests, parts, strict=True):
            path = f"/api/admin/media/parts/{digest}"
            assert await bombs.send(owner.client, "PUT", path, name, content=part) == 200
        file = {"name": name, "parts": digests}
        await bombs.send(owner.client, "POST", "/api/admin/media/files", name, json=file)


@pytest.mark.slow
async def test_no_catalogue_holds_the_loop_or_the_memory(bombs: Bombs, owner: Person) -> None:
    for name, text in TEXTS.items():
        for kind in ({"format": "yaml"}, {"format": "csv", "table": "cars"}):
            body = {**kind, "text": text}
            assert await bombs.send(owner.client, "POST", "/api/admin/catalog/import", name, json=body) < 500
    for table, text in TABLES.items():
        body = {
            "format": "csv",
            "table": table if table in {"services", "cars", "rates"} else "places",
            "text": text,
        }
        assert await bombs.send(owner.client, "POST", "/api/admin/catalog/import", table, json=body) < 500


@pytest.mark.slow
async def test_no_list_of_costs_vehicles_or_reviews_holds_the_loop(bombs: Bombs, owner: Person) -> None:
    for name, content in COSTS.items():
        packed = base64.b64encode(gzip.compress(content)).decode()
        body = {"file": packed, "fileName": "costs.csv", "source": "google", "onlyCheck": True}
        assert (
            await bombs.send(owner.client, "POST", "/api/admin/campaign-costs/uploads", name, json=body) < 500
        )
    lines = "".join(f"T-{number},Subaru Forester,tbilisi\n" for number in range(9_000))
    for name, text in {
        "many lines": f"Plate,Car,Home location\n{lines}",
        "a thousand bad lines": "Plate,Car,Home location,Year\n" + "?,?,?,?\n" * 999,
        "one long line": "Plate,Car,Home location" + ",x" * 100_000,
    }.items():
        body = {"csv": text[:240_000]}
        assert await bombs.send(owner.client, "POST", "/api/admin/vehicles/import", name, json=body) < 500
    for name, text in {
        "bad reviews": "Source,Date,Author,Rating,Text\n" + "?\n" * 500,
        "many reviews": "Source,Date,Author,Rating,Text\n" + "a,2026-06-01,b,5,c\n" * 12_000,
    }.items():
        body = {"csv": text[:240_000]}
        assert await bombs.send(owner.client, "POST", "/api/admin/reviews/import", name, json=body) < 500


@pytest.mark.slow
async def test_no_path_holds_the_loop(bombs: Bombs, client: httpx.AsyncClient) -> None:
    for text in ("a/" * 14_000, "a" * 30_000, "../" * 10_000, "%2e%2e/" * 4_000, "ka/" * 9_000, "-" * 30_000):
        for start in ("/", "/assets/", "/drawings/", "/media/", "/admin/", "/api/", "/cars/", "/share/"):
            assert await bombs.send(client, "GET", start + text, text[:6]) in {200, 301, 404}


@pytest.mark.slow
def test_every_endpoint_that_takes_a_file_is_attacked() -> None:
    """Every endpoint with a body above the usual limit, or with a file in it, has a bomb above."""
    attacked = Path(__file__).read_text(encoding="utf-8")
    large = {
        one.path.partition("{")[0]
        for one in operations()
        if any(
            part in one.path
            for part in ("import", "uploads", "/parts/", "pictures", "licences", "files", "driver-doc")
        )
        and one.method in {"POST", "PUT"}
        # They take the URL of a file.
        and "imported-calendars" not in one.path
    }
    assert len(large) >= 7
    assert [path for path in large if path.rstrip("/").rpartition("/")[2] not in attacked] == []


@pytest.mark.slow
def test_bombs_are_small_and_ask_for_much() -> None:
    assert max(len(content) for content in PICTURES.values()) < 1_300_000
    head = pyvips.Image.pngload_buffer(PICTURES["a wide and deep PNG"])
    assert head.width * head.height * head.bands * 2 > 190_000_000
