"""Calls of every kind that the API describes: none ends in a fault, and every answer is as described."""

import os
import subprocess
import sys

from loadtests.attack.described_calls import run
from running_stack import Stack, lift_write_limit

from abano.local.embedded_postgres import EmbeddedPostgres

OWNER = "owner@attacked.localhost"
PASSWORD = "a password for attackers"


def test_no_call_ends_in_a_fault(stack: Stack) -> None:
    # A company of its own: its data is changed at random.
    database = {"ABANO_DATABASE_URL": EmbeddedPostgres(stack.data_dir / "postgres").url("abano")}
    company = ["--slug", "attacked", "--name", "Attacked Cars", "--domain", "attacked.localhost"]
    owner = ["--tenant", "attacked", "--email", OWNER, "--role", "owner"]
    colleague = ["--tenant", "attacked", "--email", "colleague@attacked.localhost", "--role", "analyst"]
    for arguments in (
        ["tenant", "create", *company],
        ["admin", "create", *owner],
        ["admin", "create", *colleague],
    ):
        command = [sys.executable, "-m", "abano.cli", *arguments]
        subprocess.run(command, check=True, env={**os.environ, **database}, input=PASSWORD, text=True)
    lift_write_limit(stack.data_dir)
    outcome = run(stack.origin, "attacked", OWNER, PASSWORD, examples=2)
    assert outcome.passed, outcome.report[-8000:]
    assert outcome.cases > 500
    # Things that are there were named, not only made-up ones.
    assert outcome.named > 100
