"""The outbox against a real SMTP server: also one that is down and comes back, a killed worker, two workers."""

import asyncio
import socket
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import Message
from email.policy import default
from pathlib import Path
from typing import Any

import httpx
import pytest
from aiosmtpd.controller import Controller
from background_tasks import run_for_all
from product_fixtures import AdminSql
from running_stack import WAIT_SECONDS

from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.core.languages.texts import Texts
from abano.db.engine import Database
from abano.jobs import queue as queue_module
from abano.jobs.queue import JobQueue
from abano.jobs.registry import TaskContext
from abano.messaging.outbox import booking_kinds, kinds, message
from abano.messaging.outbox import service as messages
from abano.messaging.outbox.layout import Recipient, Text
from abano.messaging.outbox.outbox import enqueue, enqueue_stored
from abano.messaging.outbox.personal_messages import ATTEMPTS, MAX_WAIT, wait_before_retry
from abano.messaging.outbox.service import deliver, deliver_pending
from abano.messaging.outbox.transport import ChatWebhook, FileTransport, SmtpTransport
from abano.tenancy.directory.tenant import Tenant
from abano.worker import all_tasks

pytestmark = pytest.mark.anyio

KIND = "test.greeting"
# A worker that does nothing but deliver, until it is killed.
DELIVERING = """
import asyncio, sys
from abano.core.clock import SystemClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.queue import JobQueue
from abano.jobs.registry import TaskContext
from abano.worker import all_tasks

async def main():
    settings = Settings(database_url=sys.argv[1], smtp_url=sys.argv[2])
    db = Database(settings, in_background=True)
    await db.open()
    [task] = [task for task in all_tasks() if task.name == "notifications.deliver"]
    queue = JobQueue(TaskContext(db, settings, SystemClock()), [task])
    await queue.open()
    await queue.enqueue(task)
    await queue.work()

asyncio.run(main())
"""


class Greeting(message.Message):
    kind = KIND

    name: str


class Mailbox:
    """What the mail server received. Handler of aiosmtpd."""

    def __init__(self) -> None:
        self.messages: list[Message] = []

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802 - aiosmtpd's name
        self.messages.append(message_from_bytes(envelope.content, policy=default))
        return "250 OK"


@pytest.fixture
def port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def mailbox(port: int) -> Iterator[Mailbox]:
    mailbox = Mailbox()
    controller = Controller(mailbox, hostname="127.0.0.1", port=port)
    controller.start()
    yield mailbox
    controller.stop()


@pytest.fixture(autouse=True)
def _greeting(monkeypatch: pytest.MonkeyPatch, query_admin_sql: AdminSql) -> None:
    def render(message: Greeting, recipient: Recipient, _: Texts) -> Text:
        return Text(subject=f"Hello {message.name}", body=f"From {recipient.name}: გამარჯობა")

    monkeypatch.setitem(kinds.KINDS, KIND, Greeting)
    monkeypatch.setitem(messages.RENDERERS, KIND, render)
    query_admin_sql("delete from outbox_messages")
    query_admin_sql("delete from procrastinate_jobs")


@pytest.fixture
def context(db: Database, settings: Settings, clock: FixedClock) -> TaskContext:
    return TaskContext(db, settings, clock)


async def put(context: TaskContext, tenant: Tenant, **payload: str) -> None:
    async with context.db.uow(tenant.id) as uow:
        await enqueue(uow, Greeting(**payload), context.clock.now())


async def test_a_message_leaves_by_smtp(
    context: TaskContext, georgia: Tenant, mailbox: Mailbox, port: int
) -> None:
    transport = SmtpTransport(f"smtp://127.0.0.1:{port}")
    await put(context, georgia, name="Nino")
    assert await deliver_pending(context, georgia.id, transport, ChatWebhook()) == 1
    [message] = mailbox.messages
    assert message["Subject"] == "Hello Nino"
    assert "გამარჯობა" in message.get_content()  # type: ignore[attr-defined]  # an EmailMessage by its policy
    assert await deliver_pending(context, georgia.id, transport, ChatWebhook()) == 0
    await transport.close()


async def test_a_server_that_is_down_and_comes_back(
    context: TaskContext, clock: FixedClock, georgia: Tenant, port: int, query_admin_sql: AdminSql
) -> None:
    transport = SmtpTransport(f"smtp://127.0.0.1:{port}")
    await put(context, georgia, name="Levan")
    for attempt in range(1, 4):
        assert await deliver_pending(context, georgia.id, transport, ChatWebhook()) == 1
        [(attempts, error)] = query_admin_sql("select attempts, last_error from outbox_messages")
        assert attempts == attempt
        assert "Mail server" in error
        assert await deliver_pending(context, georgia.id, transport, ChatWebhook()) == 0  # it waits
        clock.move(hours=1)
    mailbox = Mailbox()
    controller = Controller(mailbox, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        await deliver_pending(context, georgia.id, transport, ChatWebhook())
    finally:
        await transport.close()
        controller.stop()
    assert [message["Subject"] for message in mailbox.messages] == ["Hello Levan"]


async def test_messages_share_a_connection_and_survive_its_end(
    context: TaskContext, georgia: Tenant, port: int
) -> None:
    opened: list[object] = []

    class Counting(Mailbox):
        async def handle_EHLO(  # noqa: N802 - the library's name
            self, server: Any, session: Any, envelope: Any, hostname: str, responses: list[str]
        ) -> list[str]:
            opened.append(session)
            session.host_name = hostname
            return responses

    mailbox = Counting()
    transport = SmtpTransport(f"smtp://127.0.0.1:{port}")
    for round_number in range(2):
        for number in range(5):
            await put(context, georgia, name=f"{round_number}-{number}")
        controller = Controller(mailbox, hostname="127.0.0.1", port=port)
        controller.start()
        assert await deliver_pending(context, georgia.id, transport, ChatWebhook()) == 5
        # With it goes the connection that the transport has kept.
        controller.stop()
    await transport.close()
    assert len({message["Subject"] for message in mailbox.messages}) == 10
    assert len(opened) == 2


async def test_a_company_whose_chat_hangs_holds_up_no_one_else(
    context: TaskContext,
    georgia: Tenant,
    alps: Tenant,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    query_admin_sql: AdminSql,
) -> None:
    many = 10
    hangs, all_left = asyncio.Event(), asyncio.Event()
    left: list[Any] = []

    class Chat:
        async def send(self, _url: str, _text: str) -> None:
            hangs.set()
            await all_left.wait()

    class Mail(FileTransport):
        async def send(self, message: Any) -> None:
            left.append(message)
            if len(left) == 1 + many:
                all_left.set()

    monkeypatch.setattr(messages, "mail_transport", lambda _settings: Mail(tmp_path))
    monkeypatch.setattr(messages, "ChatWebhook", lambda _allowed: Chat())
    query_admin_sql(
        "update tenant_settings set integrations = integrations || %s::jsonb where tenant_id = %s",
        '{"chatWebhookUrl": "https://chat.example.com/hook"}',
        georgia.id,
    )
    await put(context, georgia, name="Giorgi")
    [task] = [task for task in all_tasks() if task.name == "notifications.deliver"]
    queue = JobQueue(context, [task])
    await queue.open()
    await queue.enqueue(task)
    work = asyncio.create_task(queue.work())
    await asyncio.wait_for(hangs.wait(), 240)
    for number in range(many):
        await put(context, alps, name=f"A{number}")
    await queue.enqueue(task)
    await asyncio.wait_for(all_left.wait(), 240)
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)
    await queue.close()
    query_admin_sql("update tenant_settings set integrations = integrations - 'chatWebhookUrl'")
    assert len(left) == 1 + many


async def test_in_development_mail_is_a_readable_file(
    context: TaskContext, georgia: Tenant, tmp_path: Path
) -> None:
    await put(context, georgia, name="Tamar")
    await run_for_all(deliver, context)
    [file] = (tmp_path / "mail").glob("*.eml")
    message = message_from_bytes(file.read_bytes(), policy=default)
    assert message["Subject"] == "Hello Tamar"


async def test_a_rolled_back_cause_sends_nothing(context: TaskContext, georgia: Tenant) -> None:
    class Refused(Exception):
        pass

    with pytest.raises(Refused):
        async with context.db.uow(georgia.id) as uow:
            await enqueue(uow, Greeting(name="No one"), context.clock.now())
            raise Refused
    assert await deliver_pending(context, georgia.id, FileTransport(Path()), ChatWebhook()) == 0


async def test_a_poisoned_message_holds_up_no_one_and_ends_dead(
    context: TaskContext, clock: FixedClock, georgia: Tenant, tmp_path: Path, query_admin_sql: AdminSql
) -> None:
    async with context.db.uow(georgia.id) as uow:
        await enqueue_stored(uow, "test.unknown", "{}", context.clock.now())
    await put(context, georgia, name="Davit")
    await run_for_all(deliver, context)
    assert len(list((tmp_path / "mail").glob("*.eml"))) == 1
    for _ in range(ATTEMPTS):
        clock.move(hours=7)
        await run_for_all(deliver, context)
    [(attempts, dead)] = query_admin_sql(
        "select attempts, dead_at is not null from outbox_messages where kind = 'test.unknown'"
    )
    assert (attempts, dead) == (ATTEMPTS, True)


async def test_two_workers_send_each_message_once(
    context: TaskContext, georgia: Tenant, alps: Tenant, mailbox: Mailbox, port: int
) -> None:
    transport = SmtpTransport(f"smtp://127.0.0.1:{port}")
    for number in range(10):
        await put(context, georgia, name=f"G{number}")
        await put(context, alps, name=f"A{number}")
    await asyncio.gather(
        *(deliver_pending(context, tenant.id, transport, ChatWebhook()) for tenant in (georgia, alps) * 2)
    )
    await transport.close()
    subjects = [message["Subject"] for message in mailbox.messages]
    assert len(subjects) == len(set(subjects)) == 20


async def test_a_killed_worker_leaves_the_message_to_the_next(
    context: TaskContext, clock: FixedClock, georgia: Tenant, tmp_path: Path
) -> None:
    await put(context, georgia, name="Mariam")

    class Killed(BaseException):
        pass

    class Dying(FileTransport):
        async def send(self, message: Any) -> None:
            raise Killed

    with pytest.raises(Killed):
        await deliver_pending(context, georgia.id, Dying(tmp_path), ChatWebhook())
    assert (
        await deliver_pending(context, georgia.id, FileTransport(tmp_path), ChatWebhook()) == 0
    )  # under lease
    clock.move(seconds=61)
    assert await deliver_pending(context, georgia.id, FileTransport(tmp_path), ChatWebhook()) == 1
    assert len(list(tmp_path.glob("*.eml"))) == 1


async def test_of_a_worker_that_is_killed_only_the_message_under_way_is_sent_again(
    db: Database,
    settings: Settings,
    clock: FixedClock,
    georgia: Tenant,
    port: int,
    monkeypatch: pytest.MonkeyPatch,
    query_admin_sql: AdminSql,
) -> None:
    monkeypatch.setattr(queue_module, "DEAD_AFTER_SECONDS", 2.0)
    references = [f"RIDE{number}" for number in range(5)]
    under_way, is_killed = threading.Event(), threading.Event()

    class Halting(Mailbox):
        async def handle_DATA(  # noqa: N802 - the library's name
            self, server: Any, session: Any, envelope: Any
        ) -> str:
            answer = await super().handle_DATA(server, session, envelope)
            if len(self.messages) == 3 and not is_killed.is_set():
                # The server has the message, and the worker does not know it yet.
                under_way.set()
                await asyncio.to_thread(is_killed.wait)
            return answer

    mailbox = Halting()
    controller = Controller(mailbox, hostname="127.0.0.1", port=port)
    controller.start()
    smtp_url = f"smtp://127.0.0.1:{port}"
    try:
        async with db.uow(georgia.id) as uow:
            for reference in references:
                about = {"reference": reference, "customer_name": "Nino", "car_name": "Prado", "reason": "x"}
                await enqueue(uow, booking_kinds.BookingCancelled(**about), clock.now())
        arguments = [sys.executable, "-c", DELIVERING, settings.database_url, smtp_url]
        with subprocess.Popen(arguments) as worker:  # noqa: ASYNC220
            try:
                assert await asyncio.to_thread(under_way.wait, WAIT_SECONDS)
            finally:
                worker.kill()
        is_killed.set()
        assert query_admin_sql("select count(*) from outbox_messages where sent_at is null") == [(3,)]
        # The lease of its message is over, too.
        later = FixedClock(datetime.now(UTC) + timedelta(minutes=2))
        [task] = [task for task in all_tasks() if task.name == "notifications.deliver"]
        context = TaskContext(db, settings.model_copy(update={"smtp_url": smtp_url}), later)
        queue = JobQueue(context, [task])
        await queue.open()
        async with asyncio.timeout(WAIT_SECONDS):
            while query_admin_sql("select 1 from outbox_messages where sent_at is null"):
                await queue.recover()
                await queue.work_off()
                await asyncio.sleep(0.1)
        await queue.close()
    finally:
        is_killed.set()
        controller.stop()
    # Mail programs show the one that came twice once.
    assert sorted(Counter(mail["Message-ID"] for mail in mailbox.messages).values()) == [1, 1, 1, 1, 2]
    for reference in references:
        assert any(reference in mail["Subject"] for mail in mailbox.messages)
    assert query_admin_sql("select count(*) from procrastinate_jobs") == [(0,)]


async def test_a_chat_that_is_down_does_not_repeat_the_mail(
    context: TaskContext,
    clock: FixedClock,
    georgia: Tenant,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    query_admin_sql: AdminSql,
) -> None:
    answers = iter([500, 200])
    posted: list[bytes] = []

    def chat(request: httpx.Request) -> httpx.Response:
        posted.append(request.content)
        return httpx.Response(next(answers))

    client = httpx.AsyncClient
    monkeypatch.setattr(httpx, "AsyncClient", lambda **_: client(transport=httpx.MockTransport(chat)))
    query_admin_sql(
        "update tenant_settings set integrations = integrations || %s::jsonb where tenant_id = %s",
        '{"chatWebhookUrl": "https://chat.example.com/hook"}',
        georgia.id,
    )
    await put(context, georgia, name="Giorgi")
    for _ in range(3):
        await deliver_pending(context, georgia.id, FileTransport(tmp_path), ChatWebhook())
        clock.move(minutes=5)
    query_admin_sql("update tenant_settings set integrations = integrations - 'chatWebhookUrl'")
    assert len(posted) == 2
    assert b"Hello Giorgi" in posted[1]
    assert len(list(tmp_path.glob("*.eml"))) == 1


def test_waits_double_up_to_six_hours_and_outlast_a_day() -> None:
    waits = [wait_before_retry(attempt) for attempt in range(1, ATTEMPTS)]
    known = [wait for wait in waits if wait is not None]
    assert len(known) == ATTEMPTS - 1
    assert known == sorted(known)
    assert max(known) == MAX_WAIT
    assert sum(known, timedelta()) > timedelta(days=1)
    assert wait_before_retry(ATTEMPTS) is None
