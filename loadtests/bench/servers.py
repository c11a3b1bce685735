"""The two servers that are compared, each in its own process: the product, and a bare FastAPI route.

python -m loadtests.bench.servers bare|platform --url … --port … --folder …
"""

import argparse
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI
from psycopg_pool import AsyncConnectionPool
from pydantic import BaseModel

from abano.core.config import Settings
from abano.main import create_app
from abano_shared.logging import set_up_logging
from loadtests.local_product import ROOT, free_ports

POOL_SIZE = 8
BARE_TABLE = "create table bare_rows (id bigserial primary key, session text, question text, value text)"


class BareAnswer(BaseModel):
    """What the bare route stores."""

    session: str
    question: str
    value: str


def bare_app(url: str) -> FastAPI:
    """The measure: one insert on a pooled connection, in the transaction that psycopg makes by default."""
    pool: AsyncConnectionPool[Any] = AsyncConnectionPool(url, min_size=1, max_size=POOL_SIZE, open=False)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await pool.open()
        yield
        await pool.close()

    app = FastAPI(lifespan=lifespan)

    @app.post("/bare")
    async def insert(body: BareAnswer) -> dict[str, bool]:
        async with pool.connection() as conn:
            await conn.execute(
                "insert into bare_rows (session, question, value) values (%s, %s, %s)",
                (body.session, body.question, body.value),
            )
        return {"success": True}

    return app


def platform_app(url: str, folder: str) -> FastAPI:
    """The product as `abano serve` starts it."""
    set_up_logging(as_json=True, process="platform")
    values = {"database_url": url, "data_dir": folder, "pool_size": POOL_SIZE}
    return create_app(Settings.model_validate(values))


def start(kind: str, url: str, folder: Path) -> tuple["subprocess.Popen[bytes]", int]:
    """Run a server as a separate process; returns its port once it listens.

    Its database sessions are named ``bench-`` and its kind, so that their CPU time can be attributed.
    """
    (port,) = free_ports(1)
    named = f"{url}{'&' if '?' in url else '?'}application_name=bench-{kind}"
    arguments = [kind, "--url", named, "--port", str(port), "--folder", str(folder)]
    log = folder / f"{kind}.log"
    with log.open("wb") as output:
        process = subprocess.Popen(  # noqa: S603 - our own words
            [sys.executable, "-m", __spec__.name, *arguments], cwd=ROOT, stdout=output, stderr=output
        )
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return process, port
        time.sleep(0.1)
    raise SystemExit(f"The {kind} server did not start:\n{log.read_text()[-2000:]}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=["bare", "platform"])
    parser.add_argument("--url", required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--folder", required=True)
    given = parser.parse_args()
    app = bare_app(given.url) if given.kind == "bare" else platform_app(given.url, given.folder)
    uvicorn.run(app, host="127.0.0.1", port=given.port, access_log=False, log_level="warning")


if __name__ == "__main__":
    main()
