"""Starts the stack in order, watches it, and stops it in order."""

import fcntl
import hashlib
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from types import FrameType

import abano
from abano.core.config import PREFIX, BadSettings, Settings, public_url
from abano.ops.local.child import Child, PostgresChild
from abano.ops.local.embedded_postgres import (
    REPLICATING,
    EmbeddedPostgres,
    PostgresDidNotStart,
    create_database,
    create_login_roles,
)

PREPARING = frozenset({".py", ".sql", ".json"})


class CannotStart(Exception):
    """The stack cannot be started; the message says what to do."""


def stamp_of(settings: Settings) -> Path:
    """The file that records the digest with which this data folder's database was prepared."""
    return settings.data_dir / "prepared"


def is_prepared(settings: Settings, *, seed: bool) -> bool:
    """Whether the same migrations and seeds were applied to this data folder before."""
    stamp = stamp_of(settings)
    return not settings.database_url and stamp.exists() and stamp.read_text() == _digest(seed=seed)


def prepare(settings: Settings, environment: Mapping[str, str], log: Path, *, seed: bool) -> None:
    """Migrate, and seed when asked to, in its own process. Raises CannotStart."""
    _run_step(["prepare" if seed else "migrate"], environment, log, "The database could not be prepared")
    if not settings.database_url:
        stamp_of(settings).write_text(_digest(seed=seed))


def check_schema(environment: Mapping[str, str], log: Path) -> None:
    """For a drill, which does not migrate. Raises CannotStart unless the schema is that of this version."""
    _run_step(["migrate", "--check"], environment, log, "A drill changes nothing itself")


def _run_step(command: list[str], environment: Mapping[str, str], log: Path, what: str) -> None:
    with log.open("wb") as output:
        done = subprocess.run(  # noqa: S603 - our own command
            [sys.executable, "-m", "abano.cli", *command],
            check=False,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=dict(environment),
        )
    if done.returncode != 0:
        last = log.read_text(errors="replace").strip().splitlines()[-1:] or [""]
        raise CannotStart(f"{what}: {last[0].removeprefix('abano: ')} See {log}.")


def _digest(*, seed: bool) -> str:
    """A digest of the migrations and seeds."""
    package = Path(abano.__file__).parent
    folders = (package.parents[1] / "migrations", package / "ops" / "seeds")
    files = sorted(file for folder in folders for file in folder.rglob("*") if file.suffix in PREPARING)
    digest = hashlib.sha256(b"".join(file.name.encode() + file.read_bytes() for file in files)).hexdigest()
    return digest if seed else f"{digest} without seeds"


# Secrets of a developer's machine, generated at the first start and readable by their owner only.


@dataclass(frozen=True, slots=True)
class LocalSecrets:
    secret_key: str
    internal_secret: str
    admin_password: str


def load_or_make(file: Path) -> LocalSecrets:
    """The secrets of this data folder, generated at the first start."""
    if file.exists():
        return LocalSecrets(**json.loads(file.read_text(encoding="utf-8")))
    generated = LocalSecrets(secrets.token_urlsafe(32), secrets.token_urlsafe(32), secrets.token_urlsafe(9))
    unfinished = file.with_suffix(".part")
    unfinished.unlink(missing_ok=True)
    handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as output:
        json.dump(asdict(generated), output)
    unfinished.rename(file)
    return generated


# A process that fails to start exits and is detected immediately. The limit is for a busy machine.
READY_SECONDS = 240.0
STOP_SECONDS = 10.0
# Visitors share a small machine with jobs, and do not wait for them.
WORKER_NICENESS = 5
DATABASE = "abano"
APP_ROLE, REPORTING_ROLE, OPERATOR_ROLE = "abano_app", "abano_reporting", "abano_operator"


class _Stopped(Exception):
    """A signal asked the stack to stop."""


def up(settings: Settings, *, seed: bool = True, prepare_only: bool = False) -> int:
    """Start everything, print where it is, and run until stopped. Returns the exit code.

    Without ``seed`` the schema is made and nothing is added. A drill changes not even the schema. ``prepare_only``:
    end once the embedded database is prepared; one that was prepared before is not even started.
    """
    seed = seed and not settings.drill
    if prepare_only and (settings.database_url or settings.drill or is_prepared(settings, seed=seed)):
        return 0
    signal.signal(signal.SIGTERM, _stop)
    signal.signal(signal.SIGINT, _stop)
    try:
        settings = _with_inner_ports(settings)
        with _only_one(settings.data_dir), _postgres(settings) as server:
            return _run(settings, server, seed=seed, prepare_only=prepare_only)
    except _Stopped:
        return 0
    except (CannotStart, PostgresDidNotStart, BadSettings) as error:
        print(f"abano: {error}", file=sys.stderr)
        return 1


def _run(settings: Settings, server: EmbeddedPostgres | None, *, seed: bool, prepare_only: bool) -> int:
    local = load_or_make(settings.data_dir / "secrets.json")
    environment = _environment(settings, server, local)
    logs = settings.data_dir / "logs"
    logs.mkdir(exist_ok=True)
    if settings.drill:
        check_schema(environment, logs / "prepare.log")
    elif not is_prepared(settings, seed=seed):
        with _step("Schema and demo companies" if seed else "Schema"):
            prepare(settings, environment, logs / "prepare.log", seed=seed)
    if prepare_only:
        return 0
    children = _children(settings, _serving(settings, server, environment), logs)
    postgres = [PostgresChild(server)] if server else []
    try:
        with _step("Platform and analytics" if settings.drill else "Platform, worker and analytics"):
            for child in children:
                child.start()
            _wait_until_ready(children, postgres)
        _announce(settings, environment, seeded=seed)
        while True:
            _watch([*postgres, *children])
            time.sleep(0.2)
    except _Stopped:
        print("\nStopping.", flush=True)
        return 0
    finally:
        # A second Ctrl-C while stopping is ignored: each process has a time limit.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        for child in children:
            child.ask_to_stop()
        for child in children:
            child.wait_until_stopped(STOP_SECONDS)


@contextmanager
def _only_one(data_dir: Path) -> Iterator[None]:
    """Lock the data folder. The kernel releases the lock when the process ends."""
    try:
        data_dir.mkdir(parents=True, exist_ok=True)
        lock = (data_dir / "abano.lock").open("w")
    except OSError as error:
        raise CannotStart(f"{PREFIX}DATA_DIR {data_dir} cannot be used: {error.strerror}.") from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CannotStart(
                f"Abano runs already with the data in {data_dir}. Stop it, or set {PREFIX}DATA_DIR."
            ) from None
        yield


@contextmanager
def _postgres(settings: Settings) -> Iterator[EmbeddedPostgres | None]:
    """An embedded server for the duration of the block, or None when a database is configured and reachable."""
    _check_ports(settings)
    if settings.database_url:
        with _step(f"Database at {public_url(settings.database_url)}"):
            _check_database(settings.database_url)
        yield None
        return
    server = EmbeddedPostgres(
        settings.data_dir / "postgres", options=REPLICATING if settings.clusters else None
    )
    if not server.has_data:
        stamp_of(settings).unlink(missing_ok=True)
    try:
        with _step("Embedded Postgres"):
            server.start()
            create_database(server, DATABASE)
            create_login_roles(server, APP_ROLE, REPORTING_ROLE, OPERATOR_ROLE)
        yield server
    finally:
        server.stop()


def _with_inner_ports(settings: Settings) -> Settings:
    """Assign free ports to the internal services, unless they are set.

    So a second copy on the same machine needs only its own site port and data folder.
    """
    inner = {"analytics_port", "worker_port"} - settings.model_fields_set
    with ExitStack() as held:
        ports = {}
        for name in inner:
            probe = held.enter_context(socket.socket())
            probe.bind((settings.host, 0))
            ports[name] = int(probe.getsockname()[1])
    return settings.model_copy(update=ports)


def _check_ports(settings: Settings) -> None:
    for name, port in (
        ("PORT", settings.port),
        ("ANALYTICS_PORT", settings.analytics_port),
        ("WORKER_PORT", settings.worker_port),
    ):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((settings.host, port))
            except OSError:
                raise CannotStart(
                    f"Port {port} is taken. Stop what uses it, or set {PREFIX}{name} to a free one."
                ) from None


def _check_database(url: str) -> None:
    import psycopg  # noqa: PLC0415 - the supervisor stays small when Postgres is embedded

    try:
        psycopg.connect(url, connect_timeout=5).close()
    except psycopg.OperationalError:
        raise CannotStart(
            f"The database at {public_url(url)} cannot be reached. Start it, or correct {PREFIX}DATABASE_URL."
        ) from None


def _environment(settings: Settings, server: EmbeddedPostgres | None, local: LocalSecrets) -> dict[str, str]:
    """The supervisor's environment with missing settings filled in, as the owner of the database."""
    environment = dict(os.environ)
    defaults = Settings()
    if settings.secret_key == defaults.secret_key:
        environment[f"{PREFIX}SECRET_KEY"] = local.secret_key
    if settings.internal_secret == defaults.internal_secret:
        environment[f"{PREFIX}INTERNAL_SECRET"] = local.internal_secret
    if not settings.admin_password.get_secret_value():
        environment[f"{PREFIX}ADMIN_PASSWORD"] = local.admin_password
    environment[f"{PREFIX}DRILL"] = str(settings.drill).lower()
    environment[f"{PREFIX}ADMIN_EMAIL"] = settings.owner_email
    environment[f"{PREFIX}DATABASE_URL"] = server.url(DATABASE) if server else settings.database_url
    environment[f"{PREFIX}ANALYTICS_PORT"] = str(settings.analytics_port)
    environment[f"{PREFIX}WORKER_PORT"] = str(settings.worker_port)
    environment[f"{PREFIX}DATA_DIR"] = str(settings.data_dir.absolute())
    environment["PYTHONUNBUFFERED"] = "1"
    # Small heaps: fewer allocator arenas, so that memory returns to the system.
    environment.setdefault("MALLOC_ARENA_MAX", "2")
    return environment


def _serving(
    settings: Settings, server: EmbeddedPostgres | None, environment: dict[str, str]
) -> dict[str, str]:
    """The environment of the serving processes: with an embedded server they sign in as the unprivileged roles."""
    if server is None:
        return environment
    serving = dict(environment)
    if not settings.database_app_url:
        serving[f"{PREFIX}DATABASE_APP_URL"] = server.url(DATABASE, user=APP_ROLE)
    if not settings.database_reporting_url:
        serving[f"{PREFIX}DATABASE_REPORTING_URL"] = server.url(DATABASE, user=REPORTING_ROLE)
    if (settings.operator_host or settings.sign_up != "off") and not settings.database_operator_url:
        serving[f"{PREFIX}DATABASE_OPERATOR_URL"] = server.url(DATABASE, user=OPERATOR_ROLE)
    # Only the catalogue of a DuckLake falls back to the owner's address.
    if not serving.get(f"{PREFIX}WAREHOUSE", "").startswith("ducklake:"):
        del serving[f"{PREFIX}DATABASE_URL"]
    return serving


def _children(settings: Settings, environment: dict[str, str], logs: Path) -> list[Child]:
    def child(name: str, command: list[str], port: int, niceness: int = 0) -> Child:
        return Child(
            name=name,
            command=[sys.executable, "-m", *command],
            health_url=f"http://{settings.host}:{port}/readyz",
            environment=environment,
            log=logs / f"{name}.log",
            niceness=niceness,
        )

    platform = child("platform", ["abano.cli", "serve"], settings.port)
    worker = child("worker", ["abano.cli", "worker"], settings.worker_port, WORKER_NICENESS)
    analytics = child("analytics", ["abano_analytics.main"], settings.analytics_port)
    return [platform, analytics] if settings.drill else [platform, worker, analytics]


def _watch(processes: Sequence[Child | PostgresChild]) -> None:
    for process in processes:
        if news := process.watch():
            print(f"  {news}", flush=True)


def _wait_until_ready(children: list[Child], postgres: list[PostgresChild]) -> None:
    waiting = list(children)
    deadline = time.monotonic() + READY_SECONDS
    while waiting:
        _watch(postgres)
        waiting = [child for child in waiting if not _is_ready(child)]
        exited = next((child for child in waiting if child.pid is None), None)
        if exited or time.monotonic() > deadline:
            name, log = (exited or waiting[0]).name, (exited or waiting[0]).log
            last = log.read_text(errors="replace").strip().splitlines()[-1:] or [""]
            raise CannotStart(f"{name} did not start: {last[0]} See {log}.")
        time.sleep(0.05)


def _is_ready(child: Child) -> bool:
    try:
        with urllib.request.urlopen(child.health_url, timeout=2) as answer:  # noqa: S310 - our own address
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def _announce(settings: Settings, environment: dict[str, str], *, seeded: bool) -> None:
    origin = f"http://localhost:{settings.port}"
    lines = {"Site": origin}
    if seeded:
        lines["Second company"] = f"http://alps.localhost:{settings.port}"
    lines["Admin"] = f"{origin}/admin"
    if seeded:
        lines["Sign-in"] = environment[f"{PREFIX}ADMIN_EMAIL"]
        lines["Password"] = environment[f"{PREFIX}ADMIN_PASSWORD"]
    lines["Data and logs"] = str(settings.data_dir)
    lines["Database"] = _shown_database(settings, environment)
    summary = "".join(f"  {name:<15}  {value}\n" for name, value in lines.items())
    kind = "This is a drill: nothing is changed or sent.\n" if settings.drill else ""
    print(f"\nAbano is ready.\n{summary}{kind}Stop with Ctrl-C.", flush=True)


def _shown_database(settings: Settings, environment: dict[str, str]) -> str:
    """For ABANO_DATABASE_URL of other commands. The embedded server has no password; others' are not shown."""
    return (
        public_url(settings.database_url) if settings.database_url else environment[f"{PREFIX}DATABASE_URL"]
    )


@contextmanager
def _step(title: str) -> Iterator[None]:
    print(f"  {title} … ", end="", flush=True)
    started = time.monotonic()
    try:
        yield
    except BaseException:
        print("stopped", flush=True)
        raise
    print(f"{time.monotonic() - started:.1f} s", flush=True)


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise _Stopped
