"""A product of the test's own, `abano up`, and questions to it from outside."""

import fcntl
import os
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
from loadtests.local_product import Ports, start_abano
from running_stack import WAIT_SECONDS

Process = subprocess.Popen[bytes]
Run = Callable[..., Process]


@pytest.fixture
def up_settings(tmp_path: Path) -> dict[str, str]:
    """Free ports and a data folder of the test's own."""
    return {**Ports.free().settings, "ABANO_DATA_DIR": str(tmp_path / "data")}


@pytest.fixture(scope="session")
def prepared_data(run_folder: Path) -> Path:
    """A data folder as `abano up --prepare-only` leaves it, to be copied: one of all workers of the run."""
    folder = run_folder / "prepared-up"
    with (run_folder / "prepare-up.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (run_folder / "prepared-up-done").exists():
            folder.mkdir()
            settings = {**Ports.free().settings, "ABANO_DATA_DIR": str(folder / "data")}
            process = start_abano("up --prepare-only", settings, subprocess.PIPE, cwd=folder)
            assert "Schema and demo companies" in output_of(process)
            assert process.returncode == 0
            assert processes_of(str(folder / "data")) == []
            (run_folder / "prepared-up-done").touch()
    return folder / "data"


def copy_data(prepared: Path, to: str) -> None:
    """With the owners of its files, of whom Postgres is one."""
    subprocess.run(["/bin/cp", "-a", prepared, to], check=True)


@pytest.fixture
def prepared_settings(up_settings: dict[str, str], prepared_data: Path) -> dict[str, str]:
    """Free ports and a copy of the prepared folder."""
    copy_data(prepared_data, up_settings["ABANO_DATA_DIR"])
    return up_settings


@pytest.fixture
def run_up(tmp_path: Path) -> Iterator[Run]:
    """Starts `abano up` with given settings; what still runs after the test is killed."""
    started: list[Process] = []

    def start(settings: dict[str, str], options: str = "") -> Process:
        started.append(start_abano(f"up {options}", settings, subprocess.PIPE, cwd=tmp_path))
        return started[-1]

    yield start
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate(timeout=WAIT_SECONDS)


def output_of(process: Process) -> str:
    """What it printed until its end."""
    return process.communicate(timeout=WAIT_SECONDS)[0].decode()


def until_ready(process: Process) -> str:
    """What was printed until the product was ready."""
    assert process.stdout is not None
    lines = []
    for line in map(bytes.decode, process.stdout):
        lines.append(line)
        if "Stop with Ctrl-C" in line:
            return "".join(lines)
    raise AssertionError("".join(lines))


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + WAIT_SECONDS
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def answers(port: str) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def processes_of(data_dir: str) -> list[psutil.Process]:
    """Everything that works on this data folder: the stack's processes and Postgres."""
    found = []
    for process in psutil.process_iter():
        try:
            words = [*process.cmdline(), process.environ().get("ABANO_DATA_DIR", "")]
        except (psutil.AccessDenied, psutil.NoSuchProcess, psutil.ZombieProcess):
            continue
        if any(data_dir in word for word in words) and process.pid != os.getpid():
            found.append(process)
    return found


def refused(run: Run, settings: dict[str, str]) -> str:
    process = run(settings)
    output = output_of(process)
    assert process.returncode == 1
    assert "Traceback" not in output
    return output
