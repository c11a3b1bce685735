"""`abano up`: what goes wrong is told in one sentence; what is killed comes back; nothing is left behind."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
from running_stack import WAIT_SECONDS, free_ports

Run = Callable[..., "subprocess.Popen[str]"]


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


def until_ready(process: "subprocess.Popen[str]") -> str:
    """What was printed until the product was ready."""
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
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


def test_killed_processes_come_back_and_nothing_is_left_behind(run: Run, settings: dict[str, str]) -> None:
    first = run(settings)
    printed = until_ready(first)
    assert f"http://localhost:{settings['ABANO_PORT']}" in printed
    password = re.search(r"Password +(\S+)", printed)
    assert password is not None

    platform = next(child for child in psutil.Process(first.pid).children() if "serve" in child.cmdline())
    platform.kill()
    wait_for(lambda: not psutil.pid_exists(platform.pid) or platform.status() == psutil.STATUS_ZOMBIE)
    wait_for(lambda: answers(settings["ABANO_PORT"]))

    first.kill()
    first.wait(WAIT_SECONDS)
    wait_for(lambda: processes_of(settings["ABANO_DATA_DIR"]) == [])

    began = time.monotonic()
    second = run(settings)
    assert f"Password         {password.group(1)}\n" in until_ready(second)  # the same as at the first start
    print(f"second start: {time.monotonic() - began:.1f} s")

    third = run(settings | {"ABANO_PORT": str(free_ports(1)[0])})
    assert "Abano runs already" in third.communicate(timeout=WAIT_SECONDS)[0]

    second.send_signal(signal.SIGINT)
    assert second.wait(WAIT_SECONDS) == 0
    assert processes_of(settings["ABANO_DATA_DIR"]) == []


def test_a_second_copy_beside_the_first_needs_a_port_and_a_folder(
    run: Run, settings: dict[str, str], tmp_path: Path
) -> None:
    port, other_port = free_ports(2)
    first = {"ABANO_PORT": str(port), "ABANO_DATA_DIR": settings["ABANO_DATA_DIR"]}
    second = {"ABANO_PORT": str(other_port), "ABANO_DATA_DIR": str(tmp_path / "second")}
    started = [run(first), run(second)]
    for process in started:
        until_ready(process)
    for copy in (first, second):
        assert answers(copy["ABANO_PORT"])
    for process in started:
        process.send_signal(signal.SIGINT)
        assert process.wait(WAIT_SECONDS) == 0


def refused(run: Run, settings: dict[str, str]) -> str:
    process = run(settings)
    output = process.communicate(timeout=WAIT_SECONDS)[0]
    assert process.returncode == 1
    assert "Traceback" not in output
    return output


def test_a_taken_port_is_named_with_its_setting(run: Run, settings: dict[str, str]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", int(settings["ABANO_PORT"])))
        other.listen()
        output = refused(run, settings)
    assert f"Port {settings['ABANO_PORT']} is taken" in output
    assert "ABANO_PORT" in output


def test_a_bad_setting_is_named(run: Run, settings: dict[str, str]) -> None:
    assert "ABANO_ENV cannot be used" in refused(run, settings | {"ABANO_ENV": "staging"})
    assert "ABANO_COLOUR is not a setting" in refused(run, settings | {"ABANO_COLOUR": "red"})


def test_an_unreachable_database_is_told_without_its_password(run: Run, settings: dict[str, str]) -> None:
    url = f"postgresql://abano:secret@127.0.0.1:{free_ports(1)[0]}/abano"
    output = refused(run, settings | {"ABANO_DATABASE_URL": url})
    assert "cannot be reached" in output
    assert "ABANO_DATABASE_URL" in output
    assert "secret" not in output
