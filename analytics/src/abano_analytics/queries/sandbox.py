"""Starts the sandboxed process of a query, and kills it at the limit of time or size."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import orjson

from abano_analytics.queries.errors import QueryFailed
from abano_analytics.store.reader import BREAK, FORMULA
from abano_shared.contract.queries import MAX_RESULT_BYTES, TIME_LIMIT_SECONDS, QueryFormat, QueryRequest

PROGRAM = "abano_analytics.queries.sandboxed"
MAX_HEAD_BYTES = 512 * 1024
# On a busy machine the process takes longer to start than many queries to run: that is not their time.
START_SECONDS = 12.0
NICE = 10
# Starting counts as processor time.
FURTHER_CPU_SECONDS = 5


@dataclass(frozen=True, slots=True)
class Result:
    """``head``: columns, rowCount, truncated, seconds. ``body``: JSON of the rows, or a file."""

    head: dict[str, Any]
    body: bytes


def run_sandboxed(
    asked: QueryRequest,
    form: QueryFormat,
    file: int,
    timezone: str,
    *,
    seconds: float = TIME_LIMIT_SECONDS,
) -> Result:
    """The result of a query over the tables in the open ``file``. Blocks. Raises QueryFailed."""
    question = {
        "sql": asked.sql,
        "form": form,
        "file": file,
        "timezone": timezone,
        "max_rows": asked.max_rows,
        "max_bytes": MAX_RESULT_BYTES,
        "cpu_seconds": int(seconds) + FURTHER_CPU_SECONDS,
        "formula": FORMULA,
        "leading": BREAK,
    }
    process = subprocess.Popen(  # noqa: S603 - our own program, the query goes to its standard input
        [sys.executable, "-I", "-m", PROGRAM],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        # Nothing of the service's environment. One thread of Polars is enough.
        env={"POLARS_MAX_THREADS": "1"},
        cwd="/",
        pass_fds=(file,),
        # Not a session of its own: Linux can give each session an equal share of the processors, whatever its rank.
        process_group=0,
    )
    give_up_rank(process.pid)
    expired = threading.Event()

    def expire() -> None:
        expired.set()
        kill(process)

    timers: list[threading.Timer] = []

    def allow(limit: float) -> None:
        for timer in timers:
            timer.cancel()
        timers.append(threading.Timer(limit, expire))
        timers[-1].start()

    allow(START_SECONDS)
    try:
        output = _exchange(process, orjson.dumps(question), lambda: allow(seconds))
    finally:
        for timer in timers:
            timer.cancel()
        kill(process)
        process.wait()
    if expired.is_set():
        raise QueryFailed("time")
    return _parsed(output, process.returncode)


def give_up_rank(pid: int) -> None:
    """Behind the service's own threads from the start: loading libraries takes longer than most queries."""
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, pid, os.getpriority(os.PRIO_PROCESS, 0) + NICE)
    # Other systems than Linux have no such policy.
    with suppress(AttributeError, OSError):
        os.sched_setscheduler(pid, os.SCHED_BATCH, os.sched_param(0))


def kill(process: "subprocess.Popen[bytes]") -> None:
    """Kill the process and what it started. Until it is waited for, no other has its number."""
    with suppress(ProcessLookupError, PermissionError):
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)


def _exchange(process: "subprocess.Popen[bytes]", question: bytes, begun: Callable[[], None]) -> bytes:
    """``begun`` is called when the process has started and is about to run the query."""
    assert process.stdin is not None  # noqa: S101 - narrows the type
    assert process.stdout is not None  # noqa: S101 - narrows the type
    with process.stdout as output:
        with suppress(BrokenPipeError), process.stdin as given:
            given.write(question)
        output.read(1)
        begun()
        return output.read(MAX_RESULT_BYTES + MAX_HEAD_BYTES + 1)


def _parsed(output: bytes, code: int) -> Result:
    if len(output) > MAX_RESULT_BYTES + MAX_HEAD_BYTES:
        raise QueryFailed("size")
    first, newline, body = output.partition(b"\n")
    if not newline:
        raise QueryFailed("time" if code == -signal.SIGXCPU else "crash")
    try:
        head = orjson.loads(first)
    except orjson.JSONDecodeError:
        raise QueryFailed("crash") from None
    if "problem" in head:
        raise QueryFailed(
            head["problem"], head.get("message", ""), line=head.get("line"), column=head.get("column")
        )
    return Result(head, body)
