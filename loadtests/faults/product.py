"""A product of the run's own, `abano up` with all that it starts, whose network and mail server can be taken away."""

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import psutil

from abano.local.embedded_postgres import EmbeddedPostgres
from loadtests.faults.clock import MovableClock
from loadtests.faults.mail import MailServer
from loadtests.faults.network import DatabaseNetwork

ROOT = Path(__file__).parents[2]
START_SECONDS = 240
EMAIL, PASSWORD = "owner@abano.localhost", "a password for faults"
# A program of its own, as the cluster would see it: name and what stands in its command line.
PROCESSES = {"platform": "serve", "worker": "worker", "analytics": "abano_analytics.main"}


class Product:
    """Everything that runs, with the handles to break it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port, self.analytics_port, self.worker_port, mail_port, self.second_worker_port = _free_ports(5)
        self.origin = f"http://127.0.0.1:{self.port}"
        # The supervisor's server: never started or stopped from here.
        self.postgres = EmbeddedPostgres(folder / "data" / "postgres")
        self.network = DatabaseNetwork(self.postgres.socket_dir / ".s.PGSQL.5432")
        self.mail = MailServer(mail_port)
        self._mail_port = mail_port
        self._up: subprocess.Popen[bytes] | None = None
        self.clock = MovableClock(folder)

    @property
    def database_url(self) -> str:
        """Past the network that can be cut: for whoever looks from outside."""
        return self.postgres.url("abano")

    @property
    def environment(self) -> dict[str, str]:
        clean = {name: value for name, value in os.environ.items() if not name.startswith("ABANO_")}
        given = {
            "ABANO_PORT": str(self.port),
            "ABANO_ANALYTICS_PORT": str(self.analytics_port),
            "ABANO_WORKER_PORT": str(self.worker_port),
            "ABANO_DATA_DIR": str(self.folder / "data"),
            # Its own database, but by a network that can be cut.
            "ABANO_DATABASE_APP_URL": f"postgresql://abano_app@127.0.0.1:{self.network.port}/abano",
            "ABANO_DATABASE_REPORTING_URL": f"postgresql://abano_reporting@127.0.0.1:{self.network.port}/abano",
            "ABANO_ADMIN_PASSWORD": PASSWORD,
            "ABANO_FRONTEND_DIR": str(ROOT / "frontend" / "dist"),
            "ABANO_TRUSTED_PROXIES": "1",
            "ABANO_SMTP_URL": f"smtp://127.0.0.1:{self._mail_port}",
            "ABANO_LOG_FORMAT": "json",
        }
        return clean | given | self.clock.environment

    async def start(self) -> None:
        await self.network.open()
        self.mail.start()
        await self.start_up()

    async def start_up(self) -> None:
        """`abano up`, as somebody starts it again after a crash of the whole."""
        log = self.folder / "up.log"
        with log.open("wb") as output:
            self._up = subprocess.Popen(  # noqa: ASYNC220 - returns at once
                [sys.executable, "-m", "abano.cli", "up"],
                env=self.environment,
                stdout=output,
                stderr=output,
            )
        deadline = time.monotonic() + START_SECONDS
        while "Abano is ready." not in log.read_text():
            if time.monotonic() > deadline or self._up.poll() is not None:
                raise SystemExit(f"The product did not start:\n{log.read_text()[-2000:]}")
            await asyncio.sleep(0.2)

    async def stop(self) -> None:
        if self._up is not None and self._up.poll() is None:
            self._up.send_signal(signal.SIGINT)
            await asyncio.to_thread(self._up.wait, 60)
        self.mail.stop()
        await self.network.close()

    def process(self, name: str) -> psutil.Process:
        """The newest process of that name. Raises SystemExit when there is none."""
        assert self._up is not None
        for child in psutil.Process(self._up.pid).children(recursive=True):
            with contextlib.suppress(psutil.Error):
                if PROCESSES[name] in child.cmdline():
                    return child
        raise SystemExit(f"No {name} is running.")

    def postmaster(self) -> psutil.Process:
        """The process that runs the supervisor's Postgres. Raises psutil.NoSuchProcess while there is none."""
        status = self.folder / "data" / "postgres" / "data" / "postmaster.pid"
        return psutil.Process(int(status.read_text().splitlines()[0]))

    async def are_all_ready(self) -> None:
        """Wait until platform, worker and analytics each say that they can serve."""
        async with httpx.AsyncClient(trust_env=False, timeout=10) as client:
            for port in (self.port, self.worker_port, self.analytics_port):
                await _until_ready(client, f"http://127.0.0.1:{port}/readyz")

    def kill_all(self) -> None:
        """`kill -9` of the supervisor; its children end with it."""
        assert self._up is not None
        self._up.kill()
        self._up.wait()

    @contextlib.contextmanager
    def second_worker(self) -> Iterator[None]:
        """Another copy of the worker, with the settings and secrets of the first."""
        environment = dict(self.process("worker").environ()) | {
            "ABANO_WORKER_PORT": str(self.second_worker_port)
        }
        with (self.folder / "second-worker.log").open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "abano.cli", "worker"], env=environment, stdout=log, stderr=log
            )
        try:
            yield
        finally:
            process.terminate()
            process.wait(240)

    @contextlib.asynccontextmanager
    async def client(self) -> AsyncIterator[httpx.AsyncClient]:
        """A caller of the first company's site."""
        async with httpx.AsyncClient(
            base_url=self.origin, headers={"Host": f"localhost:{self.port}"}, trust_env=False, timeout=20
        ) as client:
            yield client

    async def register_affiliate(self) -> str:
        """The promo code of a new affiliate."""
        body = {
            "name": "Fault Finder",
            "email": "affiliate@faults.example",
            "paypalEmail": "affiliate@faults.example",
            "password": PASSWORD,
        }
        async with self.client() as client:
            answer = (await client.post("/api/referrers/register", json=body)).raise_for_status()
        return str(json.loads(answer.text)["referrer"]["promoCode"])


async def _until_ready(client: httpx.AsyncClient, url: str) -> None:
    while True:
        with contextlib.suppress(httpx.TransportError):
            if (await client.get(url)).status_code == 200:
                return
        await asyncio.sleep(0.05)


def _free_ports(count: int) -> list[int]:
    probes = [socket.socket() for _ in range(count)]
    try:
        for probe in probes:
            probe.bind(("127.0.0.1", 0))
        return [int(probe.getsockname()[1]) for probe in probes]
    finally:
        for probe in probes:
            probe.close()
