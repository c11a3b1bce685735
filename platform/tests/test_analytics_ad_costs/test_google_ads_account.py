"""A connected Google Ads account against a stand-in of the API: what is read, replaced, refused and kept."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import httpx
import pytest
from background_tasks import run_for_all
from console_people import signed_in_person
from cost_steps import TYPED, UPLOADED, encoded
from google_ads_stand_in import (
    CUSTOMER,
    MANAGER,
    Answer,
    CampaignDay,
    GoogleAdsStandIn,
    refused,
    running_google_ads,
)
from product_fixtures import NOW, AdminSql, ClientFactory, SignIn
from service_account import CLIENT_EMAIL, KEY_FILE

from abano.analytics.ad_costs import accounts
from abano.analytics.ad_costs.repository import tenants_with_due_accounts
from abano.analytics.ad_costs.tasks import read_due
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.core.ids import new_id
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
URL = "/api/admin/ad-account"
COSTS = "/api/admin/campaign-costs"
ACCOUNT = {"customerId": "123-456-7890", "keyFile": KEY_FILE}
TODAY = NOW.date()
YESTERDAY = TODAY - timedelta(days=1)
STORED = (
    "select campaign, first_day, amount_minor, clicks, impressions, conversions::float from campaign_costs"
    " order by first_day, campaign_key"
)


@pytest.fixture
def google_ads() -> Iterator[GoogleAdsStandIn]:
    with running_google_ads() as google:
        yield google


@pytest.fixture
def settings(settings: Settings, google_ads: GoogleAdsStandIn) -> Settings:
    return Settings(**settings.model_dump() | {"google_ads_api_url": google_ads.url})


@pytest.fixture(autouse=True)
def _no_costs(query_admin_sql: AdminSql) -> None:
    query_admin_sql("delete from campaign_costs")
    query_admin_sql("delete from ad_accounts")


async def connect(client: httpx.AsyncClient, **more: Any) -> dict[str, Any]:
    answer = await client.put(URL, json=ACCOUNT | more)
    assert answer.status_code == 200, answer.text
    return dict(answer.json()["account"])


async def read(client: httpx.AsyncClient) -> dict[str, Any]:
    answer = await client.post(f"{URL}/reading")
    assert answer.status_code == 200, answer.text
    return dict(answer.json()["account"])


async def test_an_account_is_read_by_day_in_pages_and_its_key_is_sealed_and_never_shown(
    owner_client: httpx.AsyncClient, google_ads: GoogleAdsStandIn, query_admin_sql: AdminSql
) -> None:
    google_ads.rows = [
        CampaignDay("Spring", YESTERDAY, 12_345_678, 40, 900, 1.5),
        CampaignDay("brand", YESTERDAY, 0, 3, 50),
        CampaignDay("Spring", TODAY, 1_005_000, 2, 30),
        # Another campaign with the same name: their parts of cents are added up before they are rounded.
        CampaignDay("SPRING ", TODAY, 1_005_000, 1, 10, 0.333333, campaign_id="222"),
    ]
    google_ads.page_rows = 2
    assert (await owner_client.get(URL)).json() == {"success": True, "account": None}
    assert (await connect(owner_client, managerId="987-654-3210"))["readAt"] is None
    account = await read(owner_client)
    assert (account["customerId"], account["managerId"], account["clientEmail"], account["currency"]) == (
        CUSTOMER, MANAGER, CLIENT_EMAIL, "EUR",
    )  # fmt: skip
    assert (account["problem"], account["skipped"]) == (None, 0)
    assert query_admin_sql(STORED) == [
        ("brand", YESTERDAY, 0, 3, 50, 0),
        ("Spring", YESTERDAY, 1235, 40, 900, 1.5),
        ("Spring", TODAY, 201, 3, 40, 0.333333),
    ]
    [stored] = (await owner_client.get(COSTS)).json()["costs"]
    assert (stored["fileName"], stored["campaigns"], stored["amount"]) == (
        "Google Ads 123-456-7890",
        2,
        14.36,
    )
    assert [search.get("pageToken") for search in google_ads.searches] == [None, "page-2"]
    assert f"BETWEEN '{TODAY - timedelta(days=90)}' AND '{TODAY}'" in google_ads.searches[0]["query"]
    assert google_ads.headers[0]["login-customer-id"] == MANAGER
    assert "developer-token" not in google_ads.headers[0]
    [(sealed,)] = query_admin_sql("select sealed_key from ad_accounts")
    assert b"PRIVATE" not in bytes(sealed)
    assert "PRIVATE" not in (await owner_client.get(URL)).text
    assert "PRIVATE" not in str(query_admin_sql("select * from audit_log"))
    # Without a key the stored one is kept.
    assert (await owner_client.put(URL, json={"customerId": CUSTOMER})).status_code == 200
    assert query_admin_sql("select sealed_key from ad_accounts") == [(sealed,)]


async def test_days_that_google_revised_are_replaced_and_none_is_counted_twice(
    owner_client: httpx.AsyncClient,
    google_ads: GoogleAdsStandIn,
    clock: FixedClock,
    query_admin_sql: AdminSql,
) -> None:
    old, taken_back = TODAY - timedelta(days=60), TODAY - timedelta(days=3)
    google_ads.rows = [
        CampaignDay("spring", old, 5_000_000),
        CampaignDay("spring", taken_back, 7_000_000, 9),
        CampaignDay("spring", YESTERDAY, 10_000_000, 20, 200, 1),
    ]
    await connect(owner_client)
    await read(owner_client)
    clock.move(hours=5)
    # A corrected day, one of which nothing is left, another name of the campaign; the oldest is not asked for again.
    google_ads.rows = [CampaignDay("spring sale", YESTERDAY, 9_000_000, 18, 200, 2)]
    await read(owner_client)
    assert query_admin_sql(STORED) == [
        ("spring", old, 500, 0, 0, 0),
        ("spring sale", YESTERDAY, 900, 18, 200, 2),
    ]
    assert f"BETWEEN '{TODAY - timedelta(days=30)}'" in google_ads.searches[-1]["query"]
    assert await read(owner_client)
    assert query_admin_sql("select count(*) from campaign_costs") == [(2,)]


async def test_costs_of_a_file_are_replaced_by_the_same_spelling_and_longer_ones_stay(
    owner_client: httpx.AsyncClient, google_ads: GoogleAdsStandIn, query_admin_sql: AdminSql
) -> None:
    report = (
        f"Day,Campaign,Currency code,Cost\n{YESTERDAY},Autumn-4x4,EUR,50.00\n{YESTERDAY},other,EUR,1.00\n"
    )
    uploaded = await owner_client.post(
        f"{COSTS}/uploads", json=UPLOADED | {"file": encoded(report), "onlyCheck": False}
    )
    assert uploaded.json()["lines"] == 2
    days = {"firstDay": f"{TODAY - timedelta(days=5)}", "lastDay": f"{TODAY}"}
    assert (await owner_client.post(COSTS, json=TYPED | days)).status_code == 201
    google_ads.rows = [
        CampaignDay("AUTUMN-4X4", YESTERDAY, 52_000_000, 10, 100, 2),
        # Typed for the whole week.
        CampaignDay("Spring", YESTERDAY, 3_000_000),
    ]
    await connect(owner_client)
    account = await read(owner_client)
    assert (account["skipped"], account["skippedReason"]["code"]) == (1, "cost_overlaps")
    assert [(row[0], row[2]) for row in query_admin_sql(STORED)] == [
        ("spring", 25050), ("AUTUMN-4X4", 5200), ("other", 100),
    ]  # fmt: skip


async def test_another_currency_needs_a_rate_of_that_day(
    owner_client: httpx.AsyncClient, google_ads: GoogleAdsStandIn, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    query_admin_sql("delete from exchange_rates where currency = 'GEL'")
    google_ads.currency, google_ads.rows = "GEL", [CampaignDay("spring", YESTERDAY, 32_000_000)]
    await connect(owner_client)
    account = await read(owner_client)
    assert (account["problem"]["code"], account["problem"]["params"]["currency"]) == (
        "cost_without_rate",
        "GEL",
    )
    assert account["readAt"] is None
    query_admin_sql(
        "insert into exchange_rates (tenant_id, id, base_currency, currency, rate, valid_from, created_at)"
        " values (%s, %s, 'EUR', 'GEL', 3.2, %s, now())",
        georgia.id, new_id(), NOW - timedelta(days=20),
    )  # fmt: skip
    account = await read(owner_client)
    assert (account["problem"], account["currency"]) == (None, "GEL")
    assert query_admin_sql(
        "select currency, amount_minor, base_currency, base_minor from campaign_costs"
    ) == [("GEL", 3200, "EUR", 1000)]


SIX_HOURS = {"quotaErrorDetails": {"retryDelay": "21600s"}}
QUOTA = refused(429, "RESOURCE_EXHAUSTED", details=SIX_HOURS, quotaError="RESOURCE_EXHAUSTED")
API_OFF: Answer = (
    403,
    {"error": {"code": 403, "details": [{"@type": "google.rpc.ErrorInfo", "reason": "SERVICE_DISABLED"}]}},
)


@pytest.mark.parametrize(
    ("refusal", "code"),
    [
        (
            refused(403, "PERMISSION_DENIED", authorizationError="USER_PERMISSION_DENIED"),
            "google_ads_not_permitted",
        ),
        (
            refused(401, "UNAUTHENTICATED", authenticationError="CUSTOMER_NOT_FOUND"),
            "google_ads_account_unknown",
        ),
        (
            refused(403, "PERMISSION_DENIED", authorizationError="CUSTOMER_NOT_ENABLED"),
            "google_ads_account_inactive",
        ),
        (
            refused(400, "INVALID_ARGUMENT", queryError="REQUESTED_METRICS_FOR_MANAGER"),
            "google_ads_manager_account",
        ),
        (
            refused(403, "PERMISSION_DENIED", authorizationError="CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION"),
            "google_ads_test_access",
        ),
        (API_OFF, "google_ads_api_off"),
        (
            refused(401, "UNAUTHENTICATED", authenticationError="OAUTH_TOKEN_REVOKED"),
            "google_key_not_accepted",
        ),
        (refused(400, "INVALID_ARGUMENT", queryError="BAD_FIELD_NAME"), "google_ads_refused"),
        ((503, {}), "google_answered"),
        ((200, {"results": [{"campaign": {}}]}), "google_answer_unreadable"),
        ((200, {"results": 7}), "google_answer_unreadable"),
        (QUOTA, "google_ads_quota"),
    ],
)
async def test_a_refusal_is_shown_with_its_reason_changes_no_cost_and_is_tried_again(
    owner_client: httpx.AsyncClient,
    google_ads: GoogleAdsStandIn,
    query_admin_sql: AdminSql,
    refusal: Answer,
    code: str,
) -> None:
    google_ads.rows = [CampaignDay("spring", YESTERDAY, 10_000_000)]
    await connect(owner_client)
    await read(owner_client)
    before = query_admin_sql(STORED)
    google_ads.refusal = refusal
    account = await read(owner_client)
    assert account["problem"]["code"] == code
    assert "{" not in account["problem"]["message"]
    assert account["readAt"] is not None
    assert query_admin_sql(STORED) == before
    [(wait,)] = query_admin_sql("select due_at - %s from ad_accounts", NOW)
    # As long as Google asks for.
    assert wait == timedelta(hours=6) if refusal is QUOTA else timedelta(0) < wait <= timedelta(hours=4)
    google_ads.refusal = None
    assert (await read(owner_client))["problem"] is None


async def test_a_key_that_google_or_this_installation_does_not_know_is_named(
    owner_client: httpx.AsyncClient, google_ads: GoogleAdsStandIn, query_admin_sql: AdminSql
) -> None:
    google_ads.accepts_key = False
    await connect(owner_client)
    assert (await read(owner_client))["problem"]["code"] == "google_key_not_accepted"
    query_admin_sql("update ad_accounts set sealed_key = %s", b"x" * 40)
    assert (await read(owner_client))["problem"]["code"] == "google_key_unreadable"
    assert google_ads.searches == []


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (ACCOUNT | {"customerId": "123"}, "customerId"),
        (ACCOUNT | {"customerId": "../../secrets"}, "customerId"),
        (ACCOUNT | {"managerId": "12345678901"}, "managerId"),
        (ACCOUNT | {"keyFile": "{}"}, "keyFile"),
        (ACCOUNT | {"keyFile": None}, "keyFile"),
        (ACCOUNT | {"keyFile": " " * 10_001}, "keyFile"),
    ],
)
async def test_what_cannot_be_an_account_names_its_field(
    owner_client: httpx.AsyncClient, body: dict[str, Any], field: str
) -> None:
    answer = await owner_client.put(URL, json=body)
    assert (answer.status_code, [one["field"] for one in answer.json()["fields"]]) == (422, [field])
    assert (await owner_client.get(URL)).json()["account"] is None
    assert (await owner_client.post(f"{URL}/reading")).status_code == 404
    assert (await owner_client.delete(URL)).status_code == 404


async def test_the_worker_reads_what_is_due_several_times_a_day(
    owner_client: httpx.AsyncClient,
    google_ads: GoogleAdsStandIn,
    db: Database,
    settings: Settings,
    clock: FixedClock,
    georgia: Tenant,
    query_admin_sql: AdminSql,
) -> None:
    google_ads.rows = [CampaignDay("spring", YESTERDAY, 10_000_000)]
    await connect(owner_client)
    assert list(await tenants_with_due_accounts(db, clock.now())) == [georgia.id]
    await run_for_all(read_due, TaskContext(db, settings, clock))
    assert query_admin_sql("select amount_minor, created_by from campaign_costs") == [(1000, None)]
    assert list(await tenants_with_due_accounts(db, clock.now())) == []
    clock.move(hours=4)
    assert list(await tenants_with_due_accounts(db, clock.now())) == [georgia.id]
    # After a long outage, everything since the last reading is read again.
    clock.move(days=50)
    await run_for_all(read_due, TaskContext(db, settings, clock))
    assert f"BETWEEN '{TODAY - timedelta(days=30)}'" in google_ads.searches[-1]["query"]


async def test_a_reading_that_is_killed_leaves_everything_as_it_was_and_the_next_one_is_whole(
    owner_client: httpx.AsyncClient,
    google_ads: GoogleAdsStandIn,
    query_admin_sql: AdminSql,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    google_ads.rows = [CampaignDay("spring", YESTERDAY, 10_000_000)]
    await connect(owner_client)
    await read(owner_client)
    before = query_admin_sql("select * from campaign_costs"), query_admin_sql("select * from ad_accounts")
    google_ads.rows = [CampaignDay("spring", YESTERDAY, 12_000_000)]

    async def end(*_: object) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as patched:
        # After the old rows were deleted.
        patched.setattr(accounts, "store_batch", end)
        assert (await owner_client.post(f"{URL}/reading")).status_code == 500
    assert (
        query_admin_sql("select * from campaign_costs"),
        query_admin_sql("select * from ad_accounts"),
    ) == before
    await read(owner_client)
    assert query_admin_sql("select amount_minor from campaign_costs") == [(1200,)]


async def test_an_account_that_is_disconnected_during_a_reading_stores_nothing_and_its_costs_stay(
    owner_client: httpx.AsyncClient, google_ads: GoogleAdsStandIn, query_admin_sql: AdminSql
) -> None:
    google_ads.rows = [CampaignDay("spring", YESTERDAY, 10_000_000)]
    await connect(owner_client)
    await read(owner_client)
    google_ads.rows = [CampaignDay("spring", YESTERDAY, 99_000_000)]
    google_ads.meanwhile = lambda: query_admin_sql("delete from ad_accounts")
    assert (await owner_client.post(f"{URL}/reading")).json()["account"] is None
    assert query_admin_sql("select amount_minor from campaign_costs") == [(1000,)]
    google_ads.meanwhile = None
    await connect(owner_client)
    assert (await owner_client.delete(URL)).status_code == 204
    assert query_admin_sql("select count(*) from ad_accounts") == [(0,)]
    assert len((await owner_client.get(COSTS)).json()["costs"]) == 1


async def test_another_account_is_read_from_its_start_and_the_costs_of_the_first_stay(
    owner_client: httpx.AsyncClient, google_ads: GoogleAdsStandIn, query_admin_sql: AdminSql
) -> None:
    google_ads.rows = [CampaignDay("spring", YESTERDAY, 10_000_000)]
    await connect(owner_client)
    await read(owner_client)
    assert (await connect(owner_client, customerId="1112223334"))["readAt"] is None
    # The stand-in knows the first alone.
    assert (await read(owner_client))["problem"]["code"] == "google_ads_account_unknown"
    assert query_admin_sql("select amount_minor from campaign_costs") == [(1000,)]


async def test_a_cost_that_is_stored_during_a_reading_is_not_counted_twice(
    owner_client: httpx.AsyncClient, google_ads: GoogleAdsStandIn, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    """Someone uploads a report of the same days while Google is asked."""
    google_ads.rows = [CampaignDay("spring", YESTERDAY, 10_000_000)]
    await connect(owner_client)

    def store() -> None:
        query_admin_sql(
            "insert into campaign_costs (tenant_id, id, upload_id, source, campaign, campaign_key, first_day,"
            " last_day, currency, amount_minor, base_currency, base_minor, created_at)"
            " values (%s, %s, %s, 'google', 'Spring', 'spring', %s, %s, 'EUR', 1, 'EUR', 1, %s)",
            georgia.id, new_id(), new_id(), YESTERDAY, YESTERDAY, NOW,
        )  # fmt: skip

    google_ads.meanwhile = store
    await read(owner_client)
    assert query_admin_sql("select amount_minor from campaign_costs") == [(1000,)]


async def test_another_company_sees_and_reads_nothing_of_it(
    owner_client: httpx.AsyncClient,
    google_ads: GoogleAdsStandIn,
    db: Database,
    alps: Tenant,
    client_of: ClientFactory,
    sign_in: SignIn,
    query_admin_sql: AdminSql,
) -> None:
    google_ads.rows = [CampaignDay("spring", YESTERDAY, 10_000_000)]
    await connect(owner_client)
    stranger = (await signed_in_person(db, alps, "owner", client_of, sign_in)).client
    assert (await stranger.get(URL)).json()["account"] is None
    assert (await stranger.post(f"{URL}/reading")).status_code == 404
    assert (await stranger.delete(URL)).status_code == 404
    assert google_ads.searches == []
    await connect(stranger)
    await read(owner_client)
    assert query_admin_sql("select distinct tenant_id from campaign_costs") != [(alps.id,)]
    assert (await stranger.get(COSTS)).json()["costs"] == []


async def test_analysts_see_its_state_and_only_owners_change_it(
    db: Database, georgia: Tenant, client_of: ClientFactory, sign_in: SignIn
) -> None:
    analyst = (await signed_in_person(db, georgia, "analyst", client_of, sign_in)).client
    assert (await analyst.get(URL)).status_code == 200
    for call in (analyst.put(URL, json=ACCOUNT), analyst.post(f"{URL}/reading"), analyst.delete(URL)):
        assert (await call).status_code == 403
