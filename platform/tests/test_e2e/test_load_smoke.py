"""A few seconds of visitors against the running product: no error, and every content right."""

import os
import subprocess
import sys
from pathlib import Path

from running_stack import Stack

LOCUSTFILE = Path(__file__).parents[3] / "loadtests" / "locustfile.py"


def test_some_visitors_at_once_are_all_served(stack: Stack) -> None:
    command = [sys.executable, "-m", "locust", "-f", str(LOCUSTFILE), "--headless", "--host", stack.origin]
    limits = ["-u", "6", "-r", "6", "-t", "8s", "--stop-timeout", "5", "--exit-code-on-error", "1"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("LOCUST")}
    done = subprocess.run(
        [*command, *limits], check=False, capture_output=True, text=True, timeout=90, env=environment
    )
    assert done.returncode == 0, done.stderr[-4000:]
    assert "/api/bookings" in done.stderr
