"""Admins, affiliates and customers are written to in their own language, if their company offers it."""

import csv
import email
from email.message import EmailMessage
from email.policy import default

import httpx
import pytest
from background_tasks import run_for_all
from console_people import signed_in_person
from loadtests.forms import booking_form
from product_fixtures import AdminSql, ClientFactory, SignIn

from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.messaging.outbox.service import deliver
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
LANGUAGE = "/api/admin/account/language"
AFFILIATE = {
    "name": "Nomad Blog",
    "email": "nomad@example.com",
    "paypalEmail": "pay@example.com",
    "password": "a password of theirs",
}


@pytest.fixture
def context(db: Database, settings: Settings, clock: FixedClock) -> TaskContext:
    return TaskContext(db, settings, clock)


@pytest.fixture(autouse=True)
def _three_languages(query_admin_sql: AdminSql, georgia: Tenant, alps: Tenant) -> None:
    query_admin_sql(
        "update tenant_settings set languages = '{en,ka,ru}', team_language = null where tenant_id = %s",
        georgia.id,
    )
    query_admin_sql("update tenant_settings set languages = '{en,de}' where tenant_id = %s", alps.id)
    query_admin_sql("delete from sign_in_failures")
    query_admin_sql("delete from outbox_messages")
    query_admin_sql("delete from affiliate_sessions")


async def mails(context: TaskContext, to: str) -> list[EmailMessage]:
    """What was sent to an address, the newest last."""
    await run_for_all(deliver, context)
    found = []
    for file in sorted((context.settings.data_dir / "mail").glob("*.eml")):
        message = email.message_from_bytes(file.read_bytes(), policy=default)
        assert isinstance(message, EmailMessage)
        if message["To"] == to:
            found.append(message)
    return found


def html_of(message: EmailMessage) -> str:
    body = message.get_body(("html",))
    assert body is not None
    return str(body.get_content())


async def test_an_admin_chooses_the_language_of_the_console_and_is_written_to_in_it(
    db: Database,
    georgia: Tenant,
    client: httpx.AsyncClient,
    client_of: ClientFactory,
    sign_in: SignIn,
    context: TaskContext,
    query_admin_sql: AdminSql,
) -> None:
    person = await signed_in_person(db, georgia, "analyst", client_of, sign_in)
    assert (await person.client.get("/api/admin/me")).json()["admin"]["language"] is None
    assert (await person.client.put(LANGUAGE, json={"language": "ru"})).status_code == 200
    assert (await person.client.get("/api/admin/me")).json()["admin"]["language"] == "ru"
    # No one else's: neither the owner's nor that of the other company's people.
    others = query_admin_sql("select 1 from admins where language is not null and id <> %s", person.id)
    assert others == []
    assert (await client.post("/api/admin/password-reset", json={"email": person.email})).status_code == 200
    [message] = await mails(context, person.email)
    assert message["Subject"] == "Новый пароль для Abano Georgia"
    assert message["Content-Language"] == "ru"
    assert '<html lang="ru"' in html_of(message)
    assert (await person.client.put(LANGUAGE, json={"language": None})).status_code == 200
    assert (await person.client.get("/api/admin/me")).json()["admin"]["language"] is None


@pytest.mark.parametrize("language", ["fr", "", "RU", "r" * 500, 7, ["ru"]])
async def test_only_languages_of_the_product_can_be_chosen(
    owner_client: httpx.AsyncClient, language: object
) -> None:
    answer = await owner_client.put(LANGUAGE, json={"language": language})
    assert (answer.status_code, answer.json()["fields"][0]["field"]) == (422, "language")


async def test_no_one_chooses_without_signing_in_or_with_another_companys_session(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, client_of: ClientFactory
) -> None:
    assert (await client.put(LANGUAGE, json={"language": "ru"})).status_code == 401
    alps = client_of("alps.localhost")
    alps.cookies.update({cookie.name: cookie.value or "" for cookie in owner_client.cookies.jar})
    assert (await alps.put(LANGUAGE, json={"language": "ru"})).status_code == 401


async def test_the_team_is_notified_in_its_own_language(
    client: httpx.AsyncClient,
    alps_client: httpx.AsyncClient,
    georgia: Tenant,
    context: TaskContext,
    query_admin_sql: AdminSql,
) -> None:
    query_admin_sql("update tenant_settings set team_language = 'ka' where tenant_id = %s", georgia.id)
    answer = await client.post("/api/bookings", json=booking_form(language="ru"))
    assert answer.status_code == 201, answer.text
    [message] = await mails(context, "bookings@abano.example")
    reference = answer.json()["reference"]
    assert message["Subject"].startswith(f"ახალი ჯავშანი {reference}")
    assert '<html lang="ka"' in html_of(message)
    # In which language the customer booked.
    assert "რუსული" in html_of(message)


@pytest.mark.parametrize(
    ("sent", "stored", "subject"),
    [
        ("ru", "ru", "Ваше бронирование {} подтверждено"),
        ("ka", "ka", "თქვენი ჯავშანი {} დადასტურებულია"),
        ("de", None, "Your booking {} is confirmed"),
        (None, None, "Your booking {} is confirmed"),
        (["ru"], None, "Your booking {} is confirmed"),
        ("r" * 5000, None, "Your booking {} is confirmed"),
    ],
)
async def test_a_customer_is_written_to_in_the_language_of_the_page(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    sent: object,
    stored: str | None,
    subject: str,
) -> None:
    answer = (await client.post("/api/bookings", json=booking_form(language=sent))).json()
    booking = answer["bookingId"]
    assert query_admin_sql("select language from bookings where id = %s", booking) == [(stored,)]
    shown = (await owner_client.get(f"/api/admin/bookings/{booking}")).json()["booking"]
    assert shown["customerLanguage"] == (stored or "en")
    [template] = [each for each in shown["templates"] if each["code"] == "confirmation"]
    assert template["subject"] == subject.format(answer["reference"])
    places = {"ru": "Тбилиси", "ka": "თბილისი"}
    assert places.get(stored or "", "Tbilisi") in template["body"]


async def test_an_affiliate_is_written_to_in_the_language_they_last_signed_in_under(
    client: httpx.AsyncClient, context: TaskContext, query_admin_sql: AdminSql
) -> None:
    def language() -> object:
        [row] = query_admin_sql("select language from affiliates where email = %s", AFFILIATE["email"])
        return row[0]

    assert (
        await client.post("/api/referrers/register", json=AFFILIATE | {"language": "ka"})
    ).status_code == 201
    assert language() == "ka"
    body = {"email": AFFILIATE["email"], "password": AFFILIATE["password"]}
    for sent, stored in (("ru", "ru"), ("de", "ru"), (None, "ru"), (["ka"], "ru")):
        answer = await client.post("/api/referrers/login", json=body | {"language": sent})
        assert answer.status_code == 200, answer.text
        assert language() == stored
    reset = await client.post("/api/referrers/password-reset", json={"email": AFFILIATE["email"]})
    assert reset.status_code == 200
    [message] = await mails(context, AFFILIATE["email"])
    assert message["Subject"] == "Новый пароль для партнёрской программы Abano Georgia"
    assert "/ru/affiliate-reset-password#" in html_of(message)
    file = await client.get(
        "/api/referrers/bookings.csv", headers={"authorization": f"Bearer {answer.json()['token']}"}
    )
    [heading] = csv.reader(file.text.lstrip("\ufeff").splitlines())
    assert heading == [
        "Дата",
        "Номер бронирования",
        "Автомобиль",
        "Маршрут",
        "Полная стоимость",
        "Комиссия",
        "Статус комиссии",
    ]


async def test_files_have_headings_in_their_readers_language(
    db: Database, georgia: Tenant, client_of: ClientFactory, sign_in: SignIn, query_admin_sql: AdminSql
) -> None:
    person = await signed_in_person(db, georgia, "manager", client_of, sign_in)

    async def first_heading() -> str:
        file = await person.client.get("/api/admin/bookings/export.csv")
        return next(csv.reader(file.text.lstrip("\ufeff").splitlines()))[0]

    assert await first_heading() == "Booking ID"
    await person.client.put(LANGUAGE, json={"language": "de"})
    assert await first_heading() == "Buchungsnummer"
    # What another program reads keeps its headings.
    payments = await person.client.get("/api/admin/payouts.csv")
    assert payments.text.startswith("Email/Phone,Amount,Currency code")


async def test_an_invitation_is_in_the_teams_language(
    owner_client: httpx.AsyncClient, georgia: Tenant, context: TaskContext, query_admin_sql: AdminSql
) -> None:
    query_admin_sql("update tenant_settings set team_language = 'ru' where tenant_id = %s", georgia.id)
    body = {"email": "invited@example.com", "role": "manager"}
    answer = await owner_client.post("/api/admin/users/invitations", json=body)
    assert answer.status_code == 201, answer.text
    [message] = await mails(context, "invited@example.com")
    assert message["Subject"] == "Приглашение в консоль Abano Georgia"
    assert "Ваша роль: менеджер." in html_of(message)


async def test_a_message_that_waited_since_the_release_before_is_still_sent(
    georgia: Tenant, context: TaskContext, query_admin_sql: AdminSql
) -> None:
    query_admin_sql(
        "insert into outbox_messages (tenant_id, id, kind, payload, created_at, due_at) values"
        " (%s, gen_random_uuid(), 'booking.cancelled',"
        """ '{"reference": "ABC-DEFG", "customerName": "Ada", "carName": "Niva", "reason": "ill"}', now(),"""
        " '2020-01-01')",
        georgia.id,
    )
    [message] = await mails(context, "bookings@abano.example")
    assert message["Subject"] == "Booking ABC-DEFG was cancelled"
    assert query_admin_sql("select count(*) from outbox_messages where dead_at is not null") == [(0,)]
