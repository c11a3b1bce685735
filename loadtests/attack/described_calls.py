"""Calls of every kind that the API describes, valid and broken, alone and in sequence: none may end in a fault.

    python -m loadtests.attack.described_calls --company attacked --email … --password … --cases 20000

Schemathesis makes them from the OpenAPI description: its examples, the edges of each schema, made-up values, and
sequences in which a call is given what an earlier one answered (``stateful``). Every second call that names things
names ones that are there: bookings, affiliates, codes, a quiz session and more are made before. Refused are answers
of 5xx, answers that the description does not know, and answers outside its schema. Signs in as an owner, whose data
it changes: give it its own company, with a second admin (others' accounts are changed, too):

    abano tenant create --slug attacked --name "Attacked Cars" --domain attacked.localhost
    abano admin create --tenant attacked --email owner@attacked.localhost --role owner
    abano admin create --tenant attacked --email colleague@attacked.localhost --role analyst

and lift the limits of visitors (``update tenant_settings set public_writes_per_minute = 1000000,
unconfirmed_per_ip = 0, unconfirmed_per_contact = 0``), or most of their calls answer 429.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import httpx

from loadtests.attack.furnishing import furnish

CHECKS = "not_a_server_error,response_schema_conformance,status_code_conformance,content_type_conformance"
# These end the session of the attack.
LEFT_OUT = "/logout$|/sessions"
EXAMPLES = 100
PHASES = "examples,coverage,fuzzing,stateful"
SECONDS = 3600
# For one call of our own, on a machine with other load.
CALL_TIMEOUT = 300


@dataclass(frozen=True)
class Outcome:
    """``cases``: number of calls; ``named``: how many of them referred to existing objects.

    ``report`` has the failures.
    """

    passed: bool
    cases: int
    named: int
    report: str


def run(
    origin: str,
    company: str,
    email: str,
    password: str,
    *,
    examples: int,
    seconds: int = SECONDS,
    phases: str = PHASES,
    left_out: str = LEFT_OUT,
) -> Outcome:
    """At most ``examples`` calls of each kind per operation, against the company with that slug.

    ``left_out``: paths to skip. With ``seconds``, generated calls and sequences run for that time, or stop at
    it.
    """
    if urlsplit(origin).hostname not in {"127.0.0.1", "localhost"}:
        raise SystemExit("Only a product on this machine is attacked.")
    headers = {"X-Abano-Tenant": company}
    headers["Cookie"] = f"abano_admin={_signed_in(origin, headers, email, password)}"
    with httpx.Client(base_url=origin, headers=headers, timeout=CALL_TIMEOUT) as owner:
        known = furnish(owner, email)
    command = [
        str(Path(sys.executable).with_name("schemathesis")),
        "run",
        "openapi.json",
        f"--url={origin}",
        f"--checks={CHECKS}",
        *(f"--header={name}: {value}" for name, value in headers.items()),
        f"--max-examples={examples}",
        f"--phases={phases}",
        *([f"--max-time={seconds}"] if seconds < SECONDS else []),
        f"--exclude-path-regex={left_out}",
        f"--request-timeout={CALL_TIMEOUT}",
        "--warnings=off",
        "--workers=1",
        "--no-color",
    ]
    with tempfile.TemporaryDirectory() as folder:
        things = Path(folder) / "things.json"
        things.write_text(json.dumps(known))
        # Loaded here: the tool itself gives it ten seconds.
        described = httpx.get(f"{origin}/api/openapi.json", headers=headers, timeout=CALL_TIMEOUT)
        things.with_name("openapi.json").write_bytes(described.raise_for_status().content)
        hooks = {
            "SCHEMATHESIS_HOOKS": "loadtests.attack.existing_things",
            "ABANO_EXISTING_THINGS": str(things),
        }
        # The origin was checked above; everything else is ours.
        done = subprocess.run(  # noqa: S603
            command,
            check=False,
            capture_output=True,
            text=True,
            errors="replace",  # made-up texts are in the output, and not all of them are UTF-8
            timeout=SECONDS + 60,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), **hooks},
        )
        named = things.with_name("named")
        count = int(named.read_text()) if named.exists() else 0
    # Unauthenticated calls reach little code.
    kept = httpx.get(f"{origin}/api/admin/me", headers=headers, timeout=CALL_TIMEOUT).is_success
    counted = re.search(r"([\d,]+) generated", done.stdout)
    cases = int(counted[1].replace(",", "")) if counted else 0
    report = done.stdout + done.stderr + ("" if kept else "\nThe session that called was ended by a call.\n")
    return Outcome(done.returncode == 0 and kept, cases, count, report)


def _signed_in(origin: str, headers: dict[str, str], email: str, password: str) -> str:
    """The cookie of a new session; waits if previous runs exceeded the sign-in limit."""
    body = {"email": email, "password": password}
    answer = httpx.post(f"{origin}/api/admin/login", json=body, headers=headers, timeout=CALL_TIMEOUT)
    if answer.status_code == httpx.codes.TOO_MANY_REQUESTS:
        time.sleep(int(answer.headers["retry-after"]))
        answer = httpx.post(f"{origin}/api/admin/login", json=body, headers=headers, timeout=CALL_TIMEOUT)
    answer.raise_for_status()
    return answer.cookies["abano_admin"]


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--origin", default="http://localhost:8000")
    options.add_argument("--company", required=True, help="slug")
    options.add_argument("--email", required=True)
    options.add_argument("--password", required=True)
    options.add_argument("--cases", type=int, default=20_000, help="go on until so many were made")
    options.add_argument(
        "--seconds", type=int, default=SECONDS, help="end after so long, however many were made"
    )
    given = options.parse_args()
    made, named, ends = 0, 0, time.monotonic() + given.seconds
    while made < given.cases and time.monotonic() < ends - 1:
        left = int(ends - time.monotonic())
        outcome = run(
            given.origin, given.company, given.email, given.password, examples=EXAMPLES, seconds=left
        )
        made += outcome.cases
        named += outcome.named
        print(outcome.report, f"{made} calls made, {named} of them named what is there", sep="\n", flush=True)
        if not outcome.passed or outcome.cases == 0:
            return 1
    print(f"{made} calls, {named} of them named what is there: no fault, and every answer as described.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
