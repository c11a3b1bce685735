"""`abano up` as a separate process, which load, fault, bench and browser tests run against."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import SystemRandom
from typing import IO

from abano.ops.local.embedded_postgres import EmbeddedPostgres

ROOT = Path(__file__).parents[1]
FRONTEND = ROOT / "frontend" / "dist"
# For machines that are busy with other work: a calm one needs some seconds.
START_SECONDS = STOP_SECONDS = 240
# Below those of outgoing connections, one of which could take a port before its server does.
PORTS = range(10_000, 32_000)
EMAIL = "owner@abano.localhost"
PASSWORD = "a password for tests of the whole"  # noqa: S105 - of a product that lives as long as the run


def free_ports(count: int) -> list[int]:
    """Ports that no one listens on now."""
    found: set[int] = set()
    while len(found) < count:
        port = SystemRandom().choice(PORTS)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            found.add(port)
    return list(found)


def clean_environment(settings: Mapping[str, str]) -> dict[str, str]:
    """The caller's environment with no settings of the product but these."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("ABANO_")}
    return inherited | dict(settings)


def start_abano(
    command: str, settings: Mapping[str, str], output: IO[bytes] | int, *, cwd: Path | None = None
) -> "subprocess.Popen[bytes]":
    """Run ``abano COMMAND``, a command with its options; what it prints goes to ``output``."""
    words = command.split()
    if words[0] == "up":
        # Load and browser tests make the vehicles and bookings that they are about.
        settings = {"ABANO_DEMO_FLEET": "false", **settings}
    return subprocess.Popen(  # noqa: S603 - our own command
        [sys.executable, "-m", "abano.cli", *words],
        env=clean_environment(settings),
        stdout=output,
        stderr=subprocess.STDOUT,
        cwd=cwd,
    )


@dataclass(frozen=True, slots=True)
class Ports:
    """Where the three services of one product listen."""

    platform: int
    analytics: int
    worker: int

    @classmethod
    def free(cls) -> "Ports":
        return cls(*free_ports(3))

    @property
    def settings(self) -> dict[str, str]:
        return {
            "ABANO_PORT": str(self.platform),
            "ABANO_ANALYTICS_PORT": str(self.analytics),
            "ABANO_WORKER_PORT": str(self.worker),
        }


@dataclass(slots=True)
class LocalProduct:
    """A product on free ports with its own data folder; ``settings`` are added to those that it needs."""

    data_dir: Path
    settings: Mapping[str, str] = field(default_factory=dict)
    ports: Ports = field(default_factory=Ports.free)
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.ports.platform}"

    @property
    def environment(self) -> dict[str, str]:
        given = {
            "ABANO_DATA_DIR": str(self.data_dir),
            "ABANO_ADMIN_PASSWORD": PASSWORD,
            "ABANO_FRONTEND_DIR": str(FRONTEND),
        }
        return self.ports.settings | given | dict(self.settings)

    @property
    def postgres(self) -> EmbeddedPostgres:
        """The supervisor's server: never started or stopped from here."""
        return EmbeddedPostgres(self.data_dir / "postgres")

    @property
    def database_url(self) -> str:
        """As the owner of the schema."""
        return self.postgres.url("abano")

    @property
    def log(self) -> Path:
        return self.data_dir / "up.log"

    def start(self) -> None:
        """Start it and wait until it is ready. Raises SystemExit with what it printed when it is not."""
        if not (FRONTEND / "index.html").exists():
            raise SystemExit(
                "The frontend is not built: `make test` builds it, or run `npm run build` in frontend/."
            )
        self.data_dir.mkdir(parents=True, exist_ok=True)
        with self.log.open("wb") as output:
            self.process = start_abano("up", self.environment, output)
        deadline = time.monotonic() + START_SECONDS
        while "Abano is ready." not in self.log.read_text():
            if time.monotonic() > deadline or self.process.poll() is not None:
                raise SystemExit(f"The product did not start:\n{self.log.read_text()[-2000:]}")
            time.sleep(0.1)

    def stop(self) -> None:
        """End it as Ctrl-C does, with everything that it started."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(STOP_SECONDS)


@contextmanager
def local_product(data_dir: Path, **settings: str) -> Iterator[LocalProduct]:
    """Started for the block and stopped after it; ``settings`` such as ``ABANO_TRUSTED_PROXIES="1"``."""
    product = LocalProduct(data_dir, settings)
    try:
        product.start()
        yield product
    finally:
        product.stop()
