"""Promo codes as the wizard's third step checks them."""

import httpx
import pytest
from product_fixtures import AdminSql

pytestmark = pytest.mark.anyio

INVALID = {
    "valid": False,
    "referrer": None,
    "discount": None,
    "error": "Invalid promo code",
    "code": "promo_code_invalid",
}


async def check(client: httpx.AsyncClient, code: object) -> httpx.Response:
    return await client.post("/api/promo-codes/validate", json={"promoCode": code})


async def test_valid_code_returns_referrer_and_percentage(client: httpx.AsyncClient) -> None:
    for typed in ("CAUCASUS10", " caucasus10 ", "Caucasus10"):
        assert (await check(client, typed)).json() == {
            "valid": True,
            "referrer": {"name": "Caucasus Trails"},
            "discount": {"percentage": 10},
            "error": None,
            "code": None,
        }
    assert (await check(client, "NOMAD15")).json()["discount"] == {"percentage": 15}


async def test_discount_without_an_override_is_the_companys_own(alps_client: httpx.AsyncClient) -> None:
    assert (await check(alps_client, "steinbock")).json()["discount"] == {"percentage": 5}


@pytest.mark.parametrize(
    "code", ["", "  ", "No one", "STEINBOCK", "x" * 150, "a\0b", "💥", "'; drop table promo_codes"]
)
async def test_other_codes_are_invalid(client: httpx.AsyncClient, code: str) -> None:
    answer = await check(client, code)
    assert (answer.status_code, answer.json()) == (200, INVALID)


@pytest.mark.parametrize("code", [None, 7, "x" * 201])
async def test_what_is_no_code_is_refused(client: httpx.AsyncClient, code: object) -> None:
    assert (await check(client, code)).status_code == 422


@pytest.mark.parametrize(
    ("columns", "values"),
    [
        ("is_active", "false"),
        ("starts_at", "'2026-06-11T00:00Z'"),
        ("expires_at", "'2026-06-10T09:00Z'"),
        ("maximum_uses, uses", "3, 3"),
    ],
)
async def test_code_out_of_its_time_or_used_up_is_invalid(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, columns: str, values: str
) -> None:
    query_admin_sql(
        f"insert into promo_codes (tenant_id, code, created_at, {columns})"
        f" select id, 'LIMITED', now(), {values} from tenants where slug = 'georgia'"
    )
    assert (await check(client, "LIMITED")).json() == INVALID
    query_admin_sql("delete from promo_codes where code = 'LIMITED'")


async def test_code_of_a_paused_affiliate_is_invalid(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    query_admin_sql("update affiliates set status = 'paused' where name = 'Nomad Diaries'")
    assert (await check(client, "NOMAD15")).json() == INVALID
    query_admin_sql("update affiliates set status = 'active' where name = 'Nomad Diaries'")


async def test_companys_own_code_carries_its_name(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    query_admin_sql(
        "insert into promo_codes (tenant_id, code, discount_basis_points, created_at)"
        " select id, 'SPRING', 1250, now() from tenants where slug = 'georgia'"
    )
    answer = (await check(client, "spring")).json()
    assert (answer["referrer"]["name"], answer["discount"]["percentage"]) == ("Abano Georgia", 12.5)
