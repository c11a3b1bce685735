"""The language that someone of the console chose for themselves."""

import pytest
from console_people import Person, signed_in_person
from product_fixtures import AdminSql, ClientFactory, SignIn

from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
LANGUAGE = "/api/admin/account/language"


@pytest.fixture(autouse=True)
def _fresh(query_admin_sql: AdminSql) -> None:
    query_admin_sql("delete from sign_in_failures")


@pytest.fixture
async def person(db: Database, georgia: Tenant, client_of: ClientFactory, sign_in: SignIn) -> Person:
    return await signed_in_person(db, georgia, "analyst", client_of, sign_in)


async def language_of(person: Person) -> str | None:
    answer = await person.client.get("/api/admin/me")
    assert answer.status_code == 200, answer.text
    language: str | None = answer.json()["admin"]["language"]
    return language


async def test_a_choice_is_ones_own_and_can_be_taken_back(
    person: Person, db: Database, georgia: Tenant, client_of: ClientFactory, sign_in: SignIn
) -> None:
    colleague = await signed_in_person(db, georgia, "owner", client_of, sign_in)
    assert await language_of(person) is None
    answer = await person.client.put(LANGUAGE, json={"language": "ru"})
    assert answer.status_code == 200, answer.text
    assert await language_of(person) == "ru"
    assert await language_of(colleague) is None
    answer = await person.client.put(LANGUAGE, json={"language": None})
    assert answer.status_code == 200, answer.text
    assert await language_of(person) is None


@pytest.mark.parametrize("language", ["tlh", "", "RU", "ru-RU", "../ru", "r" * 100, 7, ["ru"]])
async def test_a_language_that_the_console_does_not_speak_is_refused(
    person: Person, language: object
) -> None:
    answer = await person.client.put(LANGUAGE, json={"language": language})
    assert answer.status_code == 422
    assert [item["field"] for item in answer.json()["fields"]] == ["language"]
    assert await language_of(person) is None


async def test_no_one_chooses_without_a_sign_in_or_with_that_of_another_company(
    person: Person, client_of: ClientFactory
) -> None:
    stranger = client_of("localhost")
    assert (await stranger.put(LANGUAGE, json={"language": "ru"})).status_code == 401
    elsewhere = client_of("alps.localhost")
    elsewhere.cookies = person.client.cookies
    assert (await elsewhere.put(LANGUAGE, json={"language": "ru"})).status_code == 401
    assert await language_of(person) is None
