"""A streaming replica of the run's Postgres, made as an operator makes one."""

import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from abano.ops.local.embedded_postgres import (
    UNSAFE_AND_FAST,
    EmbeddedPostgres,
    account,
    allow_traversal,
    embedded_programs,
)


@contextmanager
def standby_of(
    primary: EmbeddedPostgres, folder: Path, options: Mapping[str, str | None] = UNSAFE_AND_FAST
) -> Iterator[EmbeddedPostgres]:
    replica = EmbeddedPostgres(folder, options=options)
    folder.mkdir(parents=True, exist_ok=True)
    if user := account():
        shutil.chown(folder, user, user)
        allow_traversal(folder)
    command = [
        str(embedded_programs() / "pg_basebackup"),
        *("-h", str(primary.socket_dir), "-U", "postgres", "-D", str(folder / "data"), "-R", "-X", "stream"),
        *("--checkpoint=fast",),
    ]
    subprocess.run(command, check=True, capture_output=True, user=account(), group=account(), cwd="/")
    replica.start()
    try:
        yield replica
    finally:
        replica.stop()


def promote(replica: EmbeddedPostgres, folder: Path) -> None:
    command = [str(embedded_programs() / "pg_ctl"), "promote", "-w", "-D", str(folder / "data")]
    subprocess.run(command, check=True, capture_output=True, user=account(), group=account(), cwd="/")
