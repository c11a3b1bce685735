"""`abano up`: errors are reported in one sentence; killed processes restart; nothing is left behind."""

import re
import signal
import socket
import time
from pathlib import Path

import psutil
import pytest
from loadtests.local_product import free_ports
from running_stack import WAIT_SECONDS
from up_process import Run, answers, copy_data, output_of, processes_of, refused, until_ready, wait_for

from abano.ops.local.processes import is_alive


@pytest.mark.slow
def test_killed_processes_come_back_and_nothing_is_left_behind(
    run_up: Run, prepared_settings: dict[str, str]
) -> None:
    first = run_up(prepared_settings)
    printed = until_ready(first)
    assert f"http://localhost:{prepared_settings['ABANO_PORT']}" in printed
    password = re.search(r"Password +(\S+)", printed)
    assert password is not None

    for words, port in (
        ("serve", "PORT"),
        ("worker", "WORKER_PORT"),
        ("abano_analytics.main", "ANALYTICS_PORT"),
    ):
        child = next(each for each in psutil.Process(first.pid).children() if words in each.cmdline())
        child.kill()
        wait_for(lambda child=child: not is_alive(child.pid))  # type: ignore[misc]
        wait_for(lambda port=port: answers(prepared_settings[f"ABANO_{port}"]))  # type: ignore[misc]

    first.kill()
    first.wait(WAIT_SECONDS)
    wait_for(lambda: processes_of(prepared_settings["ABANO_DATA_DIR"]) == [])

    began = time.monotonic()
    second = run_up(prepared_settings)
    assert f"Password         {password.group(1)}\n" in until_ready(second)  # the same as at the first start
    print(f"second start: {time.monotonic() - began:.1f} s")

    third = run_up(prepared_settings | {"ABANO_PORT": str(free_ports(1)[0])})
    assert "Abano runs already" in output_of(third)

    second.send_signal(signal.SIGINT)
    assert second.wait(WAIT_SECONDS) == 0
    assert processes_of(prepared_settings["ABANO_DATA_DIR"]) == []


@pytest.mark.slow
def test_prepare_only_leaves_nothing_for_the_starts_of_two_copies_and_nothing_running(
    run_up: Run, prepared_settings: dict[str, str], prepared_data: Path, tmp_path: Path
) -> None:
    again = run_up(prepared_settings, "--prepare-only")
    assert (output_of(again), again.returncode) == ("", 0)

    # A second product beside the first needs a port and a folder of its own, nothing else.
    other = tmp_path / "second"
    copy_data(prepared_data, str(other))
    ports = [str(port) for port in free_ports(2)]
    started = [
        run_up({"ABANO_PORT": port, "ABANO_DATA_DIR": folder})
        for port, folder in zip(ports, (prepared_settings["ABANO_DATA_DIR"], str(other)), strict=True)
    ]
    for process in started:
        assert "Schema and demo companies" not in until_ready(process)
    assert [answers(port) for port in ports] == [True, True]
    for process in started:
        process.send_signal(signal.SIGINT)
        assert process.wait(WAIT_SECONDS) == 0


def test_a_taken_port_is_named_with_its_setting(run_up: Run, up_settings: dict[str, str]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", int(up_settings["ABANO_PORT"])))
        other.listen()
        output = refused(run_up, up_settings)
    assert f"Port {up_settings['ABANO_PORT']} is taken" in output
    assert "ABANO_PORT" in output


def test_a_bad_setting_is_named(run_up: Run, up_settings: dict[str, str]) -> None:
    assert "ABANO_ENV cannot be used" in refused(run_up, up_settings | {"ABANO_ENV": "staging"})
    assert "ABANO_COLOUR is not a setting" in refused(run_up, up_settings | {"ABANO_COLOUR": "red"})


def test_an_unreachable_database_is_reported_without_its_password(
    run_up: Run, up_settings: dict[str, str]
) -> None:
    url = f"postgresql://abano:secret@127.0.0.1:{free_ports(1)[0]}/abano"
    output = refused(run_up, up_settings | {"ABANO_DATABASE_URL": url})
    assert "cannot be reached" in output
    assert "ABANO_DATABASE_URL" in output
    assert "secret" not in output
