"""A real PgBouncer in transaction mode before the tests' database, signed in to as the runtime roles themselves."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from loadtests.local_product import free_ports

from abano.ops.local.embedded_postgres import EmbeddedPostgres

ROLES = ("abano_app", "abano_reporting", "abano_operator")
# Fewer than the copies' pools want, so that sessions really are shared.
SERVER_CONNECTIONS = 3


def find_pgbouncer() -> str | None:
    return shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")


@contextmanager
def pooler(postgres: EmbeddedPostgres, database: str, folder: Path) -> Iterator[int]:
    """The port that PgBouncer listens on for as long as the block runs; both roles may sign in."""
    program = find_pgbouncer()
    assert program is not None
    (port,) = free_ports(1)
    # Beside the server's socket, so that the account that runs the server may read it.
    own = postgres.socket_dir / f"pooler-{port}"
    own.mkdir()
    (own / "users.txt").write_text("".join(f'"{role}" ""\n' for role in ROLES))
    (own / "pgbouncer.ini").write_text(
        f"[databases]\n{database} = host={postgres.socket_dir} port=5432\n"
        f"[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\n"
        f"auth_type = trust\nauth_file = {own}/users.txt\npool_mode = transaction\n"
        f"default_pool_size = {SERVER_CONNECTIONS}\nmax_client_conn = 500\n"
        # A session that the server refuses once is asked for again at once, not a quarter of a minute later.
        "server_login_retry = 1\nquery_wait_timeout = 20\n"
    )
    account = postgres.socket_dir.owner() if os.geteuid() == 0 else None
    for path in (own, *own.iterdir()):
        if account:
            shutil.chown(path, account)
    with psycopg.connect(postgres.url(), autocommit=True) as admin:
        for role in ROLES:
            admin.execute(f"alter role {role} login".encode())
        log = (folder / "pgbouncer.log").open("wb")
        process = subprocess.Popen(
            [program, str(own / "pgbouncer.ini")],
            stdout=log,
            stderr=log,
            cwd="/",
            user=account,
            group=account,
            extra_groups=() if account else None,
        )
        try:
            _wait_until_open(port, process)
            yield port
        finally:
            process.terminate()
            process.wait(240)
            log.close()
            shutil.rmtree(own)
            for role in ROLES:
                admin.execute(f"alter role {role} nologin".encode())


def _wait_until_open(port: int, process: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        assert process.poll() is None, "PgBouncer did not start"
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.02)
    raise AssertionError("PgBouncer did not open its port")
