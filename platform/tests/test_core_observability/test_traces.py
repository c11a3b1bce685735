"""Traces by setting: what is sent, what never is, and nothing at all without the setting."""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import httpx
import pytest
from collector import Collector, collector
from fastapi.routing import APIRoute
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status
from opentelemetry.sdk.trace import TracerProvider

from abano.core.clock import SystemClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId
from abano.jobs.queue import run_task
from abano.jobs.registry import Task, TaskContext
from abano.main import create_app
from abano.tenancy.directory.tenant import TenantCache
from abano_shared.private_traces import SENT_ATTRIBUTES
from abano_shared.traces import set_up_traces

pytestmark = pytest.mark.anyio
PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


@dataclass(frozen=True)
class Traced:
    """Settings with traces on, and what the collector got so far."""

    settings: Settings
    found: Collector
    provider: TracerProvider

    def spans(self) -> list[Span]:
        self.provider.force_flush()
        messages = [ExportTraceServiceRequest.FromString(body) for body in self.found.bodies["/v1/traces"]]
        return [
            span
            for message in messages
            for resource in message.resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
        ]


@pytest.fixture
def traced(settings: Settings) -> Iterator[Traced]:
    with collector() as found:
        wanted = settings.model_copy(update={"traces_url": found.url, "traces_ratio": 1.0})
        provider = set_up_traces(found.url, ratio=1.0, service="abano-platform")
        assert provider is not None
        yield Traced(wanted, found, provider)
        provider.shutdown()
        set_up_traces("", ratio=1.0, service="abano-platform")


def attributes(span: Span) -> dict[str, str]:
    return {each.key: each.value.string_value or str(each.value.int_value) for each in span.attributes}


async def test_a_request_is_one_trace_with_its_database_work(traced: Traced) -> None:
    app = create_app(traced.settings)
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            assert (await client.get("/readyz?q=secret-word", headers={"traceparent": PARENT})).is_success
            await client.get("/api/admin/me")
    spans = traced.spans()
    request = next(span for span in spans if span.name == "GET /readyz")
    assert request.trace_id.hex() == PARENT.split("-")[1]
    assert attributes(request)["http.response.status_code"] == "200"
    inner = [span.name for span in spans if span.parent_span_id == request.span_id]
    assert inner == ["database"]
    company = next(span for span in spans if span.name == "GET /api/admin/me")
    assert attributes(company)["abano.tenant"] == "georgia"
    assert b"secret-word" not in b"".join(traced.found.bodies["/v1/traces"])


async def test_what_is_sent_names_no_person(traced: Traced) -> None:
    app = create_app(traced.settings)

    async def crash(name: str) -> None:
        raise ValueError(f"no such person: {name}")

    app.router.routes.insert(0, APIRoute("/people/{name}", crash))
    caller = {"user-agent": "secret-browser", "x-forwarded-for": "192.0.2.77", "cookie": "a=secret-cookie"}
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app=app, raise_app_exceptions=False, client=("192.0.2.78", 5))
        async with httpx.AsyncClient(
            transport=transport, base_url="http://localhost", headers=caller
        ) as client:
            assert (await client.get("/people/secret-name?q=secret-query")).status_code == 500
            assert (await client.get("/api/nowhere/secret-path")).status_code == 404
            body = {"sessionId": "secret-session"}
            assert (await client.post("/api/quiz/session/start", json=body)).status_code in {200, 422}
    spans = {span.name: span for span in traced.spans()}
    assert {"GET /people/{name}", "POST /api/quiz/session/start"} <= set(spans)
    crashed = spans["GET /people/{name}"]
    assert crashed.status.code == Status.STATUS_CODE_ERROR
    assert (crashed.status.message, list(crashed.events)) == ("", [])
    for span in spans.values():
        assert set(attributes(span)) <= SENT_ATTRIBUTES
    sent = b"".join(traced.found.bodies["/v1/traces"])
    assert b"secret" not in sent
    assert b"192.0.2" not in sent


async def test_a_task_has_its_own_trace(traced: Traced) -> None:
    db = Database(traced.settings)
    await db.open()

    async def look(context: TaskContext, _tenant_id: TenantId) -> None:
        async with context.db.without_tenant() as conn:
            await conn.execute("select 1")

    context = TaskContext(db, traced.settings, SystemClock())
    georgia = await TenantCache(db, allow_header=False).find("localhost")
    await run_task(Task("test.look", 1, look), context, georgia.id)
    await db.close()
    spans = traced.spans()
    task = next(span for span in spans if span.name == "test.look")
    assert [span.name for span in spans if span.parent_span_id == task.span_id] == ["database"] * 2


def test_without_the_setting_nothing_is_loaded() -> None:
    script = (
        "import sys; from abano.core.config import Settings; from abano.main import create_app;"
        "from abano_shared.traces import set_up_traces, trace_headers;"
        "from abano_shared.error_reports import set_up_error_reports;"
        "s = Settings(database_url='postgresql://localhost/x');"
        "set_up_traces(s.traces_url, ratio=1.0, service='x');"
        "set_up_error_reports('', env='test', process='x'); create_app(s); assert trace_headers() == {};"
        "kinds = ('opentelemetry.sdk', 'opentelemetry.instrumentation', 'sentry_sdk');"
        "print([name for name in sys.modules if name.startswith(kinds)])"
    )
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"
