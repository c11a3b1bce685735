"""The code of the last release, unpacked from the history, serves visitors and admins on the newest schema."""

import subprocess
from pathlib import Path

import httpx
import pytest
from copies import Copy
from loadtests.forms import booking_form
from product_fixtures import OWNER_EMAIL, OWNER_PASSWORD, AdminSql
from running_stack import WAIT_SECONDS
from test_old_code_new_schema import RELEASED

from abano.kit.ids import new_id

pytestmark = pytest.mark.anyio
ROOT = Path(__file__).parents[3]
# The last commit whose newest migration is ``RELEASED``.
# pragma: allowlist nextline secret
RELEASED_CODE = "0d8dcfb832cde35d53ae068648490d729ea51b67"
BOOKING = booking_form(pickupDate="2030-07-01", returnDate="2030-07-08")


@pytest.fixture(scope="module")
def old_platform(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder ``platform`` as it was released."""
    found = subprocess.run(
        ["git", "archive", RELEASED_CODE, "platform"],  # noqa: S607
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    if found.returncode != 0:
        pytest.skip("this copy of the repository does not reach back to the last release")
    folder = tmp_path_factory.mktemp("released")
    subprocess.run(["tar", "-x", "-C", str(folder)], input=found.stdout, check=True)  # noqa: S607
    newest = max(path.name[:4] for path in (folder / "platform/migrations/versions").glob("0*.py"))
    assert newest == RELEASED
    return folder / "platform"


async def test_released_code_works_on_the_newest_schema(
    old_platform: Path, database_url: str, tmp_path: Path, query_admin_sql: AdminSql
) -> None:
    environment = {
        "ABANO_DATABASE_URL": database_url,
        "ABANO_DATA_DIR": str(tmp_path),
        "PYTHONPATH": str(old_platform / "src"),
    }
    copy = Copy(environment, tmp_path)
    try:
        transport = httpx.AsyncHTTPTransport(retries=WAIT_SECONDS)
        async with httpx.AsyncClient(
            base_url=copy.url, trust_env=False, transport=transport, timeout=WAIT_SECONDS
        ) as client:
            assert (await client.get("/healthz")).status_code == 200, copy.log.read_text()
            await take_the_quiz(client)
            quoted = (await client.post("/api/quotes", json=BOOKING)).json()["totalPrice"]
            headers = {"Idempotency-Key": new_id().hex}
            booked = await client.post("/api/bookings", json=BOOKING, headers=headers)
            assert (booked.status_code, booked.json()["totalPrice"]) == (201, quoted), booked.text
            again = await client.post("/api/bookings", json=BOOKING, headers=headers)
            assert again.json()["bookingId"] == booked.json()["bookingId"]
            draft = {"firstName": "Ada", "lastName": "Lovelace", **BOOKING}
            assert (await client.post("/api/personal-info-step", json=draft)).status_code == 200
            person = {"email": OWNER_EMAIL, "password": OWNER_PASSWORD}
            assert (await client.post("/api/admin/login", json=person)).status_code == 200
            assert (await client.get("/api/admin/me")).json()["admin"]["role"] == "owner"
            # What later code has, this one has not: it is the old one that ran.
            assert (await client.get("/api/admin/users")).status_code == 404
    finally:
        copy.kill()
    booking = booked.json()["bookingId"]
    assert query_admin_sql("select status from bookings where id = %s", booking) == [("pending",)]
    assert query_admin_sql("select count(*) from quiz_answers where session_id = 'old-code'")[0][0] == 2
    messages = query_admin_sql("select count(*) from outbox_messages where kind = 'booking.created'")
    assert messages[0][0] == 1


async def take_the_quiz(client: httpx.AsyncClient) -> None:
    quiz = (await client.get("/api/quiz/definition")).json()
    common = {"sessionId": "old-code", "quizVersion": quiz["version"]}
    answers = [
        {"questionId": question["id"], "value": question["options"][0]["value"], "sequence": number}
        for number, question in enumerate(quiz["questions"][:2])
    ]
    for path, body in (
        ("session/start", {"consentState": "not_required"}),
        ("answers", {"answers": answers}),
        ("session/complete", {"completionStatus": "completed"}),
    ):
        answer = await client.post(f"/api/quiz/{path}", json={**common, **body})
        assert answer.status_code == 200, answer.text
