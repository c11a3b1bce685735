"""Traces of requests, tasks and database work, sent to an OpenTelemetry collector.

Without ABANO_TRACES_URL nothing is loaded and nothing is sent.

A span has method, route, status, company and durations, but no query, URL, body or personal data: see
``private_traces``.
"""

# OpenTelemetry is imported inside functions: most installations never need it.
# ruff: noqa: PLC0415

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from fastapi import FastAPI

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Tracer

_tracer: "Tracer | None" = None


def set_up_traces(
    url: str, *, ratio: float, service: str, follows_caller: bool = False
) -> "TracerProvider | None":
    """Start sending spans of this process, in the background, to the collector at ``url``, if any.

    ``ratio`` of the traces are kept. A caller's trace id is used; the caller's sampling decision only where
    this process ``follows_caller``.
    """
    global _tracer  # noqa: PLW0603 - one tracer a process, like its log
    if not url:
        _tracer = None
        return None
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor
    from opentelemetry.sdk.trace.sampling import ParentBased, TraceIdRatioBased

    from abano_shared.private_traces import PrivateExporter

    share = TraceIdRatioBased(ratio)
    provider = TracerProvider(
        resource=Resource.create({"service.name": service}),
        sampler=ParentBased(share) if follows_caller else ParentBased(share, remote_parent_sampled=share),
    )
    exporter = OTLPSpanExporter(endpoint=f"{url.rstrip('/')}/v1/traces", timeout=5)
    provider.add_span_processor(BatchSpanProcessor(PrivateExporter(exporter)))
    _tracer = provider.get_tracer("abano")
    return provider


def trace_requests(app: FastAPI) -> None:
    """Trace each request of ``app``, in its caller's trace, if any. Call it after adding all middleware."""
    if _tracer is not None:
        from abano_shared.private_traces import add_request_spans

        add_request_spans(app, _tracer)


@contextmanager
def span(name: str, attributes: Mapping[str, str] | None = None) -> Iterator[None]:
    """Trace a piece of work as part of the current trace. Costs one comparison when traces are off."""
    if _tracer is None:
        yield
        return
    # Not made current: an async generator may end in another context than it started in.
    piece = _tracer.start_span(name, attributes=attributes)
    try:
        yield
    except Exception as error:
        piece.set_attribute("error.type", type(error).__name__)
        raise
    finally:
        piece.end()


@contextmanager
def root_span(name: str) -> Iterator[None]:
    """Start a separate trace, such as of a background task; spans inside become its children."""
    if _tracer is None:
        yield
        return
    with _tracer.start_as_current_span(name, record_exception=False):
        yield


def trace_headers() -> dict[str, str]:
    """Headers that let another of our services continue the current trace."""
    if _tracer is None:
        return {}
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    headers: dict[str, str] = {}
    TraceContextTextMapPropagator().inject(headers)
    return headers
