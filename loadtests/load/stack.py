"""A product of the run's own: `abano up` on free ports, and companies with staff that only this crowd knows."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import httpx
import psycopg

from abano.config import Settings
from abano.identity.provisioning import add_admin
from abano.local.embedded_postgres import EmbeddedPostgres
from abano.seeds.demo import create_from_template
from loadtests.load.plan import Company

ROOT = Path(__file__).parents[2]
START_SECONDS = 240


@dataclass(frozen=True, slots=True)
class Stack:
    """A running product: its site, its database as the schema's owner, and the figures of its processes by name."""

    origin: str
    database_url: str
    metrics: dict[str, str]


@contextmanager
def own_stack(data_dir: Path) -> Iterator[Stack]:
    """Started for the run, ended after it. It trusts one proxy: each visitor names an address of their own."""
    port, analytics, worker = _free_ports(3)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("ABANO_")} | {
        "ABANO_PORT": str(port),
        "ABANO_ANALYTICS_PORT": str(analytics),
        "ABANO_WORKER_PORT": str(worker),
        "ABANO_DATA_DIR": str(data_dir),
        "ABANO_ADMIN_PASSWORD": "a password for a crowd",
        "ABANO_FRONTEND_DIR": str(ROOT / "frontend" / "dist"),
        "ABANO_TRUSTED_PROXIES": "1",
        "ABANO_LOG_FORMAT": "json",
    }
    log = data_dir / "up.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "abano.cli", "up"], env=environment, stdout=output, stderr=output
        )
    try:
        deadline = time.monotonic() + START_SECONDS
        while "Abano is ready." not in log.read_text():
            if time.monotonic() > deadline or process.poll() is not None:
                raise SystemExit(f"The product did not start:\n{log.read_text()[-2000:]}")
            time.sleep(0.2)
        ports = {"platform": port, "analytics": analytics, "worker": worker}
        yield Stack(
            origin=f"http://127.0.0.1:{port}",
            database_url=EmbeddedPostgres(data_dir / "postgres").url("abano"),
            metrics={name: f"http://127.0.0.1:{each}/metrics" for name, each in ports.items()},
        )
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(240)


def add_companies(stack: Stack, companies: Sequence[Company]) -> tuple[Company, ...]:
    """Make them, each with an owner, an analyst and an affiliate; the companies with their affiliates' codes."""
    settings = Settings.model_validate({"database_url": stack.database_url})
    asyncio.run(_add_companies(settings, companies))
    with psycopg.connect(stack.database_url) as conn:
        # Without an address their messages would wait for one.
        conn.execute(
            "update tenant_settings set contacts = contacts"
            " || jsonb_build_object('notificationEmail', slug || '@load.test'),"
            # No rental of a run is ever completed: its trips are weeks ahead.
            " commission_payable_on = 'confirmation'"
            " from tenants where id = tenant_id and slug = any(%s)",
            ([company.slug for company in companies],),
        )
    return tuple(replace(company, promo=_register_affiliate(stack, company)) for company in companies)


async def _add_companies(settings: Settings, companies: Sequence[Company]) -> None:
    for company in companies:
        await create_from_template(
            settings,
            slug=company.slug,
            name=company.name,
            domain=f"{company.slug}.localhost",
            template=company.template,
        )
        for role in ("owner", "analyst"):
            await add_admin(
                settings,
                tenant_slug=company.slug,
                email=company.email(role),
                role=role,
                name=role.title(),
                password=company.password,
            )


def _register_affiliate(stack: Stack, company: Company) -> str:
    person = {
        "name": "A Friend",
        "email": company.email("affiliate"),
        "paypalEmail": company.email("affiliate"),
        "password": company.password,
    }
    answer = httpx.post(
        f"{stack.origin}/api/referrers/register",
        json=person,
        headers={"Host": f"{company.slug}.localhost"},
        trust_env=False,
        timeout=30,
    )
    answer.raise_for_status()
    return str(answer.json()["referrer"]["promoCode"])


def _free_ports(count: int) -> list[int]:
    probes = [socket.socket() for _ in range(count)]
    try:
        for probe in probes:
            probe.bind(("127.0.0.1", 0))
        return [int(probe.getsockname()[1]) for probe in probes]
    finally:
        for probe in probes:
            probe.close()
