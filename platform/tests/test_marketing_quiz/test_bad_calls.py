"""Whatever is sent to the public writes: a clear refusal that names the field; nothing is stored or revealed."""

import asyncio
import json
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from product_fixtures import AdminSql

pytestmark = pytest.mark.anyio
PHONE = {"user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1"}
TABLES = ("quiz_sessions", "quiz_answers", "quiz_question_views", "click_records", "ip_visits")
START, ANSWERS, VIEW, COMPLETE, CLICK = (
    "/api/quiz/session/start",
    "/api/quiz/answers",
    "/api/quiz/question-view",
    "/api/quiz/session/complete",
    "/api/gclid/save",
)
GOOD: dict[str, dict[str, Any]] = {
    START: {"sessionId": "quiz_bad", "gclid": "TeSter-1", "utmSource": "google", "consentState": "unknown"},
    ANSWERS: {"sessionId": "quiz_bad", "answers": [{"questionId": "q1", "value": "leisure", "sequence": 1}]},
    VIEW: {"sessionId": "quiz_bad", "questionId": "q1"},
    COMPLETE: {"sessionId": "quiz_bad", "completionStatus": "completed"},
    CLICK: {"gclid": "TeSter-1", "deviceFingerprint": "d-1", "domain": "localhost"},
}
WORDS_OF_OURS = ("traceback", "psycopg", "postgres", "pydantic", "select ", "insert ", "quiz_sessions", ".py")


@pytest.fixture(autouse=True)
def _nothing_stored(query_admin_sql: AdminSql) -> None:
    query_admin_sql("update tenant_settings set public_writes_per_minute = 1000000")
    for table in TABLES:
        query_admin_sql(f"delete from {table}")


def stored(query_admin_sql: AdminSql) -> dict[str, int]:
    return {table: query_admin_sql(f"select count(*) from {table}")[0][0] for table in TABLES}


NOTHING = dict.fromkeys(TABLES, 0)


def check_refusal(answer: httpx.Response, *statuses: int) -> dict[str, Any]:
    assert answer.status_code in statuses, answer.text
    body: dict[str, Any] = answer.json()
    assert body["success"] is False
    assert body["message"]
    text = answer.text.lower()
    assert [word for word in WORDS_OF_OURS if word in text] == []
    return body


def with_field(path: str, field: str, value: Any) -> dict[str, Any]:
    """The good call with one field changed; ``answers.value`` names a field of its first answer."""
    body: dict[str, Any] = json.loads(json.dumps(GOOD[path]))
    holder, name = (body["answers"][0], field[8:]) if field.startswith("answers.") else (body, field)
    holder[name] = value
    return body


LONG = "x" * 3000
NOT_TEXT: list[Any] = [5, 1.5, True, [], {}, ["a"], {"a": "b"}]
NO_ANSWERS: list[Any] = [None, "q1", 5, {}, [], [[]], ["q1"], [None], [{}]]
NO_NUMBER: list[Any] = [-1, 1.5, 10**12, 10**400, "one", None, [], {}]
NO_FLAG: list[Any] = [None, "perhaps", 5, [], {}]
NO_FLAGS: list[Any] = ["yes", 5, [], {"a": "b"}, {LONG: True}, {"a": None}]
BAD_FIELDS: list[tuple[str, str, Any]] = [
    *(
        (path, "sessionId", bad)
        for path in (START, ANSWERS, VIEW, COMPLETE)
        for bad in [*NOT_TEXT, None, "", LONG]
    ),
    *((path, "quizVersion", bad) for path in (START, ANSWERS, VIEW, COMPLETE) for bad in [*NOT_TEXT, LONG]),
    *(
        (START, name, bad)
        for name in ("gclid", "gbraid", "wbraid", "deviceFingerprint", "utmCampaign", "sourceUrl", "referrer")
        for bad in [*NOT_TEXT, LONG, "a\0b"]
    ),
    *((START, "consentState", bad) for bad in [*NOT_TEXT, None, "", "maybe", LONG]),
    *((START, "userAgent", bad) for bad in [*NOT_TEXT, LONG]),
    *((ANSWERS, "answers", bad) for bad in NO_ANSWERS),
    *(
        (ANSWERS, "answers.questionId", bad)
        for bad in [*NOT_TEXT, None, "", "q19", "Q1", "q1 ", "who", LONG, "q\0"]
    ),
    *((ANSWERS, "answers.value", bad) for bad in [*NOT_TEXT, None, "", "moon", "Leisure", LONG, "l\0"]),
    *((ANSWERS, "answers.questionText", bad) for bad in [*NOT_TEXT, LONG]),
    *((ANSWERS, "answers.answer", bad) for bad in [*NOT_TEXT, LONG]),
    *((ANSWERS, "answers.sequence", bad) for bad in NO_NUMBER),
    *((VIEW, "questionId", bad) for bad in [*NOT_TEXT, None, "", "q19", LONG]),
    *((COMPLETE, "completionStatus", bad) for bad in [*NOT_TEXT, None, "", "abandoned", LONG]),
    *(
        (CLICK, name, bad)
        for name in ("gclid", "domain", "sourceUrl", "timezone")
        for bad in [*NOT_TEXT, LONG, "a\0"]
    ),
    *((CLICK, "browserStorageSupport", bad) for bad in NO_FLAGS),
    *((CLICK, "isRestored", bad) for bad in NO_FLAG),
]


async def test_each_bad_field_is_named_and_leaves_nothing(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    for path, field, bad in BAD_FIELDS:
        answer = await client.post(path, content=json.dumps(with_field(path, field, bad)), headers=PHONE)
        body = check_refusal(answer, 422)
        named = {item["field"] for item in body["fields"]}
        wanted = field.replace("answers.", "answers.0.")
        assert any(name == wanted or name.startswith(f"{wanted}.") for name in named), (
            path,
            field,
            bad,
            named,
        )
    assert stored(query_admin_sql) == NOTHING


@pytest.mark.parametrize("path", GOOD)
async def test_the_calls_are_good_but_for_the_field(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, path: str
) -> None:
    assert (await client.post(path, json=GOOD[path], headers=PHONE)).json() == {"success": True}
    assert stored(query_admin_sql) != NOTHING


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=20), inner, max_size=4),
    max_leaves=12,
)
FIELDS = sorted({field.replace("answers.", "") for _, field, _ in BAD_FIELDS})


# The server, in the other thread, may draw random numbers meanwhile.
@pytest.mark.filterwarnings("ignore:Do not use the `random` module inside strategies")
async def test_no_body_at_all_breaks_anything(client: httpx.AsyncClient, query_admin_sql: AdminSql) -> None:
    loop = asyncio.get_running_loop()
    kinds = JSON | st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=5)

    @settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
    @given(path=st.sampled_from(list(GOOD)), body=kinds)
    def check(path: str, body: Any) -> None:
        before = stored(query_admin_sql)
        sending = client.post(path, content=json.dumps(body), headers=PHONE)
        answer = asyncio.run_coroutine_threadsafe(sending, loop).result(240)
        if answer.status_code == 200:
            # A call of good fields only, such as an empty click record.
            return
        check_refusal(answer, 400, 422)
        assert stored(query_admin_sql) == before

    await asyncio.to_thread(check)


@pytest.mark.parametrize("count", [101, 5_000, 100_000])
async def test_too_many_answers_in_one_call_leave_nothing(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, count: int
) -> None:
    answers = [{"questionId": "q1", "value": "leisure"}] * count
    answer = await client.post(ANSWERS, json={"sessionId": "quiz_many", "answers": answers}, headers=PHONE)
    check_refusal(answer, 413, 422)
    assert stored(query_admin_sql) == NOTHING


async def test_one_bad_answer_keeps_the_good_ones_out(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    answers = [{"questionId": f"q{number}", "value": "yes"} for number in (2, 99, 17)]
    answer = await client.post(ANSWERS, json={"sessionId": "quiz_mixed", "answers": answers}, headers=PHONE)
    fields = check_refusal(answer, 422)["fields"]
    assert [item["field"] for item in fields] == ["answers.1.questionId"]
    assert stored(query_admin_sql) == NOTHING


async def test_another_companys_session_is_as_unknown_as_one_that_no_one_has(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    for path in (START, ANSWERS, VIEW, COMPLETE):
        await client.post(path, json=GOOD[path] | {"sessionId": "quiz_theirs"}, headers=PHONE)
    theirs = query_admin_sql("select * from quiz_sessions join quiz_answers using (tenant_id, session_id)")
    text = []
    for session in ("quiz_theirs", "quiz_unknown"):
        # Answers of the other company's quiz do not exist here.
        answer = await alps_client.post(ANSWERS, json=GOOD[ANSWERS] | {"sessionId": session}, headers=PHONE)
        text.append(check_refusal(answer, 422) | {"requestId": None})
    assert text[0] == text[1]
    assert query_admin_sql("select count(*) from quiz_sessions") == [(1,)]
    # An answer of this company's quiz creates its own session, and theirs is unchanged.
    for path, body in ((START, {"gclid": "stolen", "consentState": "granted"}), (COMPLETE, GOOD[COMPLETE])):
        await alps_client.post(path, json=body | {"sessionId": "quiz_theirs"}, headers=PHONE)
    after = query_admin_sql(
        "select s.*, a.* from quiz_sessions s join quiz_answers a using (tenant_id, session_id)"
    )
    assert len(after) == len(theirs) == 1
    rows = query_admin_sql(
        "select t.slug, gclid from quiz_sessions s join tenants t on t.id = s.tenant_id order by 1"
    )
    assert rows == [("alps", "stolen"), ("georgia", "TeSter-1")]
