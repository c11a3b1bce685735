"""Reviews in the console: what is decided, answered and imported, by whom, and what is refused."""

from typing import Any
from uuid import UUID

import httpx
import pytest
from console_people import signed_in_person
from emptied_tables import empty_tables
from product_fixtures import AdminSql, ClientFactory, SignIn
from review_steps import REVIEW, add_review

from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio

URL = "/api/admin/reviews"
HEADING = "Source,Date,Author,Rating,Text,Car,Link\n"


@pytest.fixture(autouse=True)
def _no_reviews(query_admin_sql: AdminSql) -> None:
    empty_tables(query_admin_sql, "reviews")


async def listed(owner: httpx.AsyncClient, **query: Any) -> list[dict[str, Any]]:
    answer = await owner.get(URL, params=query)
    assert answer.status_code == 200, answer.text
    reviews: list[dict[str, Any]] = answer.json()["reviews"]
    return reviews


async def public(client: httpx.AsyncClient) -> list[dict[str, Any]]:
    reviews: list[dict[str, Any]] = (await client.get("/api/reviews")).json()["reviews"]
    return reviews


async def test_a_review_is_published_answered_and_hidden(
    owner_client: httpx.AsyncClient, client: httpx.AsyncClient, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    review = add_review(query_admin_sql, georgia, state="new")
    assert (await owner_client.get(f"{URL}/count")).json()["toModerate"] == 1
    assert await public(client) == []
    published = await owner_client.post(f"{URL}/{review}/publish", json={"revision": 1})
    assert (published.status_code, published.json()["revision"]) == (200, 2)
    # Someone else has decided meanwhile.
    late = await owner_client.post(f"{URL}/{review}/hide", json={"revision": 1, "reason": "Spam"})
    assert (late.status_code, late.json()["code"]) == (409, "ReviewChanged")
    answered = await owner_client.put(
        f"{URL}/{review}/answer", json={"revision": 2, "answer": " Thank you! "}
    )
    assert answered.status_code == 200, answered.text
    [shown] = await public(client)
    assert (shown["rating"], shown["answer"]) == (5, "Thank you!")
    missing = await owner_client.post(f"{URL}/{review}/hide", json={"revision": 3, "reason": " "})
    assert (missing.status_code, missing.json()["fields"][0]["field"]) == (422, "reason")
    assert (
        await owner_client.post(f"{URL}/{review}/hide", json={"revision": 3, "reason": "Insults staff"})
    ).status_code == 200
    assert await public(client) == []
    [kept] = await listed(owner_client, state="hidden")
    assert (kept["hiddenReason"], kept["text"], kept["answer"]) == (
        "Insults staff",
        "A good car.",
        "Thank you!",
    )


async def test_rating_and_text_cannot_be_edited(
    owner_client: httpx.AsyncClient, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    review = add_review(query_admin_sql, georgia, state="new", rating=1)
    for method, path in (("PUT", f"{URL}/{review}"), ("PATCH", f"{URL}/{review}")):
        answer = await owner_client.request(method, path, json={"rating": 5, "text": "Great"})
        assert answer.status_code in {404, 405}
    await owner_client.post(f"{URL}/{review}/publish", json={"revision": 1, "rating": 5, "text": "Great"})
    assert query_admin_sql("select rating, text from reviews") == [(1, "A good car.")]


async def test_reviews_are_listed_by_state_source_car_and_rating(
    owner_client: httpx.AsyncClient, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    add_review(query_admin_sql, georgia, author="A", source="Google", car="subaru-forester", rating=4)
    add_review(query_admin_sql, georgia, author="B", state="new")
    add_review(query_admin_sql, georgia, author="C", source="Google", rating=2)
    for query, authors in (
        ({"state": "published"}, "AC"),
        ({"source": "Google", "rating": 4}, "A"),
        ({"source": ""}, "B"),
        ({"car": "subaru-forester"}, "A"),
        ({"car": "no-such-car"}, ""),
    ):
        assert sorted(each["author"] for each in await listed(owner_client, **query)) == list(authors), query


async def test_a_file_is_imported_whole_or_not_at_all_and_never_twice(
    owner_client: httpx.AsyncClient, client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    good = "Google,2026-05-31,Ada,5,A fine car,Subaru Forester,https://maps.example/1\n"
    bad = "Google,2031-05-31,,6,Fine,Lada,http://maps.example\n"
    checked = await owner_client.post(
        f"{URL}/import", json={"csv": HEADING + good + bad + good, "onlyCheck": True}
    )
    lines = checked.json()["lines"]
    assert [line["outcome"] for line in lines] == ["new", "bad", "known"]
    assert sorted(problem["column"] for problem in lines[1]["problems"]) == [
        "Author", "Car", "Date", "Link", "Rating",
    ]  # fmt: skip
    refused = await owner_client.post(f"{URL}/import", json={"csv": HEADING + good + bad})
    assert (refused.status_code, refused.json()["fields"][0]["field"]) == (422, "line 3: Author")
    assert query_admin_sql("select count(*) from reviews") == [(0,)]
    body = {"csv": HEADING + good + "Google,2026-05-30,Grace,4,Good,,\n", "isPublished": True}
    assert (await owner_client.post(f"{URL}/import", json=body)).json()["imported"] == 2
    assert (await owner_client.post(f"{URL}/import", json=body)).json()["imported"] == 0
    first = (await public(client))[0]
    assert (first["author"], first["source"], first["sourceUrl"], first["car"], first["isVerified"]) == (
        "Ada", "Google", "https://maps.example/1", "subaru-forester", False,
    )  # fmt: skip
    headless = await owner_client.post(f"{URL}/import", json={"csv": "Name,Stars\nAda,5"})
    assert headless.json()["fields"][0]["code"] == "review_columns_missing"


async def test_a_review_of_another_site_is_added_once_and_never_verified(
    owner_client: httpx.AsyncClient, client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    review = REVIEW | {"sourceUrl": "https://maps.example/1", "car": "subaru-forester", "isPublished": True}
    added = await owner_client.post(URL, json=review)
    assert (added.status_code, added.json()["revision"]) == (201, 1), added.text
    again = await owner_client.post(URL, json=review | {"text": " A  GOOD car "})
    assert (again.status_code, again.json()["code"]) == (409, "ReviewAlreadyAdded")
    # The file's rows are compared with what was entered by hand.
    row = "Google,2026-06-01,Ada,5,A good car,,\n"
    imported = await owner_client.post(f"{URL}/import", json={"csv": HEADING + row})
    assert imported.json()["imported"] == 0
    [shown] = await public(client)
    assert (shown["source"], shown["sourceUrl"], shown["car"], shown["isVerified"]) == (
        "Google", "https://maps.example/1", "subaru-forester", False,
    )  # fmt: skip
    waiting = await owner_client.post(URL, json=REVIEW | {"author": "Grace"})
    assert waiting.status_code == 201
    assert [each["author"] for each in await listed(owner_client, state="new")] == ["Grace"]
    assert len(await public(client)) == 1
    assert query_admin_sql("select count(*) from audit_log where action = 'review.added'") == [(2,)]


async def test_what_is_wrong_with_an_added_review_names_its_field(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    for changes, field in (
        ({"source": " "}, "source"),
        ({"source": "x" * 61}, "source"),
        ({"sourceUrl": "http://maps.example"}, "sourceUrl"),
        ({"sourceUrl": "javascript:alert(1)"}, "sourceUrl"),
        ({"writtenOn": "2031-01-01"}, "writtenOn"),
        ({"author": ""}, "author"),
        ({"rating": 0}, "rating"),
        ({"text": "x" * 3_001}, "text"),
        ({"language": "English"}, "language"),
        ({"car": "no-such-car"}, "car"),
    ):
        refused = await owner_client.post(URL, json=REVIEW | changes)
        assert (refused.status_code, [each["field"] for each in refused.json()["fields"]]) == (422, [field])
    assert query_admin_sql("select count(*) from reviews") == [(0,)]


async def test_another_company_sees_and_decides_nothing(
    db: Database,
    client_of: ClientFactory,
    sign_in: SignIn,
    georgia: Tenant,
    alps: Tenant,
    query_admin_sql: AdminSql,
) -> None:
    stranger = await signed_in_person(db, alps, "owner", client_of, sign_in)
    review: UUID = add_review(query_admin_sql, georgia, state="new")
    assert await listed(stranger.client) == []
    answer = await stranger.client.post(f"{URL}/{review}/publish", json={"revision": 1})
    assert answer.status_code == 404
    own = await stranger.client.post(URL, json=REVIEW)
    assert own.status_code == 201, own.text
    unknown = await stranger.client.post(URL, json=REVIEW | {"author": "Grace", "car": "subaru-forester"})
    assert unknown.json()["fields"][0]["field"] == "car"
    assert query_admin_sql("select state from reviews where tenant_id = %s", georgia.id) == [("new",)]
