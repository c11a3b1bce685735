"""`abano admin create`: someone new signs in; an error is reported in one sentence and adds no one."""

import io
import os
import re
import subprocess
import sys

import httpx
import pytest
from product_fixtures import OWNER_EMAIL, AdminSql
from running_stack import WAIT_SECONDS

from abano.cli import main
from abano.core.config import Settings

pytestmark = pytest.mark.anyio
PASSWORD = "heron over a quiet lake"


def environment(settings: Settings) -> dict[str, str]:
    return {"ABANO_DATABASE_URL": settings.database_url, "ABANO_DATA_DIR": str(settings.data_dir)}


def create(settings: Settings, *words: str) -> "subprocess.CompletedProcess[str]":
    """The operator's call, with the password on standard input."""
    return subprocess.run(
        [sys.executable, "-m", "abano.cli", "admin", "create", *words],
        input=PASSWORD + "\n", capture_output=True, text=True, env=os.environ | environment(settings),
        timeout=WAIT_SECONDS, check=False,
    )  # fmt: skip


async def test_added_admin_signs_in_to_that_company_alone(
    settings: Settings, client: httpx.AsyncClient, alps_client: httpx.AsyncClient
) -> None:
    email = "maia@example.com"
    words = ["--tenant", "georgia", "--email", email, "--role", "analyst", "--name", "Maia"]
    done = create(settings, *words)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == f"{email} can sign in as analyst of georgia."
    credentials = {"email": email, "password": PASSWORD}
    assert (await client.post("/api/admin/login", json=credentials)).status_code == 200
    assert (await alps_client.post("/api/admin/login", json=credentials)).status_code == 401


@pytest.mark.parametrize(
    ("tenant", "email", "role", "password", "reported"),
    [
        (
            "georgia",
            "new@example.com",
            "king",
            PASSWORD,
            "A role is one of owner, manager, desk, analyst, driver.",
        ),
        ("georgia", OWNER_EMAIL, "owner", PASSWORD, "An admin with this email address already exists."),
        ("georgia", "new@example.com", "owner", "password123", "That password is easily guessed."),
        ("georgia", "not an address", "owner", PASSWORD, "Please enter a valid email address"),
        ("nowhere", "new@example.com", "owner", PASSWORD, ""),
    ],
)
def test_invalid_input_is_reported_and_adds_no_one(
    settings: Settings,
    query_admin_sql: AdminSql,
    monkeypatch: pytest.MonkeyPatch,
    tenant: str,
    email: str,
    role: str,
    password: str,
    reported: str,
) -> None:
    """In this process: starting one for each takes seconds."""
    before = query_admin_sql("select count(*) from admins")
    for name, value in environment(settings).items():
        monkeypatch.setenv(name, value)
    words = ["--tenant", tenant, "--email", email, "--role", role]
    monkeypatch.setattr(sys, "argv", ["abano", "admin", "create", *words])
    monkeypatch.setattr(sys, "stdin", io.StringIO(password + "\n"))
    # A text as status is printed to standard error, with status 1.
    with pytest.raises(SystemExit, match=re.escape(f"abano: {reported}")):
        main()
    assert query_admin_sql("select count(*) from admins") == before
