"""`abano admin create`: someone new signs in; what is wrong is told in one sentence and adds no one."""

import os
import subprocess
import sys

import httpx
import pytest
from product_fixtures import OWNER_EMAIL, AdminSql
from running_stack import WAIT_SECONDS

from abano.core.config import Settings

pytestmark = pytest.mark.anyio
PASSWORD = "heron over a quiet lake"


def create(
    settings: Settings, *arguments: str, password: str = PASSWORD
) -> "subprocess.CompletedProcess[str]":
    """The operator's call, with the password on standard input."""
    environment = os.environ | {
        "ABANO_DATABASE_URL": settings.database_url,
        "ABANO_DATA_DIR": str(settings.data_dir),
    }
    return subprocess.run(
        [sys.executable, "-m", "abano.cli", "admin", "create", *arguments],
        input=password + "\n", capture_output=True, text=True, env=environment, timeout=WAIT_SECONDS, check=False,
    )  # fmt: skip


async def test_added_admin_signs_in_to_that_company_alone(
    settings: Settings, client: httpx.AsyncClient, alps_client: httpx.AsyncClient
) -> None:
    email = "maia@example.com"
    done = create(settings, "--tenant", "georgia", "--email", email, "--role", "analyst", "--name", "Maia")
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == f"{email} can sign in as analyst of georgia."
    credentials = {"email": email, "password": PASSWORD}
    assert (await client.post("/api/admin/login", json=credentials)).status_code == 200
    assert (await alps_client.post("/api/admin/login", json=credentials)).status_code == 401


@pytest.mark.parametrize(
    ("tenant", "email", "role", "password", "told"),
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
def test_what_is_wrong_is_told_and_adds_no_one(
    settings: Settings,
    query_admin_sql: AdminSql,
    tenant: str,
    email: str,
    role: str,
    password: str,
    told: str,
) -> None:
    before = query_admin_sql("select count(*) from admins")
    done = create(settings, "--tenant", tenant, "--email", email, "--role", role, password=password)
    assert done.returncode == 1
    assert done.stderr.startswith(f"abano: {told}")
    assert query_admin_sql("select count(*) from admins") == before
