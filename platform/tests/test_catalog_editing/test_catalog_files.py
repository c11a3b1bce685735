"""The catalogue as files: what is exported can be read back, and errors are reported with their line."""

import csv
import io
from typing import Any

import httpx
import pytest
import yaml
from catalog_steps import URL, change, draft, entry

pytestmark = pytest.mark.anyio
TABLES = ("cars", "rates", "seasons", "places", "handover", "delivery", "insurance", "services")


@pytest.fixture(autouse=True)
async def discarded(owner_client: httpx.AsyncClient) -> None:
    assert (await owner_client.post(f"{URL}/draft/discard", json={})).status_code == 200


async def read_file(console: httpx.AsyncClient, text: str, table: str = "", **more: Any) -> dict[str, Any]:
    body = {"format": "csv" if table else "yaml", "table": table, "text": text, "onlyCheck": False, **more}
    answer = await console.post(f"{URL}/import", json=body)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def exported(console: httpx.AsyncClient, table: str) -> str:
    answer = await console.get(f"{URL}/export/{table}", params={"source": "draft"})
    assert answer.status_code == 200
    return answer.text


async def test_every_file_is_read_back_as_it_was(owner_client: httpx.AsyncClient) -> None:
    await change(owner_client, {"title": "=cmd|' /C calc'!A0", "specs": ["-1 cost", "5 seats"]})
    before = await draft(owner_client)
    whole = (await owner_client.get(f"{URL}/export.yaml", params={"source": "draft"})).text
    assert yaml.safe_load(whole)["cars"][0]["slug"] == "hyundai-elantra"
    for table in TABLES:
        text = await exported(owner_client, table)
        assert "\n=" not in text.replace('"', "\n").replace(",", "\n"), "a spreadsheet would run this"
        read = await read_file(owner_client, text, table, removeMissing=True)
        assert (read["errors"], read["changes"]) == ([], []), table
    read = await read_file(owner_client, whole, removeMissing=True)
    assert (read["errors"], read["changes"]) == ([], [])
    assert (await draft(owner_client))["revision"] == before["revision"]


async def test_a_table_changes_what_it_names_and_leaves_the_rest(owner_client: httpx.AsyncClient) -> None:
    rows = list(csv.DictReader(io.StringIO((await exported(owner_client, "rates")).lstrip("\ufeff"))))
    text = "car;minDays;dailyRate\nhyundai-elantra;1;41\nhyundai-elantra;7;39,50\n"
    read = await read_file(owner_client, text, "rates")
    assert [error["line"] for error in read["errors"]] == [3]
    read = await read_file(owner_client, text.replace(",", "."), "rates", onlyCheck=True)
    assert (read["applied"], [change["key"] for change in read["changes"]]) == (False, ["hyundai-elantra"])
    await read_file(owner_client, text.replace(",", "."), "rates")
    state = await draft(owner_client)
    assert entry(state, "cars", "hyundai-elantra")["item"]["rates"][1] == {"minDays": 7, "dailyRate": 39.5}
    others = {row["car"] for row in rows} - {"hyundai-elantra"}
    assert others
    assert all(entry(state, "cars", slug)["state"] == "live" for slug in others)


@pytest.mark.parametrize(
    ("table", "text", "line", "field"),
    [
        ("places", "code,name\ntbilisi,Tbilisi\nBatumi!,Batumi", 3, "code"),
        ("places", "code,name,colour\ntbilisi,Tbilisi,red", 1, "colour"),
        ("handover", "code,meetingPoint:ka,fee\ntbilisi-airport,აქ,-5", 2, "fee"),
        ("cars", "slug,seats\nhyundai-elantra,many", 2, "seats"),
        ("delivery", "pickup,dropoff,fee\ntbilisi,batumi,-5", 2, "fee"),
        ("rates", "car,minDays,dailyRate\nno-such-car,1,5", 2, "car"),
        ("", "places: []", 1, "places"),
        ("", "cars:\n  - slug: a\n    name: A\n    baseRate: much", 4, "cars.0.baseRate"),
        ("", "locations:\n  - {code: a, name: A, color: red}", 2, "locations.0.color"),
    ],
)
async def test_an_error_names_its_line_and_field_and_nothing_is_changed(
    owner_client: httpx.AsyncClient, table: str, text: str, line: int, field: str
) -> None:
    read = await read_file(owner_client, text, table)
    assert (line, field) in {(error["line"], error["field"]) for error in read["errors"]}
    assert (read["applied"], (await draft(owner_client))["changes"]) == (False, 0)


@pytest.mark.parametrize(
    ("table", "text"),
    [
        ("", "a: &a [1]\nb: *a"),
        ("", "[unclosed"),
        ("", "- 1"),
        ("", "!!python/object/apply:os.system ['true']"),
        ("places", "name\nTbilisi"),
        ("places", 'code,name\n"tbilisi'),
        ("nothing", "code\na"),
    ],
)
async def test_what_is_no_such_file_is_refused(
    owner_client: httpx.AsyncClient, table: str, text: str
) -> None:
    body = {"format": "csv" if table else "yaml", "table": table, "text": text, "onlyCheck": False}
    answer = await owner_client.post(f"{URL}/import", json=body)
    assert answer.status_code == 422
    assert [each["field"] for each in answer.json()["fields"]] in (["text"], ["table"])
