"""Crash reports by setting: they arrive, and they name no person."""

import json
import logging
import subprocess
import sys

from collector import collector

SCRIPT = """
import logging, sys
from abano_shared.error_reports import set_up_error_reports
set_up_error_reports(sys.argv[1], env="test", process="platform")
def book(email):
    raise ValueError(f"duplicate key for {email}\\nDETAIL: Key (phone)=(+995 555 123 456) already exists.")
try:
    book("nino@example.com")
except ValueError:
    logging.getLogger("abano.http").exception(
        "request crashed", extra={"route": "/api/bookings", "tenant": "georgia", "body": "nino@example.com"}
    )
import sentry_sdk
sentry_sdk.flush(5)
"""


def test_a_crash_is_reported_without_the_person() -> None:
    with collector() as found:
        dsn = f"http://key@127.0.0.1:{found.port}/7"
        subprocess.run([sys.executable, "-c", SCRIPT, dsn], check=True, capture_output=True)
        ((path, bodies),) = found.bodies.items()
    assert path == "/api/7/envelope/"
    sent = b"".join(bodies).decode()
    assert "nino@example.com" not in sent
    assert "555 123" not in sent
    event = next(json.loads(line) for line in sent.splitlines() if '"exception"' in line)
    error = event["exception"]["values"][0]
    assert error["type"] == "ValueError"
    assert [frame["function"] for frame in error["stacktrace"]["frames"]] == ["<module>", "book"]
    assert event["extra"] == {"route": "/api/bookings", "tenant": "georgia"}
    assert event["level"] == logging.getLevelName(logging.ERROR).lower()
    assert event["release"].startswith("abano@")
