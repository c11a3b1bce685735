"""With the analytics service: the figures of a shared link, and the sessions of a bar."""

import httpx
import pytest
from analytics_process import FIGURES, AnalyticsProcess, wait_for
from product_fixtures import AdminSql
from view_steps import VIEWS, view_things

from abano.core.config import Settings
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
SESSION = """
    insert into quiz_sessions (tenant_id, session_id, quiz_version, device, started_at, updated_at)
    values (%s, %s, 'v1', 'phone', '2026-06-10 09:00+00', '2026-06-10 09:00+00')
"""
ANSWER = """
    insert into quiz_answers (tenant_id, session_id, question_id, value, question_text, answer_text, answered_at)
    values (%s, %s, 'q1', 'leisure', 'Why?', 'Leisure', '2026-06-10 09:01+00')
"""


@pytest.fixture
def settings(settings: Settings, analytics_process: AnalyticsProcess) -> Settings:
    return settings.model_copy(update={"analytics_url": analytics_process.url})


async def test_a_link_shows_figures_and_a_bar_its_sessions(
    owner_client: httpx.AsyncClient, client: httpx.AsyncClient, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    query_admin_sql(SESSION, georgia.id, "a-secret-session-id")
    query_admin_sql(ANSWER, georgia.id, "a-secret-session-id")
    await wait_for(owner_client, f"{FIGURES}answers", lambda body: body["answerDistribution"] != [])
    made = await view_things(owner_client)
    page = await client.post("/api/shared-figures", json={"token": made["token"]})
    assert page.status_code == 200, page.text
    shown = page.json()
    assert (shown["name"], shown["first"], shown["last"]) == ("June by phone", "2026-06-01", "2026-06-30")
    assert shown["filters"] == [{"name": "device", "value": "phone"}]
    assert shown["overview"]["totalSessions"] == 1
    assert shown["timeline"]["unit"] == "day"
    assert [day["totalSessions"] for day in shown["timeline"]["buckets"]] == [0] * 9 + [1] + [0] * 20
    # The view has no second segment: its link has none.
    assert (shown["compared"], shown["timelineA"]) == ([], None)
    assert "secret-session" not in page.text
    assert page.headers["cache-control"] == "no-store"
    assert page.headers["x-robots-tag"] == "noindex"

    bar = "year=2026&month=6&bar=answer&barQuestion=q1&barAnswer=leisure"
    behind = await owner_client.get(f"/api/quiz/analytics/sessions?{bar}")
    counted = shown["answers"][0]["answers"][0]["count"]
    assert (behind.json()["total"], len(behind.json()["sessions"])) == (counted, counted)
    assert behind.json()["sessions"][0]["steps"][0]["value"] == "leisure"
    assert "secret-session" not in behind.text
    exported = await owner_client.get(f"/api/quiz/analytics/export?table=sessions&{bar}")
    assert exported.text.count("a-secret-session-id") == 1
    wrong = await owner_client.get("/api/quiz/analytics/sessions?year=2026&bar=answer&barQuestion=q1")
    assert [item["field"] for item in wrong.json()["fields"]] == ["barAnswer"]

    segments = (
        "b.year=2026&b.month=5&b.device=desktop&d.name=Every&d.year=2026&d.month=6&a.name=Ours&unit=week"
    )
    answers = "year=2026&answer=q1%3Aleisure%3Bq2%3A%28none%29"
    narrowed = {"name": "Two answers", "parameters": f"{answers}&{segments}"}
    view = (await owner_client.post(VIEWS, json=narrowed)).json()["id"]
    address = (await owner_client.post(f"{VIEWS}/{view}/links", json={"days": 1})).json()["url"]
    answer = await client.post("/api/shared-figures", json={"token": address.partition("#")[2]})
    assert [one["value"] for one in answer.json()["filters"]] == ["q1:leisure", "q2:(none)"]
    assert answer.json()["overview"]["totalSessions"] == 1
    compared, other = answer.json()["compared"]
    assert (answer.json()["nameA"], compared["letter"], compared["name"]) == ("Ours", "B", "")
    assert (other["letter"], other["name"], other["overview"]["totalSessions"]) == ("D", "Every", 1)
    assert "cost" not in answer.text.lower()
    assert (compared["first"], compared["last"]) == ("2026-05-01", "2026-05-31")
    assert compared["filters"] == [{"name": "device", "value": "desktop"}]
    assert compared["overview"]["totalSessions"] == 0
    drawn = [answer.json()["timeline"], answer.json()["timelineA"], compared["timeline"]]
    assert [(one["unit"], sum(bucket["totalSessions"] for bucket in one["buckets"])) for one in drawn] == [
        ("week", 1), ("week", 1), ("week", 0),
    ]  # fmt: skip
