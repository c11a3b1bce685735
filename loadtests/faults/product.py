"""A separate product, `abano up` with all child processes, whose network and mail server can be cut."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import astuple
from pathlib import Path

import httpx
import psutil

from loadtests.faults.clock import MovableClock
from loadtests.faults.mail import MailServer
from loadtests.faults.network import DatabaseNetwork
from loadtests.local_product import (
    PASSWORD,
    STOP_SECONDS,
    LocalProduct,
    clean_environment,
    free_ports,
    start_abano,
)

# A separate process, as in the cluster: name and command line.
PROCESSES = {"platform": "serve", "worker": "worker", "analytics": "abano_analytics.main"}


class Product:
    """All running processes, with the handles to break them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        mail_port, self.second_worker_port = free_ports(2)
        self._up = LocalProduct(folder / "data")
        self.postgres = self._up.postgres
        self.network = DatabaseNetwork(self.postgres.socket_dir / ".s.PGSQL.5432")
        self.mail = MailServer(mail_port)
        self._mail_port = mail_port
        self.clock = MovableClock(folder)

    @property
    def database_url(self) -> str:
        """Bypasses the network that can be cut: for checks from outside."""
        return self._up.database_url

    @property
    def environment(self) -> dict[str, str]:
        return clean_environment(self._up.environment)

    @property
    def _settings(self) -> dict[str, str]:
        settings = {
            # Its own database, over a network that can be cut.
            "ABANO_DATABASE_APP_URL": f"postgresql://abano_app@127.0.0.1:{self.network.port}/abano",
            "ABANO_DATABASE_REPORTING_URL": f"postgresql://abano_reporting@127.0.0.1:{self.network.port}/abano",
            "ABANO_TRUSTED_PROXIES": "1",
            "ABANO_SMTP_URL": f"smtp://127.0.0.1:{self._mail_port}",
            "ABANO_LOG_FORMAT": "json",
        }
        return settings | self.clock.environment

    async def start(self) -> None:
        await self.network.open()
        self._up.settings = self._settings
        self.mail.start()
        await self.start_up()

    async def start_up(self) -> None:
        """`abano up`, as restarted after a crash of everything."""
        await asyncio.to_thread(self._up.start)

    async def stop(self) -> None:
        await asyncio.to_thread(self._up.stop)
        self.mail.stop()
        await self.network.close()

    def process(self, name: str) -> psutil.Process:
        """The newest process of that name. Raises SystemExit when there is none."""
        assert self._up.process is not None
        for child in psutil.Process(self._up.process.pid).children(recursive=True):
            with contextlib.suppress(psutil.Error):
                if PROCESSES[name] in child.cmdline():
                    return child
        raise SystemExit(f"No {name} is running.")

    def postmaster(self) -> psutil.Process:
        """The main process of the supervisor's Postgres. Raises psutil.NoSuchProcess without one."""
        status = self.folder / "data" / "postgres" / "data" / "postmaster.pid"
        return psutil.Process(int(status.read_text().splitlines()[0]))

    async def are_all_ready(self) -> None:
        """Wait until platform, worker and analytics each report ready."""
        async with httpx.AsyncClient(trust_env=False, timeout=10) as client:
            for port in astuple(self._up.ports):
                await _until_ready(client, f"http://127.0.0.1:{port}/readyz")

    def kill_all(self) -> None:
        """`kill -9` of the supervisor; its children end with it."""
        assert self._up.process is not None
        self._up.process.kill()
        self._up.process.wait()

    @contextlib.contextmanager
    def second_worker(self) -> Iterator[None]:
        """Another copy of the worker, with the settings and secrets of the first."""
        environment = dict(self.process("worker").environ()) | {
            "ABANO_WORKER_PORT": str(self.second_worker_port)
        }
        with (self.folder / "second-worker.log").open("wb") as log:
            process = start_abano("worker", environment, log)
        try:
            yield
        finally:
            process.terminate()
            process.wait(STOP_SECONDS)

    @contextlib.asynccontextmanager
    async def client(self) -> AsyncIterator[httpx.AsyncClient]:
        """A client of the first company's site."""
        async with httpx.AsyncClient(
            base_url=self._up.origin,
            headers={"Host": f"localhost:{self._up.ports.platform}"},
            trust_env=False,
            timeout=20,
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
