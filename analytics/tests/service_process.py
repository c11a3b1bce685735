"""The real service as a separate process, for HTTP tests and kill tests."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
from loadtests.local_product import free_ports
from periods import resolved

SECRET = "test-secret"
SERVICE = ("-m", "abano_analytics.main")
# Several processes starting on a busy machine are slow.
START_SECONDS = 240.0


class ServiceProcess:
    """One service on a free port, over one warehouse file."""

    def __init__(
        self,
        database_url: str,
        warehouse: Path,
        *,
        log: Path | None = None,
        program: tuple[str, ...] = SERVICE,
        **environ: str,
    ) -> None:
        (self.port,) = free_ports(1)
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", trust_env=False, timeout=120)
        self._environ = {
            **{name: value for name, value in os.environ.items() if not name.startswith("ABANO_")},
            "ABANO_DATABASE_URL": database_url,
            "ABANO_ANALYTICS_PORT": str(self.port),
            "ABANO_WAREHOUSE": str(warehouse),
            "ABANO_INTERNAL_SECRET": SECRET,
            "ABANO_INGEST_SECONDS": "0.05",
            # Settings that only the platform reads are not an error here.
            "ABANO_ADMIN_EMAIL": "owner@abano.localhost",
            **environ,
        }
        self.warehouse = warehouse
        self._program = program
        self._log = log or warehouse.with_suffix(".log")
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def log(self) -> str:
        return self._log.read_text()

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, *self._program], env=self._environ, stdout=log, stderr=log
            )

    def wait_until_ready(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            try:
                if self.http.get("/readyz").status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError(self.log)

    def kill(self) -> None:
        """Kill it, like a power failure."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(240)

    def end(self) -> None:
        """Stop it gracefully. The exit code is the signal it was stopped with."""
        assert self._process is not None
        self._process.terminate()
        assert self._process.wait(240) in {0, -signal.SIGTERM}
        assert "Application shutdown complete" in self.log

    def failure(self) -> str:
        """Wait until it has refused to start; return its output."""
        assert self._process is not None
        assert self._process.wait(240) == 1
        return self.log

    def close(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self.kill()
        self.http.close()

    def ask(self, tenant: UUID, figure: str = "overview", **parameters: Any) -> httpx.Response:
        """The public parameters of a period and filters, in the time zone of Tbilisi."""
        tag = parameters.pop("tag", None)
        return self.query(tenant, resolved(parameters or {"year": 2026}), figure=figure, tag=tag)

    def query(
        self, tenant: UUID, parameters: dict[str, Any], *, figure: str = "overview", tag: str | None = None
    ) -> httpx.Response:
        """One figure with exactly these query parameters: its body and tag."""
        headers = {"Authorization": f"Bearer {SECRET}"} | ({"If-None-Match": tag} if tag else {})
        asked = {"figures": figure, "wait": 8, **parameters}
        answer = self.http.get(f"/internal/tenants/{tenant}/figures", params=asked, headers=headers)
        if answer.status_code != 200:
            return answer
        state = answer.json()["figures"][figure]
        return httpx.Response(200, headers={"ETag": state["tag"]}, json=state["body"])
