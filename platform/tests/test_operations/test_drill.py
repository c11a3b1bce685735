"""Starting the product on restored data adds no one, changes nothing and sends nothing."""

from uuid import uuid4

import httpx
import psycopg
import pytest
from product_fixtures import OWNER_EMAIL, OWNER_PASSWORD
from psycopg.types.json import Jsonb
from table_contents import contents
from up_process import Run, output_of, refused, until_ready

# What signing in leaves behind, and nothing else does.
SIGN_IN = {"admin_sessions", "sign_in_failures", "public_write_counts"}
MESSAGE = {
    "to": "visitor@example.com",
    "subject": "Due since long",
    "text": "A worker would send this at once.",
}


@pytest.mark.slow
def test_without_seeds_nothing_is_added(run_up: Run, up_settings: dict[str, str]) -> None:
    process = run_up(up_settings, "--no-seed")
    printed = until_ready(process)
    assert "Password" not in printed
    url = next(line.split()[1] for line in printed.splitlines() if line.strip().startswith("Database"))
    with psycopg.connect(url) as conn:
        assert conn.execute(
            "select (select count(*) from tenants), (select count(*) from admins)"
        ).fetchone() == (
            0,
            0,
        )
    process.terminate()
    output_of(process)


def test_a_drill_shows_the_data_and_changes_and_sends_nothing(
    run_up: Run, up_settings: dict[str, str], database_url: str
) -> None:
    with psycopg.connect(database_url) as conn:
        conn.execute(
            "insert into outbox_messages (tenant_id, id, kind, payload, created_at, due_at)"
            " select id, %s, 'email', %s, now(), now() from tenants where is_default",
            (uuid4(), Jsonb(MESSAGE)),
        )
    before = contents(database_url)
    process = run_up({**up_settings, "ABANO_DATABASE_URL": database_url}, "--drill")
    printed = until_ready(process)
    assert "This is a drill: nothing is changed or sent." in printed
    assert "worker" not in printed
    assert "Password" not in printed
    origin = f"http://localhost:{up_settings['ABANO_PORT']}"
    with httpx.Client(base_url=origin, headers={"Origin": origin}, trust_env=False, timeout=60) as client:
        assert client.get("/api/quiz/definition").status_code == 200
        for path in ("/api/quiz/session", "/api/bookings", "/api/admin/users/invitations"):
            refusal = client.post(path, json={})
            assert (refusal.status_code, refusal.json()["code"]) == (409, "ReadOnlyData"), path
        signed_in = client.post("/api/admin/login", json={"email": OWNER_EMAIL, "password": OWNER_PASSWORD})
        assert signed_in.status_code == 200
        assert client.get("/api/admin/bookings").status_code == 200
        refusal = client.post("/api/admin/users/invitations", json={"email": "a@b.example", "role": "desk"})
        assert refusal.status_code == 409
    process.terminate()
    output_of(process)
    after = contents(database_url)
    assert {name for name in before if before[name] != after[name]} <= SIGN_IN
    assert after["admin_sessions"][0] == before["admin_sessions"][0] + 1


def test_a_drill_on_an_empty_database_says_what_is_missing(run_up: Run, up_settings: dict[str, str]) -> None:
    assert "A drill changes nothing itself: The schema is at nothing" in refused(
        lambda settings: run_up(settings, "--drill"), up_settings
    )
