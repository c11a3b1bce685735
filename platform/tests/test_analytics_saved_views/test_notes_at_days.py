"""Notes at days of the figures: seen by the company's analysts alone, with what was published on those days."""

from datetime import UTC, datetime

import httpx
import pytest
from product_fixtures import AdminSql
from view_steps import NOTE, NOTES, note_things

pytestmark = pytest.mark.anyio
YEAR = {"year": 2026}


@pytest.fixture(autouse=True)
def no_notes(query_admin_sql: AdminSql) -> None:
    query_admin_sql("delete from analytics_annotations")


async def test_a_note_is_listed_in_its_period_changed_and_deleted(owner_client: httpx.AsyncClient) -> None:
    note = (await note_things(owner_client))["annotation_id"]
    (seen,) = (await owner_client.get(NOTES, params={"year": 2026, "month": 6})).json()["annotations"]
    assert (seen["id"], seen["day"], seen["text"]) == (note, "2026-06-15", "New prices")
    assert (await owner_client.get(NOTES, params={"year": 2026, "month": 5})).json()["annotations"] == []
    changed = await owner_client.put(
        f"{NOTES}/{note}", json={"day": "2026-05-31", "text": "  Prices of summer "}
    )
    assert changed.is_success, changed.text
    (seen,) = (await owner_client.get(NOTES, params={"from": "2026-05-31", "to": "2026-05-31"})).json()[
        "annotations"
    ]
    assert seen["text"] == "Prices of summer"
    assert (await owner_client.delete(f"{NOTES}/{note}")).status_code == 204
    assert (await owner_client.delete(f"{NOTES}/{note}")).status_code == 404
    assert (await owner_client.get(NOTES, params=YEAR)).json()["annotations"] == []


@pytest.mark.parametrize(
    ("wrong", "field"),
    [({"text": " "}, "text"), ({"text": "x" * 81}, "text"), ({"day": "1999-12-31"}, "day")],
)
async def test_what_cannot_be_noted_names_the_field(
    owner_client: httpx.AsyncClient, wrong: dict[str, str], field: str
) -> None:
    answer = await owner_client.post(NOTES, json=NOTE | wrong)
    assert answer.status_code == 422, answer.text
    assert [item["field"] for item in answer.json()["fields"]] == [field]


async def test_a_company_keeps_five_hundred(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    await note_things(owner_client)
    query_admin_sql(
        "insert into analytics_annotations select tenant_id, gen_random_uuid(), day, text, created_by, created_at"
        " from analytics_annotations, generate_series(1, 499)"
    )
    assert (await owner_client.post(NOTES, json=NOTE)).status_code == 409


async def test_a_published_quiz_marks_its_local_day(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    # 20:30 in UTC is half past midnight of the next day in Tbilisi.
    query_admin_sql(
        "insert into quiz_definitions (tenant_id, version, definition, created_at)"
        " select id, 'v77', '{}', %s from tenants where slug = 'georgia'",
        datetime(2023, 4, 30, 20, 30, tzinfo=UTC),
    )
    try:
        may = (await owner_client.get(NOTES, params={"year": 2023, "month": 5})).json()
        assert may["quizzes"] == [{"day": "2023-05-01", "version": "v77"}]
        april = (await owner_client.get(NOTES, params={"year": 2023, "month": 4})).json()
        assert april["quizzes"] == []
    finally:
        query_admin_sql("delete from quiz_definitions where version = 'v77'")
