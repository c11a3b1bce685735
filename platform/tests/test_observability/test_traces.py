"""Traces by setting: what is sent, what never is, and nothing at all without the setting."""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import httpx
import pytest
from collector import Collector, collector
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span
from opentelemetry.sdk.trace import TracerProvider

from abano.config import Settings
from abano.database.engine import Database
from abano.jobs.registry import Task, TaskContext
from abano.kit.clock import SystemClock
from abano.main import create_app
from abano.observability.traces import set_up_traces
from abano.worker import run_elected

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
        provider = set_up_traces(wanted, "platform")
        assert provider is not None
        yield Traced(wanted, found, provider)
        provider.shutdown()
        set_up_traces(settings, "platform")


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


async def test_a_task_is_a_trace_of_its_own(traced: Traced) -> None:
    db = Database(traced.settings)
    await db.open()

    async def look(context: TaskContext) -> None:
        async with context.db.without_tenant() as conn:
            await conn.execute("select 1")

    await run_elected(Task("test.look", 1, look), TaskContext(db, traced.settings, SystemClock()))
    await db.close()
    spans = traced.spans()
    task = next(span for span in spans if span.name == "test.look")
    assert [span.name for span in spans if span.parent_span_id == task.span_id] == ["database"]


def test_without_the_setting_nothing_is_loaded() -> None:
    script = (
        "import sys; from abano.config import Settings; from abano.main import create_app;"
        "from abano.observability.traces import set_up_traces, trace_headers;"
        "from abano.observability.error_reports import set_up_error_reports;"
        "s = Settings(database_url='postgresql://localhost/x'); create_app(s);"
        "set_up_traces(s, 'platform'); set_up_error_reports(s, 'platform'); assert trace_headers() == {};"
        "print([name for name in sys.modules if name.startswith(('opentelemetry.sdk', 'sentry_sdk'))])"
    )
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"
