"""kill -9 of the analytics process at random moments under load, then equality with Postgres: a file, a lake on S3.

A file and a lake in a folder also while they are compacted all the time.

    python -m loadtests.kill_analytics [--kills 50]

The same test runs in ``make test-all`` with a few kills.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
TEST = "analytics/tests/test_ingest/test_kill.py"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=50)
    environ = os.environ | {"ANALYTICS_KILLS": str(parser.parse_args().kills)}
    command = [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", "--timeout=0", TEST]
    return subprocess.run(command, check=False, cwd=ROOT, env=environ).returncode  # noqa: S603 - our own words


if __name__ == "__main__":
    sys.exit(main())
