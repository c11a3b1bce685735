"""Imported calendars for tests: files, a server that serves one, and a calendar that is there."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any
from uuid import UUID

from fleet_steps import add_vehicle
from product_fixtures import NOW, AdminSql

from abano.core.ids import new_id
from abano.tenancy.directory.tenant import Tenant

CALENDARS = "/api/admin/imported-calendars"
URL = "https://calendars.example.com/turo.ics"
BODIES: dict[str, dict[str, Any]] = {
    f"POST {CALENDARS}": {"name": "Turo", "url": URL},
    f"PUT {CALENDARS}/{{calendar_id}}": {"name": "Getaround"},
}


def event(uid: str, start: str, end: str, *lines: str) -> str:
    """``start`` and ``end``: such as 20260701T090000Z, or with parameters ``;VALUE=DATE:20260701``."""
    times = [
        f"{name}{value}" if value.startswith(";") else f"{name}:{value}"
        for name, value in (("DTSTART", start), ("DTEND", end))
        if value
    ]
    return "\r\n".join(
        ["BEGIN:VEVENT", f"UID:{uid}", "DTSTAMP:20260601T000000Z", *times, *lines, "END:VEVENT"]
    )


def calendar(*events: str) -> bytes:
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Turo//EN", *events, "END:VCALENDAR", ""]
    return "\r\n".join(lines).encode()


def utc(moment: datetime) -> str:
    return moment.strftime("%Y%m%dT%H%M%SZ")


class CalendarServer:
    """Serves one file on this machine, with an ETag if it has one, or a response set by the test."""

    def __init__(self) -> None:
        self.content = calendar()
        self.etag = ""
        self.answer: bytes | None = None
        self.hangs = False
        self.requests: list[str] = []
        self.port = 0
        self.is_asked = asyncio.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/secret-path.ics"

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            request = (await reader.readuntil(b"\r\n\r\n")).decode()
            self.requests.append(request)
            self.is_asked.set()
            if not self.hangs:
                writer.write(self._response(request))
                await writer.drain()
            # Until the other side closes: what is not read stays unread.
            await reader.read()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    def _response(self, request: str) -> bytes:
        if self.answer is not None:
            return self.answer
        if self.etag and f"if-none-match: {self.etag}" in request.lower():
            return b"HTTP/1.1 304 Not Modified\r\n\r\n"
        tag = f"ETag: {self.etag}\r\n" if self.etag else ""
        head = f"HTTP/1.1 200 OK\r\nContent-Type: text/calendar\r\n{tag}Content-Length: {len(self.content)}\r\n\r\n"
        return head.encode() + self.content


@asynccontextmanager
async def calendar_server() -> AsyncIterator[CalendarServer]:
    served = CalendarServer()
    server = await asyncio.start_server(served.handle, "127.0.0.1", 0)
    served.port = server.sockets[0].getsockname()[1]
    try:
        yield served
    finally:
        server.close()


def add_calendar(query_admin_sql: AdminSql, tenant: Tenant, vehicle: UUID | None = None) -> UUID:
    """A calendar whose URL no one knows."""
    row = new_id()
    if vehicle is None:
        [(car, home)] = query_admin_sql(
            "select c.name, l.code from cars c join locations l using (tenant_id) where tenant_id = %s limit 1",
            tenant.id,
        )
        vehicle = add_vehicle(query_admin_sql, tenant, f"IMP-{row.hex[-8:]}", car, home)
    query_admin_sql(
        "insert into imported_calendars (tenant_id, id, name, vehicle_id, sealed_url, host, due_at, created_at)"
        " values (%s, %s, 'Turo', %s, '', 'calendars.example.com', %s, %s)",
        tenant.id, row, vehicle, NOW, NOW,
    )  # fmt: skip
    return row


def blocks_of(query_admin_sql: AdminSql, vehicle: UUID) -> Sequence[tuple[datetime, datetime]]:
    """What imported calendars block the vehicle for, in order."""
    return [
        (row[0], row[1])
        for row in query_admin_sql(
            "select starts_at, ends_at from vehicle_reservations"
            " where vehicle_id = %s and imported_calendar_id is not null order by 1",
            vehicle,
        )
    ]
