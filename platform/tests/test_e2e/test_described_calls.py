"""Calls generated from the API description: no server errors, and every response matches it."""

import os
import subprocess
import sys

import pytest
from loadtests.attack.described_calls import LEFT_OUT, run
from running_stack import WAIT_SECONDS, Stack, lift_write_limit, query_stack

from abano.ops.local.embedded_postgres import EmbeddedPostgres

OWNER = "owner@attacked.localhost"
PASSWORD = "a password for attackers"
SIGNED_IN = "^/api/admin/(?!login|password-reset|invitations)|^/api/quiz/analytics/|^/api/ip/"


@pytest.mark.slow
def test_no_call_ends_in_a_fault(stack: Stack) -> None:
    # A separate company: its data is changed at random.
    database = {
        "ABANO_DATABASE_URL": EmbeddedPostgres(stack.data_dir / "postgres").url("abano"),
        "ABANO_POOL_WAIT_SECONDS": str(WAIT_SECONDS),
    }
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
    # Made-up calls of everything; the edges of every schema, thirty times as many, only of what anyone may call.
    # The attack that is run by hand tries them all.
    made_up = run(stack.origin, "attacked", OWNER, PASSWORD, examples=3, phases="examples,fuzzing,stateful")
    # Its sign-ins with generated passwords count as attempts.
    query_stack(stack, "delete from sign_in_failures")
    edges = run(
        stack.origin,
        "attacked",
        OWNER,
        PASSWORD,
        examples=1,
        phases="coverage",
        left_out=f"{LEFT_OUT}|{SIGNED_IN}",
    )
    for outcome in (made_up, edges):
        assert outcome.passed, outcome.report[-8000:]
    assert (made_up.cases > 500, edges.cases > 500) == (True, True), (made_up.cases, edges.cases)
    # Existing objects were used, not only generated ids.
    assert made_up.named + edges.named > 50
