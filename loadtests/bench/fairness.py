"""Whether one company's load slows the others: 20 companies calm, then beside one at fifty times a normal load.

    python -m loadtests.bench.fairness [--companies 20] [--seconds 45] [--trial]

The noisy company does what is allowed, and more: imports, exports, distinct filters, uploads, and a flood of
anonymous requests to its host and to hosts that do not exist. Takes about three minutes. Prints for each class of
requests the 95th percentile of the others beside the noise and without it, and who was refused. Ends with 1 when
a ratio is above the goal or another company was refused; a trial only shows that everything can be measured.
"""

import argparse
import asyncio
import hashlib
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

from abano.core.config import Settings
from abano.ops.seeds.demo import create_from_template
from abano.team.users.users import add_admin
from loadtests.bench.figures import Figure, table
from loadtests.local_product import ROOT, LocalProduct, local_product

COMPANIES, SECONDS, WARM_UP_SECONDS = 20, 45.0, 2.0
GOAL = 1.5
NOISY = "noisy"
# Requests a second of a normal company, by class.
NORMAL = {"page": 0.4, "quote": 0.4, "quiz answer": 0.4, "booking": 0.1, "console": 0.3, "poll": 0.3}
NOISE_TIMES = 50
# Anonymous requests under way all the time, at the noisy company's host and at hosts that do not exist.
FLOOD, UNKNOWN = 60, 20
# Expensive requests of the noisy company's staff under way all the time, of each kind.
EXPENSIVE, EXPENSIVE_KINDS = 3, ("export", "import", "upload", "report", "filter")
TIMEOUT_SECONDS = 30.0
LOST = 0
PASSWORD = "a password for a noisy company"  # noqa: S105 - of a company that lives as long as the run


@dataclass(frozen=True, slots=True)
class Asked:
    """A request of a company: ``kind`` is its class."""

    kind: str
    method: str
    path: str
    body: bytes = b""


@dataclass(slots=True)
class Company:
    slug: str
    cookie: str = ""

    @property
    def host(self) -> str:
        return f"{self.slug}.localhost"


@dataclass(slots=True)
class Taken:
    """Seconds by class, and statuses by class of all requests."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    statuses: dict[str, Counter[int]] = field(default_factory=dict)

    def note(self, kind: str, status: int, seconds: float) -> None:
        self.statuses.setdefault(kind, Counter())[status] += 1
        if 200 <= status < 400:
            self.seconds.setdefault(kind, []).append(seconds)

    @property
    def refused(self) -> int:
        return sum(
            count for each in self.statuses.values() for status, count in each.items() if is_refused(status)
        )


def is_refused(status: int) -> bool:
    return status in {429, 503, LOST}


class Client:
    """Sends each request on a connection of its own, as cheaply as possible: the client is not measured."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def ask(self, asked: Asked, company: Company) -> int:
        """The status; LOST for none."""
        try:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                return await self._ask(asked, company)
        except (OSError, TimeoutError, ValueError, IndexError):
            return LOST

    async def _ask(self, asked: Asked, company: Company) -> int:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            # A client of its own: the limits by client are not what is measured.
            ip = f"198.{random.randrange(18, 20)}.{random.randrange(256)}.{random.randrange(1, 255)}"
            head = [
                f"{asked.method} {asked.path} HTTP/1.1", f"Host: {company.host}", "Connection: close",
                f"Origin: http://{company.host}", f"X-Forwarded-For: {ip}", "Content-Type: application/json",
                f"Content-Length: {len(asked.body)}",
            ]  # fmt: skip
            if company.cookie:
                head.append(f"Cookie: {company.cookie}")
            writer.write("\r\n".join([*head, "", ""]).encode() + asked.body)
            status = int((await reader.readline()).split()[1])
            while await reader.read(65_536):
                pass
            return status
        finally:
            writer.close()


def normal(kind: str) -> Asked:
    """A request of the class, as pages send it."""
    if kind == "page":
        return Asked(kind, "GET", "/")
    if kind == "quote":
        return Asked(kind, "POST", "/api/quotes", _json(trip()))
    if kind == "booking":
        return Asked(kind, "POST", "/api/bookings", _json(trip() | person()))
    if kind == "quiz answer":
        answer = {"questionId": "q1", "value": "leisure", "sequence": 1}
        body = {"sessionId": f"quiz_{uuid4().hex}", "quizVersion": "v1", "answers": [answer]}
        return Asked(kind, "POST", "/api/quiz/answers", _json(body))
    if kind == "console":
        return Asked(kind, "GET", "/api/admin/bookings?status=pending")
    return Asked(kind, "GET", "/api/quiz/analytics/page?figures=overview,funnel")


def expensive(kind: str) -> Asked:
    """A request that takes a company's staff a moment and the product much more."""
    if kind == "export":
        return Asked(kind, "GET", "/api/admin/bookings/export.csv")
    if kind == "import":
        plates = "".join(f"N-{uuid4().hex[:10]},Subaru Forester,batumi\n" for _ in range(200))
        return Asked(
            kind, "POST", "/api/admin/vehicles/import", _json({"csv": f"Plate,Car,Home location\n{plates}"})
        )
    if kind == "upload":
        part = os.urandom(900_000)
        return Asked(kind, "PUT", f"/api/admin/media/parts/{hashlib.sha256(part).hexdigest()}", part)
    if kind == "report":
        first = datetime.now(UTC).date() - timedelta(days=random.randrange(300, 360))
        return Asked(
            kind, "GET", f"/api/admin/reports/rentals?from={first}&to={datetime.now(UTC).date()}&cut=model"
        )
    first = datetime.now(UTC).date() - timedelta(days=random.randrange(1, 360))
    query = f"figures=overview,funnel,answers&from={first}&to={datetime.now(UTC).date()}&utmCampaign={uuid4().hex}"
    return Asked(kind, "GET", f"/api/quiz/analytics/page?{query}")


def trip() -> dict[str, Any]:
    pickup = datetime.now(UTC).date() + timedelta(days=random.randint(3, 60))
    return {
        "pickupLocation": "tbilisi", "dropoffLocation": "batumi", "pickupDate": str(pickup), "pickupTime": "09:00",
        "returnDate": str(pickup + timedelta(days=random.randint(5, 20))), "returnTime": "09:00",
        "carType": "Subaru Forester", "insuranceType": "minimum",
    }  # fmt: skip


def person() -> dict[str, str]:
    return {
        "customerName": "Load Tester", "driverAge": "36", "groupSize": "2", "totalPrice": "1",
        "customerEmail": f"visitor-{uuid4().hex}@example.com",
        "customerPhone": f"+995 5{random.randrange(10**8):08d}",
    }  # fmt: skip


def _json(body: object) -> bytes:
    return json.dumps(body).encode()


async def keep_rate(
    client: Client, company: Company, rates: dict[str, float], until: float, taken: Taken
) -> None:
    """Ask at random moments by ``rates``, whether or not earlier requests were answered."""
    async with asyncio.TaskGroup() as group:
        for kind, rate in rates.items():
            group.create_task(_keep_rate(client, company, kind, rate, until, taken, group))


async def _keep_rate(
    client: Client,
    company: Company,
    kind: str,
    rate: float,
    until: float,
    taken: Taken,
    group: asyncio.TaskGroup,
) -> None:
    while (now := time.monotonic()) < until:
        await asyncio.sleep(min(random.expovariate(rate), until - now))
        if time.monotonic() < until:
            group.create_task(timed(client, company, normal(kind), taken))


async def timed(client: Client, company: Company, asked: Asked, taken: Taken) -> None:
    began = time.perf_counter()
    status = await client.ask(asked, company)
    taken.note(asked.kind, status, time.perf_counter() - began)


async def measure(client: Client, companies: Sequence[Company], seconds: float) -> Taken:
    """The requests of the companies, without those of the first moments."""
    warm = time.monotonic() + min(WARM_UP_SECONDS, seconds)
    await asyncio.gather(*(keep_rate(client, each, NORMAL, warm, Taken()) for each in companies))
    taken, until = Taken(), time.monotonic() + seconds
    await asyncio.gather(*(keep_rate(client, each, NORMAL, until, taken) for each in companies))
    return taken


async def make_noise(port: int, company: Company, seconds: float) -> Taken:
    """The load of the noisy company, and of the clients that flood its host, until the run ends."""
    client, taken, until = Client(port), Taken(), time.monotonic() + seconds
    rates = {kind: rate * NOISE_TIMES for kind, rate in NORMAL.items()}
    async with asyncio.TaskGroup() as group:
        group.create_task(keep_rate(client, company, rates, until, taken))
        for kind in EXPENSIVE_KINDS:
            for _ in range(EXPENSIVE):
                group.create_task(_again_and_again(client, company, kind, until, taken))
        for _ in range(FLOOD):
            group.create_task(_flood(client, company.slug, "flood", until, taken))
        for _ in range(UNKNOWN):
            group.create_task(_flood(client, "", "unknown hosts", until, taken))
    return taken


async def _again_and_again(client: Client, company: Company, kind: str, until: float, taken: Taken) -> None:
    while time.monotonic() < until:
        await timed(client, company, await asyncio.to_thread(expensive, kind), taken)


async def _flood(client: Client, slug: str, kind: str, until: float, taken: Taken) -> None:
    while time.monotonic() < until:
        await timed(client, Company(slug or uuid4().hex), Asked(kind, "GET", "/"), taken)


async def warm_up(client: Client, companies: Sequence[Company], noisy: Company) -> None:
    """Ask for each kind once: modules are imported, helper processes started and pages kept for the first."""
    for kind in EXPENSIVE_KINDS:
        await client.ask(expensive(kind), noisy)
    for company in companies:
        for kind in NORMAL:
            await client.ask(normal(kind), company)


@contextmanager
def noise(port: int, company: Company, seconds: float) -> Iterator["subprocess.Popen[bytes]"]:
    """In a process of its own, at a lower priority: clients have machines of their own."""
    command = [sys.executable, "-m", __spec__.name, "--noise", str(port), company.cookie, str(seconds)]
    process = subprocess.Popen(  # noqa: S603 - our own words
        command,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        preexec_fn=lambda: os.nice(19),  # noqa: PLW1509 - no threads yet
    )
    try:
        # Imports take seconds: it begins when they are done.
        assert process.stdout is not None
        process.stdout.readline()
        yield process
    finally:
        process.kill()
        process.wait()


async def add_companies(product: LocalProduct, companies: Sequence[Company]) -> None:
    settings = Settings.model_validate({"database_url": product.database_url})
    for company in companies:
        await create_from_template(
            settings, slug=company.slug, name=company.slug, domain=company.host, template="georgia"
        )
        await add_admin(
            settings, tenant_slug=company.slug, email="owner@example.com", role="owner", name="Owner",
            password=PASSWORD,
        )  # fmt: skip
        company.cookie = await _sign_in(product.ports.platform, company)


async def _sign_in(port: int, company: Company) -> str:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    body = _json({"email": "owner@example.com", "password": PASSWORD})
    head = (
        f"POST /api/admin/login HTTP/1.1\r\nHost: {company.host}\r\nOrigin: http://{company.host}\r\n"
        f"Content-Type: application/json\r\nConnection: close\r\nX-Forwarded-For: 198.18.0.1\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    writer.write(head.encode() + body)
    answer = (await reader.read()).decode()
    writer.close()
    found = [line for line in answer.splitlines() if line.lower().startswith("set-cookie:")]
    if not found:
        raise SystemExit(f"{company.slug} could not sign in: {answer[:300]}")
    return found[0].partition(":")[2].partition(";")[0].strip()


def run(companies: int, seconds: float) -> tuple[list[Figure], str]:
    """The figures, and who was refused."""
    with (
        tempfile.TemporaryDirectory(prefix="abano-bench-") as folder,
        local_product(Path(folder), ABANO_TRUSTED_PROXIES="1", ABANO_LOG_FORMAT="json") as product,
    ):
        others = [Company(f"calm-{number}") for number in range(companies)]
        noisy = Company(NOISY)
        asyncio.run(add_companies(product, [*others, noisy]))
        port = product.ports.platform
        client = Client(port)
        asyncio.run(warm_up(client, others, noisy))
        calm = asyncio.run(measure(client, others, seconds))
        with noise(port, noisy, seconds + 2 * WARM_UP_SECONDS) as process:
            beside = asyncio.run(measure(client, others, seconds))
            output, _ = process.communicate(timeout=seconds + TIMEOUT_SECONDS + 30)
    made = {kind: Counter({int(status): count for status, count in statuses.items()})
            for kind, statuses in json.loads(output).items()}  # fmt: skip
    return [figure_of(kind, calm, beside) for kind in NORMAL], refusals(calm, beside, made)


def figure_of(kind: str, calm: Taken, beside: Taken) -> Figure:
    before, after = (p95(taken.seconds.get(kind, [])) * 1000 for taken in (calm, beside))
    refused = sum(
        count for status, count in beside.statuses.get(kind, Counter()).items() if is_refused(status)
    )
    ratio = after / before if before else float("inf")
    return Figure(
        name=kind,
        value=ratio,
        measured=f"p95 {after:.1f} ms",
        reference=f"calm {before:.1f} ms",
        ratio=f"× {ratio:.2f}",
        asked=f"at most × {GOAL}, none refused",
        met=ratio <= GOAL and not refused,
    )


def p95(seconds: Sequence[float]) -> float:
    if len(seconds) < 2:
        return max(seconds, default=float("inf"))
    return statistics.quantiles(seconds, n=20, method="inclusive")[18]


def refusals(calm: Taken, beside: Taken, noisy: dict[str, Counter[int]]) -> str:
    """A line for the others, and one for each kind of noise."""
    lines = [f"others: {_counts(sum(taken.statuses.values(), Counter()))} ({name})"
             for name, taken in (("calm", calm), ("beside the noise", beside))]  # fmt: skip
    return "\n".join([*lines, *(f"{NOISY}, {kind}: {_counts(statuses)}" for kind, statuses in noisy.items())])


def _counts(statuses: Counter[int]) -> str:
    return ", ".join(f"{count} × {status or 'no answer'}" for status, count in sorted(statuses.items()))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--companies", type=int, default=COMPANIES)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of each of the two measurements")
    parser.add_argument("--trial", action="store_true")
    parser.add_argument("--noise", nargs=3, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.noise:
        port, cookie, seconds = given.noise
        print("ready", flush=True)
        taken = asyncio.run(make_noise(int(port), Company(NOISY, cookie), float(seconds)))
        print(json.dumps(taken.statuses))
        return 0
    # The product ends with it.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    figures, refused = run(given.companies, given.seconds)
    busy = os.getloadavg()[0]
    print(f"{table(figures, [])}\n\n{refused}\nload {busy:.1f}")
    return 0 if given.trial or all(figure.met for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
