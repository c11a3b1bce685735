"""Structured logs: text for developers, JSON for machines. Messages never contain personal data.

In JSON an error has its type, its stack and the first line of its message without quotes. Local variables are left
out: they hold bodies, passwords and tokens. The text form prints errors unchanged.
"""

import logging
import sys
from typing import Any

import structlog
from structlog.tracebacks import ExceptionDictTransformer
from structlog.typing import ExcInfo, Processor

from abano_shared.error_text import without_quotes

_stacks = ExceptionDictTransformer(show_locals=False)


def set_up_logging(*, as_json: bool, process: str) -> None:
    """Send every log record of this process to standard error in one form."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    last: list[Processor] = (
        [structlog.processors.ExceptionRenderer(_render_error), structlog.processors.JSONRenderer()]
        if as_json
        else [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)]
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.INFO)
    for noisy in ("httpx", "apscheduler", "alembic", "psycopg.pool", "uvicorn.access"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
    structlog.contextvars.bind_contextvars(process=process)


def _render_error(exc_info: ExcInfo) -> list[dict[str, Any]]:
    return [_without_message(stack) for stack in _stacks(exc_info)]


def _without_message(stack: dict[str, Any]) -> dict[str, Any]:
    inner = [[_without_message(part) for part in group] for group in stack.get("exceptions", [])]
    message = without_quotes(stack["exc_value"])
    return stack | {"exc_value": message, "exc_notes": [], "syntax_error": None, "exceptions": inner}
