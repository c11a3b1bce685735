"""A product of the test's own, on free ports and with a data folder of its own."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from running_stack import free_ports
from up_process import WAIT_SECONDS, Run


@pytest.fixture
def settings(tmp_path: Path) -> dict[str, str]:
    port, analytics_port, worker_port = free_ports(3)
    return {
        "ABANO_PORT": str(port),
        "ABANO_ANALYTICS_PORT": str(analytics_port),
        "ABANO_WORKER_PORT": str(worker_port),
        "ABANO_DATA_DIR": str(tmp_path / "data"),
    }


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Run]:
    started: list[subprocess.Popen[str]] = []

    def start(settings: dict[str, str]) -> "subprocess.Popen[str]":
        clean = {name: value for name, value in os.environ.items() if not name.startswith("ABANO_")}
        started.append(
            subprocess.Popen(
                [sys.executable, "-m", "abano.cli", "up"],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                env={**clean, **settings},
                cwd=tmp_path,
            )
        )
        return started[-1]

    yield start
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate(timeout=WAIT_SECONDS)
