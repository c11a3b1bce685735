"""Polls with nothing new, beside a bare FastAPI route that answers the same JSON; one process each, in turns."""

import asyncio
import time
from pathlib import Path

from loadtests.bench.analytics.outcome import Outcome, median
from loadtests.bench.analytics.stack import MONTH, SECRET, Server, bare_route, figure_path

GOAL = 0.80
CONNECTIONS = 16


async def _rate(server: Server, path: str, tag: str, seconds: float) -> float:
    """Answers a second over kept-alive connections, each asking again as soon as it is answered."""
    until = time.perf_counter() + seconds
    done = 0
    request = (
        f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {SECRET}\r\nIf-None-Match: {tag}\r\n\r\n"
    ).encode()

    async def one() -> None:
        nonlocal done
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        while time.perf_counter() < until:
            writer.write(request)
            head = await reader.readuntil(b"\r\n\r\n")
            assert head[9:12] in {b"200", b"304"}, head
            if head[9:12] == b"200":
                length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
                await reader.readexactly(length)
            done += 1
        writer.close()

    started = time.perf_counter()
    await asyncio.gather(*(one() for _ in range(CONNECTIONS)))
    return done / (time.perf_counter() - started)


def _cpu(server: Server) -> float:
    used = server.process.cpu_times()
    return float(used.user + used.system)


def measure(folder: Path, server: Server, *, rounds: int, seconds: float) -> list[Outcome]:
    """``server`` is a service over any warehouse; its answers are the watched company's June."""
    path = figure_path("answers", MONTH)
    answer = server.http.get(path)
    with bare_route(folder, answer.json()) as bare:
        kinds = {
            "bare": (bare, "/bare", '""'),
            "304": (server, path, answer.headers["etag"]),
            "200": (server, path, '""'),
        }
        rates: dict[str, list[float]] = {kind: [] for kind in kinds}
        costs: dict[str, list[float]] = {kind: [] for kind in kinds}
        for turn in range(rounds + 1):
            for kind, (each, where, tag) in kinds.items():
                used = _cpu(each)
                rate = asyncio.run(_rate(each, where, tag, seconds))
                if turn:  # the first turn only warms up
                    rates[kind].append(rate)
                    costs[kind].append((_cpu(each) - used) / (rate * seconds))
    found = []
    for kind, name in (("304", "unchanged, 304"), ("200", "unchanged, asked without a tag, 200")):
        ratio = median([ours / theirs for ours, theirs in zip(rates[kind], rates["bare"], strict=True)])
        found.append(
            Outcome(
                f"idle poll, {name} ({len(answer.content):,} bytes)",
                f"{median(rates[kind]):,.0f}/s, {median(costs[kind]) * 1e6:.0f} µs of processor",
                f"bare FastAPI route: {median(rates['bare']):,.0f}/s, {median(costs['bare']) * 1e6:.0f} µs",
                f"{ratio:.0%}",
                f"at least {GOAL:.0%}",
                ratio >= GOAL,
            )
        )
    return found
