"""What visitors wrote, in the console: list, search, file, follow-up, deletion, and a person's erasure."""

import csv
import io
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from loadtests.forms import booking_form
from product_fixtures import AdminSql

pytestmark = pytest.mark.anyio
URL = "/api/admin/quiz/written"
QUIZ: dict[str, Any] = {
    "version": "asks",
    "questions": [
        {"id": "remark", "kind": "text", "text": "Any requests?", "options": []},
        {
            "id": "person",
            "kind": "contact",
            "text": "May we call?",
            "options": [],
            "asks": ["name", "email", "phone"],
            "consentText": "Yes, call me.",
        },
    ],
}
PHONE = {"user-agent": "Mozilla/5.0 (iPhone)"}


@pytest.fixture(autouse=True)
async def _answers(client: httpx.AsyncClient, query_admin_sql: AdminSql) -> AsyncIterator[None]:
    query_admin_sql(
        "insert into quiz_definitions (tenant_id, version, definition, translations, is_current, created_at, note)"
        " select tenant_id, 'asks', %s::jsonb, '{}', false, now(), '' from quiz_definitions where is_current"
        " and version = 'v1' on conflict do nothing",
        json.dumps(QUIZ),
    )
    start = {"sessionId": "asks_ada", "quizVersion": "asks", "utmSource": "google", "utmCampaign": "spring"}
    await client.post("/api/quiz/session/start", json=start, headers=PHONE)
    await leave(client, "asks_ada", "Ada Lovelace", "ada.quiz@example.com", "=A baby seat")
    await leave(client, "asks_charles", "Charles Babbage", "charles.quiz@example.com", "Winter tyres")
    yield
    query_admin_sql("delete from quiz_sessions where quiz_version = 'asks'")
    query_admin_sql("delete from quiz_definitions where version = 'asks'")


async def leave(
    client: httpx.AsyncClient,
    session: str,
    name: str,
    email: str | None,
    remark: str,
    phone: str | None = None,
) -> None:
    person = {"name": name, "email": email, "phone": phone, "hasConsented": True}
    answers = [
        {"questionId": "remark", "value": remark},
        {"questionId": "person", "value": "given", "contact": person},
    ]
    body = {"sessionId": session, "quizVersion": "asks", "answers": answers}
    assert (await client.post("/api/quiz/answers", json=body, headers=PHONE)).status_code == 200


async def listed(owner: httpx.AsyncClient, **query: str) -> dict[str, Any]:
    answer = await owner.get(URL, params=query)
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


async def test_texts_and_contacts_are_listed_with_their_session(owner_client: httpx.AsyncClient) -> None:
    texts = (await listed(owner_client, kind="text"))["answers"]
    assert {(each["text"], each["sessionId"]) for each in texts} == {
        ("=A baby seat", "asks_ada"), ("Winter tyres", "asks_charles"),
    }  # fmt: skip
    [ada] = (await listed(owner_client, kind="contact", search="lovelace"))["answers"]
    assert (ada["name"], ada["email"], ada["consent"]) == (
        "Ada Lovelace",
        "ada.quiz@example.com",
        "Yes, call me.",
    )
    assert (ada["source"], ada["campaign"], ada["bookingId"]) == ("google", "spring", None)
    # Of a search only what was written counts, not how it is stored.
    assert (await listed(owner_client, kind="contact", search="consent"))["answers"] == []
    assert (await listed(owner_client, kind="text", search="100%"))["answers"] == []


async def test_a_contact_is_followed_up_and_open_again(owner_client: httpx.AsyncClient) -> None:
    assert (await listed(owner_client))["openContacts"] == 2
    path = f"{URL}/asks_ada/person/follow-up"
    assert (await owner_client.put(path, json={"isDone": True})).status_code == 200
    assert (await owner_client.put(path, json={"isDone": True})).status_code == 200
    shown = await listed(owner_client, state="open")
    assert [each["sessionId"] for each in shown["answers"]] == ["asks_charles"]
    assert shown["openContacts"] == 1
    [done] = (await listed(owner_client, state="done"))["answers"]
    assert done["followedUpAt"] is not None
    assert (await owner_client.put(path, json={"isDone": False})).status_code == 200
    assert (await listed(owner_client, state="done"))["answers"] == []
    unknown = await owner_client.put(f"{URL}/asks_ada/other/follow-up", json={"isDone": True})
    assert unknown.status_code == 404


async def test_lists_are_paged(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    query_admin_sql(
        "insert into quiz_answers (tenant_id, session_id, question_id, value, question_text, answer_text,"
        " answered_at, details) select tenant_id, session_id, 'n' || number, 'short', '?', '?', now(),"
        " jsonb_build_object('text', number::text) from quiz_sessions, generate_series(1, 60) as number"
        " where session_id = 'asks_ada'"
    )
    first = await listed(owner_client, kind="text")
    second = await listed(owner_client, kind="text", cursor=first["nextCursor"])
    texts = [each["text"] for page in (first, second) for each in page["answers"]]
    assert (len(first["answers"]), len(texts), len(set(texts)), second["nextCursor"]) == (50, 62, 62, None)
    assert (await owner_client.get(URL, params={"cursor": "none"})).status_code == 422


async def test_the_file_has_what_the_list_has_and_runs_no_formula(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    answer = await owner_client.get(f"{URL}/export.csv", params={"kind": "text"})
    assert answer.status_code == 200
    rows = list(csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff"))))
    assert {row["Answer"] for row in rows} == {"'=A baby seat", "Winter tyres"}
    contacts = await owner_client.get(f"{URL}/export.csv", params={"search": "ada.quiz"})
    [row] = csv.DictReader(io.StringIO(contacts.text.removeprefix("\ufeff")))
    assert (row["Name"], row["Email"], row["Followed up"]) == ("Ada Lovelace", "ada.quiz@example.com", "no")
    noted = query_admin_sql("select subject_id, after from audit_log where action = 'quiz.answers_exported'")
    assert sorted(noted) == [("contact", {"filters": ["search"]}), ("text", {"filters": []})]


async def test_what_was_written_is_deleted_and_still_counted(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    assert (await owner_client.delete(f"{URL}/asks_ada/person")).status_code == 200
    assert (await owner_client.delete(f"{URL}/asks_ada/person")).status_code == 404
    rows = query_admin_sql(
        "select value, details from quiz_answers where session_id = 'asks_ada' and question_id = 'person'"
    )
    assert rows == [("given", None)]


async def test_a_person_without_a_booking_is_found_and_erased_by_the_email_of_the_quiz(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    person = {"email": "Ada.Quiz@example.com"}
    copy = (await owner_client.post("/api/admin/customers/export", json=person)).json()
    [session] = copy["quizSessions"]
    assert {answer["details"].get("text") for answer in session["answers"]} == {"=A baby seat", None}
    erased = await owner_client.post("/api/admin/customers/erase", json=person)
    assert erased.status_code == 200, erased.text
    kept = (
        "select session_id, value, details is null from quiz_answers where question_id = 'person' order by 1"
    )
    assert query_admin_sql(kept) == [("asks_ada", "given", True), ("asks_charles", "given", False)]
    assert query_admin_sql(
        "select count(*) from quiz_answers where starts_with(details ->> 'text', '=A')"
    ) == [(0,)]


async def test_a_contact_that_left_only_a_phone_is_found_by_the_phone_of_a_booking(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    number = "+995 599 73 73 73"
    await leave(client, "asks_grace", "Grace Hopper", None, "A roof box", number)
    # With another's email, the number may be one that two people share.
    await leave(client, "asks_howard", "Howard Aiken", "howard.quiz@example.com", "Snow chains", number)
    form = booking_form(customerEmail="grace.quiz@example.com", customerPhone="00995599737373")
    assert (await client.post("/api/bookings", json=form, headers=PHONE)).status_code == 201
    person = {"email": "grace.quiz@example.com"}
    copy = (await owner_client.post("/api/admin/customers/export", json=person)).json()
    assert [session["session_id"] for session in copy["quizSessions"]] == ["asks_grace"]
    erased = await owner_client.post("/api/admin/customers/erase", json=person)
    assert erased.status_code == 200, erased.text
    kept = "select session_id from quiz_answers where details is not null and session_id = any(%s) order by 1"
    assert query_admin_sql(kept, ["asks_grace", "asks_howard"]) == [("asks_howard",)] * 2


async def test_the_booking_of_a_session_shows_what_was_written(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient
) -> None:
    form = booking_form(customerEmail="ada.quiz@example.com", quizSessionId="asks_ada")
    booked = await client.post("/api/bookings", json=form, headers=PHONE)
    assert booked.status_code == 201, booked.text
    [ada] = (await listed(owner_client, search="ada.quiz"))["answers"]
    assert (ada["bookingId"], ada["reference"]) == (booked.json()["bookingId"], booked.json()["reference"])
    shown = (await owner_client.get(f"/api/admin/bookings/{ada['bookingId']}")).json()
    assert "=A baby seat" in json.dumps(shown)
