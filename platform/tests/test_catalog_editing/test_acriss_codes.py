"""ACRISS codes of cars: drafted, published, exported, imported, and checked letter by letter."""

import csv
import io
from typing import Any

import httpx
import pytest
from api_key_steps import create_key
from api_steps import V1, bearer
from catalog_steps import URL, draft, entry, publish
from emptied_tables import empty_tables
from product_fixtures import AdminSql

from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
ELANTRA = {"part": "cars", "key": "hyundai-elantra"}


@pytest.fixture(autouse=True)
def _no_draft(query_admin_sql: AdminSql) -> None:
    empty_tables(query_admin_sql, "catalog_drafts")


async def save(console: httpx.AsyncClient, code: object) -> httpx.Response:
    revision = entry(await draft(console), **ELANTRA)["revision"]
    return await console.patch(
        f"{URL}/draft/cars/hyundai-elantra", json={"revision": revision, "item": {"acrissCode": code}}
    )


async def test_a_code_is_saved_in_capitals_and_empty_means_none(owner_client: httpx.AsyncClient) -> None:
    assert (await save(owner_client, " sdar ")).status_code == 200
    assert entry(await draft(owner_client), **ELANTRA)["item"]["acrissCode"] == "SDAR"
    assert (await save(owner_client, "")).status_code == 200
    assert entry(await draft(owner_client), **ELANTRA)["item"]["acrissCode"] is None


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("IDA", "four letters"),
        ("IDARX", "four letters"),
        (7, "four letters"),
        ("QDAR", "Letter 1 of the ACRISS code (category)"),
        ("IAAR", "Letter 2 of the ACRISS code (type)"),
        ("IDXR", "Letter 3 of the ACRISS code (gearbox and drive)"),
        ("IDAÖ", "Letter 4 of the ACRISS code (fuel and air conditioning)"),
    ],
)
async def test_a_wrong_code_names_the_field_and_the_letter(
    owner_client: httpx.AsyncClient, code: object, expected: str
) -> None:
    answer = await save(owner_client, code)

    assert answer.status_code == 422
    [error] = answer.json()["fields"]
    assert error["field"] == "acrissCode"
    assert expected in error["message"]


async def test_codes_are_in_the_file_of_cars_and_are_read_from_it(owner_client: httpx.AsyncClient) -> None:
    exported = await owner_client.get(f"{URL}/export/cars", params={"source": "draft"})
    rows = csv.DictReader(io.StringIO(exported.text.lstrip("\ufeff")))
    codes = {row["slug"]: row["acrissCode"] for row in rows}
    assert (codes["subaru-forester"], codes["renault-duster"]) == ("IFBV", "")

    wrong = await import_code(owner_client, "CFBO")
    read = await import_code(owner_client, "CFBV")

    [error] = wrong["errors"]
    assert (error["line"], error["field"]) == (2, "acrissCode")
    assert "Letter 4" in error["message"]
    assert read["errors"] == []
    item = entry(await draft(owner_client), "cars", "renault-duster")["item"]
    assert item["acrissCode"] == "CFBV"


async def import_code(console: httpx.AsyncClient, code: str) -> dict[str, Any]:
    text = f"slug,acrissCode\nrenault-duster,{code}"
    answer = await console.post(
        f"{URL}/import", json={"format": "csv", "table": "cars", "text": text, "onlyCheck": False}
    )
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def test_the_public_api_has_the_code_once_it_is_published(
    owner_client: httpx.AsyncClient, client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    query_admin_sql("update tenant_settings set availability = true where tenant_id = %s", georgia.id)
    token = await create_key(owner_client)
    await save(owner_client, "SDAR")
    await publish(owner_client)

    answer = await client.get(
        f"{V1}/availability?pickup_at=2026-07-01T10:00:00&return_at=2026-07-04T10:00:00",
        headers=bearer(token),
    )

    codes = {car["slug"]: car["acriss_code"] for car in answer.json()["cars"]}
    assert codes["hyundai-elantra"] == "SDAR"
    stored = query_admin_sql("select acriss_code from cars where slug = 'vw-golf'")
    assert stored == [("CDAV",)]
