"""A few seconds of visitors against the running product: no error, and every content right."""

import os
import subprocess
import sys
from pathlib import Path

from running_stack import Stack, lift_write_limit

from abano.embedded_postgres import EmbeddedPostgres

LOCUSTFILE = Path(__file__).parents[3] / "loadtests" / "locustfile.py"


def test_some_visitors_at_once_are_all_served(stack: Stack) -> None:
    # A company of their own: nobody else's figures move.
    new_company = [
        "tenant",
        "create",
        "--slug",
        "crowd",
        "--name",
        "Crowd Cars",
        "--domain",
        "crowd.localhost",
    ]
    subprocess.run(
        [sys.executable, "-m", "abano.cli", *new_company],
        check=True,
        env={**os.environ, "ABANO_DATABASE_URL": EmbeddedPostgres(stack.data_dir / "postgres").url("abano")},
    )
    lift_write_limit(stack.data_dir)
    command = [sys.executable, "-m", "locust", "-f", str(LOCUSTFILE), "--headless", "--host", stack.origin]
    limits = ["-u", "6", "-r", "6", "-t", "8s", "--stop-timeout", "5", "--exit-code-on-error", "1"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("LOCUST")}
    environment["LOAD_COMPANY"] = "crowd"
    done = subprocess.run(
        [*command, *limits], check=False, capture_output=True, text=True, timeout=90, env=environment
    )
    assert done.returncode == 0, done.stderr[-4000:]
    assert "/api/bookings" in done.stderr
