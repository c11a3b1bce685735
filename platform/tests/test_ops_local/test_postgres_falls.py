"""The embedded Postgres crashes, and the product restarts it; the tests never do."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import httpx
import psutil
import psycopg
import pytest
from running_stack import WAIT_SECONDS
from up_process import Run, answers, output_of, processes_of, refused, until_ready, wait_for

from abano.ops.local.child import PostgresChild
from abano.ops.local.embedded_postgres import UNSAFE_AND_FAST, EmbeddedPostgres, PostgresDidNotStart
from abano.ops.local.processes import is_alive


def postmaster_of(data_dir: str) -> int:
    return int((Path(data_dir) / "postgres" / "data" / "postmaster.pid").read_text().splitlines()[0])


class Visitors:
    """Starts quiz sessions one after another, and records the acknowledged ids."""

    def __init__(self, port: str) -> None:
        self.stored: list[str] = []
        self._url = f"http://127.0.0.1:{port}/api/quiz"
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> "Visitors":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join(WAIT_SECONDS)

    def go_on(self) -> None:
        """Wait until more sessions are acknowledged."""
        before = len(self.stored)
        wait_for(lambda: len(self.stored) > before + 3)

    def _run(self) -> None:
        with httpx.Client(trust_env=False, timeout=20, headers={"Host": "localhost"}) as client:
            version = client.get(f"{self._url}/definition").json()["version"]
            number = 0
            while not self._done.is_set():
                number += 1
                session = f"quiz_{os.getpid()}_{number}"
                body = {"sessionId": session, "quizVersion": version, "consentState": "not_required"}
                try:
                    if client.post(f"{self._url}/session/start", json=body).is_success:
                        self.stored.append(session)
                except httpx.TransportError:
                    pass
                time.sleep(0.02)


@pytest.mark.slow
def test_a_killed_postgres_is_started_again_and_nothing_acknowledged_is_lost(
    run_up: Run, prepared_settings: dict[str, str]
) -> None:
    up = run_up(prepared_settings)
    until_ready(up)
    data_dir = prepared_settings["ABANO_DATA_DIR"]
    server = EmbeddedPostgres(Path(data_dir) / "postgres")
    others = {child.pid for child in psutil.Process(up.pid).children() if "postgres" not in child.name()}
    assert len(others) == 3
    with psycopg.connect(server.url("abano"), autocommit=True) as conn:
        conn.execute("update tenant_settings set public_writes_per_minute = 1000000")

    with psycopg.connect(server.url("abano")) as conn:
        signed_in = conn.execute(
            "select distinct usename from pg_stat_activity"
            " where backend_type = 'client backend' and pid <> pg_backend_pid()"
        )
        assert {row[0] for row in signed_in} == {"abano_app", "abano_reporting"}

    with Visitors(prepared_settings["ABANO_PORT"]) as visitors:
        visitors.go_on()
        # One backend no longer reacts, so it holds the shared memory after its server is gone.
        held = psycopg.connect(server.url("abano"))
        stubborn = held.info.backend_pid
        os.kill(stubborn, signal.SIGSTOP)
        first = postmaster_of(data_dir)
        os.kill(first, signal.SIGKILL)
        wait_for(lambda: not is_alive(first))
        visitors.go_on()
        assert not is_alive(stubborn)
        held.close()
        second = postmaster_of(data_dir)
        assert second != first

        # A killed backend, as by the OOM killer, makes the server recover.
        struck = psycopg.connect(server.url("abano"))
        victim = struck.info.backend_pid
        os.kill(victim, signal.SIGKILL)
        wait_for(lambda: not is_alive(victim))
        struck.close()
        visitors.go_on()
        assert postmaster_of(data_dir) == second
        reported = list(visitors.stored)

    wait_for(
        lambda: all(answers(prepared_settings[f"ABANO_{name}PORT"]) for name in ("", "WORKER_", "ANALYTICS_"))
    )
    assert {
        child.pid for child in psutil.Process(up.pid).children() if "postgres" not in child.name()
    } == others
    with psycopg.connect(server.url("abano")) as conn:
        stored = {row[0] for row in conn.execute("select session_id from quiz_sessions")}
    assert set(reported) - stored == set()

    up.send_signal(signal.SIGINT)
    output = output_of(up)
    assert up.returncode == 0
    assert "postgres ended (signal 9); starting it again." in output
    assert "postgres takes connections again" in output
    # Children end with their parents, a moment later.
    wait_for(lambda: not processes_of(data_dir))


def test_a_broken_database_is_reported_at_start_and_left_as_it_is(
    run_up: Run, up_settings: dict[str, str]
) -> None:
    server = EmbeddedPostgres(Path(up_settings["ABANO_DATA_DIR"]) / "postgres", options=UNSAFE_AND_FAST)
    server.start()
    server.stop()
    control = Path(up_settings["ABANO_DATA_DIR"]) / "postgres" / "data" / "global" / "pg_control"
    control.write_bytes(b"\0" * 8192)
    output = refused(run_up, up_settings)
    assert "The embedded Postgres did not start" in output
    assert "docs/operations/recovery.md" in output
    version = control.parents[1] / "PG_VERSION"
    version.unlink()
    assert "PG_VERSION is missing" in refused(run_up, up_settings)
    assert control.read_bytes() == b"\0" * 8192
    assert processes_of(up_settings["ABANO_DATA_DIR"]) == []


@pytest.fixture
def server(tmp_path: Path) -> Iterator[EmbeddedPostgres]:
    made = EmbeddedPostgres(tmp_path / "postgres", options=UNSAFE_AND_FAST)
    made.start()
    yield made
    made.kill()


def watch_until(child: PostgresChild, news: str) -> str:
    """Watch like the supervisor until it reports ``news``."""
    reported = ""

    def look() -> bool:
        nonlocal reported
        reported += child.watch() or ""
        return news in reported

    wait_for(look)
    return reported


def test_a_server_that_hangs_is_ended_and_started_again(server: EmbeddedPostgres) -> None:
    child = PostgresChild(server, hang_seconds=4)
    hung = server.pid
    assert hung is not None
    os.kill(hung, signal.SIGSTOP)
    reported = watch_until(child, "takes connections again")
    assert "has not answered for 4 s and was ended" in reported
    assert server.pid != hung
    with psycopg.connect(server.url()) as conn:
        assert conn.execute("select 1").fetchone() == (1,)


def test_a_server_that_answers_is_left_alone_however_busy_it_is(server: EmbeddedPostgres) -> None:
    clock = [0.0]
    child = PostgresChild(server, hang_seconds=30, now=lambda: clock[0])
    before = server.pid
    # All connections are in use: it reports that, which is a valid response.
    with_all_places = [psycopg.connect(server.url()) for _ in range(60)]
    for _ in range(20):
        clock[0] += 20.0
        assert child.watch() is None
    assert server.pid == before
    for conn in with_all_places:
        conn.close()


def test_a_server_whose_data_broke_is_given_up_after_some_starts_that_come_ever_later(
    server: EmbeddedPostgres, tmp_path: Path
) -> None:
    clock = [0.0]
    child = PostgresChild(server, max_failed_starts=4, now=lambda: clock[0])
    (tmp_path / "postgres" / "data" / "global" / "pg_control").write_bytes(b"\0" * 8192)
    server.kill()
    falls: list[float] = []
    with pytest.raises(PostgresDidNotStart, match=r"did not start: .*\(4 starts in a row\)"):
        deadline = time.monotonic() + WAIT_SECONDS
        while time.monotonic() < deadline:
            if "postgres ended" in (child.watch() or ""):
                falls.append(clock[0])
            if server.pid is None:
                clock[0] += 0.05
            time.sleep(0.005)
    waits = [later - earlier for earlier, later in pairwise(falls)]
    assert len(falls) == 4
    assert waits == sorted(waits)
    assert waits[-1] >= 0.8


def test_a_deleted_folder_is_never_recreated_under_a_running_product(
    server: EmbeddedPostgres, tmp_path: Path
) -> None:
    child = PostgresChild(server)
    (tmp_path / "postgres" / "data").rename(tmp_path / "moved")
    server.kill()
    with pytest.raises(PostgresDidNotStart, match="is gone"):
        wait_for(lambda: child.watch() == "never")
    assert not (tmp_path / "postgres" / "data").exists()


def test_another_program_with_the_number_of_a_dead_server_is_left_alone(
    server: EmbeddedPostgres, tmp_path: Path
) -> None:
    server.kill()
    innocent = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    try:
        status = tmp_path / "postgres" / "data" / "postmaster.pid"
        lines = status.read_text().splitlines()
        status.write_text("\n".join([str(innocent.pid), *lines[1:]]) + "\n")
        server.start()
        assert server.pid is not None
        assert innocent.poll() is None
    finally:
        innocent.kill()
        innocent.wait()


def test_an_order_to_end_reaches_a_server_that_hangs(
    server: EmbeddedPostgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    hung = server.pid
    assert hung is not None
    os.kill(hung, signal.SIGSTOP)
    waited: list[float] = []
    process = psutil.Process(hung)

    def impatient(patience: Callable[[float | None], int]) -> Callable[[float | None], int]:
        def wait(seconds: float | None = None) -> int:
            waited.append(seconds or 0)
            return patience(0.1 if seconds else None)

        return wait

    assert server._process is not None
    monkeypatch.setattr(server._process, "wait", impatient(server._process.wait))
    server.stop()
    assert not process.is_running()
    assert len(waited) == 3
