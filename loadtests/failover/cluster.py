"""Three Postgres servers under Patroni, and an etcd, each node with its own network and a small disk of its own."""

import contextlib
import json
import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psutil
import psycopg

from abano.ops.local.embedded_postgres import allow_traversal, embedded_programs, system_user
from loadtests.failover.network import HOME, NETWORK, NODES, address, in_node
from loadtests.failover.tools import patroni_programs

DISK = "700m"
START_SECONDS = 90.0
# Not below Patroni's lower limits: ttl 20, loop_wait 1, retry_timeout 3, loop_wait + 2 * retry_timeout <= ttl.
SETTINGS = {
    "ttl": 20,
    "loop_wait": 2,
    "retry_timeout": 5,
    # A primary whose Postgres died is replaced at once, not restarted first.
    "primary_start_timeout": 0,
    # A commit answers when one of the two others has it on disk; without any of them, it waits.
    "synchronous_mode": "quorum",
    "synchronous_mode_strict": True,
    "synchronous_node_count": 1,
    "maximum_lag_on_failover": 1_048_576,
}
PARAMETERS = {
    "shared_buffers": "64MB",
    "max_connections": 100,
    "max_wal_size": "128MB",
    "min_wal_size": "64MB",
    "jit": "off",
    "wal_log_hints": "on",
    "max_slot_wal_keep_size": "128MB",
    "idle_in_transaction_session_timeout": "5min",
    "log_line_prefix": "%m [%p] %u ",
}
# What each node runs to give up the lead when its disk is full: an immediate stop, as an orderly one has to write.
# docs/operations/high-availability.md shows it.
DISK_WATCH = """
while sleep 2; do
  free=$(df --output=avail -k "$DATA" | tail -n 1)
  if [ "$free" -lt "$MIN_FREE_KB" ] && curl -fs "http://$HERE:8008/primary" >/dev/null; then
    kill -QUIT "$(head -n 1 "$DATA/postmaster.pid")"
  fi
done
"""
MIN_FREE_KB = 20_000
ROLES = ("abano_app", "abano_reporting", "abano_operator")


@dataclass(frozen=True, slots=True)
class Member:
    """A node as Patroni reports it: ``role`` is leader, replica, quorum_standby or sync_standby."""

    name: str
    role: str
    state: str
    timeline: int | None


@dataclass(slots=True)
class Cluster:
    """Started by ``start``. Its processes end with the drill's namespace, or with ``stop``."""

    folder: Path
    password: str = field(default_factory=lambda: secrets.token_hex(16))
    _started: "list[subprocess.Popen[bytes]]" = field(default_factory=list)
    _patroni: "dict[str, subprocess.Popen[bytes]]" = field(default_factory=dict)

    def url(self, user: str, *, database: str = "abano") -> str:
        """All nodes, of which a client uses the one that takes writes."""
        hosts = ",".join(f"{address(node)}:5432" for node in NODES)
        account = f"{user}:{self.password}"
        return f"postgresql://{account}@{hosts}/{database}?target_session_attrs=read-write"

    def start(self) -> None:
        """Start everything and wait until all three are there. Raises SystemExit with the end of the logs."""
        # Postgres runs as an account of its own, and so does the Python that runs Patroni.
        for path in (
            self.folder / NODES[0],
            embedded_programs() / "postgres",
            patroni_programs() / "patroni",
        ):
            allow_traversal(path)
        allow_traversal(Path(sys.executable).resolve())
        self._etcd()
        for node in NODES:
            self._node(node)
            # The first one makes the data that the others copy.
            self._wait(lambda: self.leader() is not None, "no primary")
        self._wait(self.is_whole, "not three healthy nodes")
        for node in NODES:
            self._watch_disk(node)
        self._make_database()

    def stop(self) -> None:
        for process in reversed(self._started):
            process.terminate()
        for process in reversed(self._started):
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(20)
        for node in NODES:
            self.signal(node, signal.SIGKILL)

    def members(self) -> list[Member]:
        """All nodes, as any of them reports; empty when none answers."""
        for node in NODES:
            with contextlib.suppress(httpx.HTTPError, ValueError):
                answer = httpx.get(f"http://{address(node)}:8008/cluster", timeout=1, trust_env=False)
                return [
                    Member(each["name"], each["role"], each["state"], each.get("timeline"))
                    for each in answer.json()["members"]
                ]
        return []

    def leader(self) -> str | None:
        """The node that is the primary now."""
        return next((each.name for each in self.members() if _leads(each)), None)

    def standbys(self) -> list[str]:
        return [each.name for each in self.members() if not _leads(each)]

    def is_whole(self) -> bool:
        """Whether one leads, and both others stream from it and may confirm commits."""
        return is_whole(self.members())

    def wait_until_whole(self) -> None:
        self._wait(self.is_whole, "not three healthy nodes")

    def switch_over(self) -> None:
        """The planned change of the primary, as an operator does it."""
        leader = self.leader()
        subprocess.run(  # noqa: S603 - our own command
            [
                str(patroni_programs() / "patronictl"),
                *("-c", str(self._configuration(NODES[0])), "switchover", "abano"),
                *("--leader", str(leader), "--force"),
            ],
            check=True,
            capture_output=True,
            timeout=60,
        )

    def postmaster(self, node: str) -> psutil.Process:
        status = self._disk(node) / "data" / "postmaster.pid"
        return psutil.Process(int(status.read_text().splitlines()[0]))

    def processes(self, node: str) -> list[psutil.Process]:
        """Patroni of the node and every process of its Postgres."""
        found = []
        with contextlib.suppress(KeyError, psutil.Error):
            found.append(psutil.Process(self._patroni[node].pid))
        with contextlib.suppress(OSError, ValueError, IndexError, psutil.Error):
            postmaster = self.postmaster(node)
            found += [postmaster, *postmaster.children(recursive=True)]
        return found

    def signal(self, node: str, number: signal.Signals) -> None:
        """Send a signal to every process of the node."""
        for process in self.processes(node):
            with contextlib.suppress(psutil.Error):
                process.send_signal(number)

    def restart(self, node: str) -> None:
        """Start Patroni again on a node whose processes were killed."""
        self._patroni[node].wait(5)
        self._start_patroni(node)

    def pause_replay(self, node: str) -> None:
        with psycopg.connect(
            host=address(node),
            dbname="postgres",
            user="postgres",
            password=self.password,
            autocommit=True,
        ) as conn:
            conn.execute("select pg_wal_replay_pause()")

    def receiver(self, node: str) -> psutil.Process:
        """The process of a standby that receives the log."""
        return next(
            process
            for process in self.postmaster(node).children()
            if any("walreceiver" in word for word in process.cmdline())
        )

    def fill_disk(self, node: str) -> Path:
        """Write a file until the node's disk has no byte left."""
        ballast = self._disk(node) / "ballast"
        with ballast.open("wb", buffering=0) as output, contextlib.suppress(OSError):
            for size in (1 << 20, 1 << 12, 1):
                with contextlib.suppress(OSError):
                    while output.write(bytes(size)):
                        pass
        return ballast

    @contextlib.contextmanager
    def connect(self, user: str = "abano") -> "Iterator[psycopg.Connection[Any]]":
        with psycopg.connect(self.url(user), autocommit=True, connect_timeout=3) as conn:
            yield conn

    def _etcd(self) -> None:
        folder = self.folder / "etcd"
        folder.mkdir()
        clients, peers = f"http://{HOME}:2379", "http://127.0.0.1:2380"
        with (self.folder / "etcd.log").open("wb") as log:
            command = ["etcd", "--name", "etcd", "--data-dir", str(folder), "--listen-client-urls", clients]
            command += ["--advertise-client-urls", clients, "--listen-peer-urls", peers]
            command += ["--initial-advertise-peer-urls", peers, "--initial-cluster", f"etcd={peers}"]
            self._started.append(subprocess.Popen(command, stdout=log, stderr=log))  # noqa: S603 - our own
        self._wait(_etcd_answers, "etcd does not answer")

    def _node(self, node: str) -> None:
        user = system_user()
        disk = self._disk(node)
        disk.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK},uid={user.pw_uid},gid={user.pw_gid},mode=700"]
        subprocess.run([*mount, "tmpfs", str(disk)], check=True)  # noqa: S603 - fixed words
        configuration = self._configuration(node)
        configuration.write_text(json.dumps(configure(node, disk, self.password), indent=1))
        os.chown(configuration, user.pw_uid, user.pw_gid)
        configuration.chmod(0o600)
        self._start_patroni(node)

    def _start_patroni(self, node: str) -> None:
        command = [str(patroni_programs() / "patroni"), str(self._configuration(node))]
        user = system_user()
        with (self.folder / f"{node}.log").open("ab") as log:
            process = subprocess.Popen(  # noqa: S603 - our own command
                in_node(node, user.pw_name, command),
                stdout=log,
                stderr=log,
                cwd="/",
                env={"PATH": os.environ["PATH"], "HOME": str(self._disk(node)), "LANG": "C.UTF-8"},
            )
        self._started.append(process)
        self._patroni[node] = process

    def _watch_disk(self, node: str) -> None:
        user, data = system_user(), self._disk(node) / "data"
        values = {"DATA": str(data), "HERE": address(node), "MIN_FREE_KB": str(MIN_FREE_KB)}
        with (self.folder / f"{node}-disk.log").open("wb") as log:
            self._started.append(
                subprocess.Popen(  # noqa: S603 - our own command
                    in_node(node, user.pw_name, ["sh", "-c", DISK_WATCH]),
                    stdout=log,
                    stderr=log,
                    cwd="/",
                    env=values | {"PATH": os.environ["PATH"]},
                )
            )

    def _make_database(self) -> None:
        """As docs/operations/postgres.md says: the owner, and the roles that it may act as."""
        with psycopg.connect(self.url("postgres", database="postgres"), autocommit=True) as conn:
            for role in (*ROLES, "abano"):
                conn.execute(f"create role {role} login password '{self.password}'".encode())
            conn.execute(f"grant {', '.join(ROLES)} to abano".encode())
            conn.execute(b"create database abano owner abano")
            conn.execute(b"revoke temporary on database abano from public")

    def _disk(self, node: str) -> Path:
        return self.folder / node

    def _configuration(self, node: str) -> Path:
        return self.folder / f"{node}.yml"

    def _wait(self, condition: Callable[[], bool], otherwise: str) -> None:
        deadline = time.monotonic() + START_SECONDS
        while not condition():
            if time.monotonic() > deadline:
                logs = "".join(
                    f"\n--- {log.name}\n{log.read_text(errors='replace')[-1500:]}"
                    for log in sorted(self.folder.glob("*.log"))
                )
                raise SystemExit(f"After {START_SECONDS:.0f} s: {otherwise}. {self.members()}{logs}")
            time.sleep(0.2)


def configure(node: str, disk: Path, password: str) -> dict[str, Any]:
    """Patroni's configuration of one node; JSON is YAML."""
    here = address(node)
    return {
        "scope": "abano",
        "name": node,
        "restapi": {"listen": f"{here}:8008", "connect_address": f"{here}:8008"},
        "etcd3": {"hosts": [f"{HOME}:2379"]},
        "bootstrap": {
            "dcs": {
                **SETTINGS,
                "postgresql": {"use_pg_rewind": True, "use_slots": True, "parameters": PARAMETERS},
            },
            "initdb": [{"encoding": "UTF8"}, {"locale": "C.UTF-8"}, "data-checksums"],
        },
        "postgresql": {
            "listen": f"{here}:5432",
            "connect_address": f"{here}:5432",
            "data_dir": str(disk / "data"),
            "bin_dir": str(embedded_programs()),
            "pgpass": str(disk / "pgpass"),
            "parameters": {"unix_socket_directories": str(disk)},
            "pg_hba": [
                "local all all scram-sha-256",
                f"host replication replicator {NETWORK} scram-sha-256",
                f"host all all {NETWORK} scram-sha-256",
            ],
            "authentication": {
                "superuser": {"username": "postgres", "password": password},
                "replication": {"username": "replicator", "password": password},
                "rewind": {"username": "rewind", "password": password},
            },
            "remove_data_directory_on_rewind_failure": True,
            "remove_data_directory_on_diverged_timelines": True,
        },
    }


def is_whole(members: list[Member]) -> bool:
    """Whether all nodes are there on one timeline: one leads, the others stream and count for the quorum."""
    leaders = [each for each in members if _leads(each)]
    others = [each for each in members if each.role == "quorum_standby" and each.state == "streaming"]
    return (
        len(leaders) == 1 and len(others) == len(NODES) - 1 and len({each.timeline for each in members}) == 1
    )


def _leads(member: Member) -> bool:
    return member.role == "leader" and member.state == "running"


def _etcd_answers() -> bool:
    try:
        return httpx.get(f"http://{HOME}:2379/health", timeout=1, trust_env=False).is_success
    except httpx.HTTPError:
        return False
