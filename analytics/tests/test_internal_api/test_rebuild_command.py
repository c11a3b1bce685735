"""`abano warehouse rebuild` against the running service."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import Source
from service_process import SECRET, ServiceProcess


def command(port: int, secret: str = SECRET) -> "subprocess.CompletedProcess[str]":
    environ = {name: value for name, value in os.environ.items() if not name.startswith("ABANO_")}
    return subprocess.run(
        [sys.executable, "-m", "abano.cli", "warehouse", "rebuild"],
        env={**environ, "ABANO_ANALYTICS_PORT": str(port), "ABANO_INTERNAL_SECRET": secret},
        check=False,
        capture_output=True,
        text=True,
        timeout=600,
    )


@pytest.mark.slow
def test_rebuilds_with_progress_and_says_what_is_wrong(source: Source, tmp_path: Path) -> None:
    tenant = source.tenant()
    for number in range(20):
        source.session(tenant, f"s{number}")
    service = ServiceProcess(source.url, tmp_path / "warehouse.duckdb")
    try:
        service.start()
        service.wait_until_ready()
        headers = {"Authorization": f"Bearer {SECRET}"}
        before = service.http.get("/internal/warehouse", headers=headers).json()
        assert (before["complete"], before["rows"]) == (True, 20)
        done = command(service.port)
        assert done.returncode == 0, done.stderr
        assert "20 rows of about" in done.stdout
        assert "The warehouse is complete: 20 rows." in done.stdout
        after = service.http.get("/internal/warehouse", headers=headers).json()
        assert after["storeId"] != before["storeId"]
        assert service.ask(tenant).json()["analytics"]["totalSessions"] == 20
        assert service.http.post("/internal/warehouse/rebuild").status_code == 401
        wrong = command(service.port, "another")
        assert wrong.returncode == 1
        assert "another ABANO_INTERNAL_SECRET" in wrong.stderr
    finally:
        service.close()
    away = command(service.port)
    assert away.returncode == 1
    assert "cannot be reached" in away.stderr
    assert "Traceback" not in away.stderr + wrong.stderr
