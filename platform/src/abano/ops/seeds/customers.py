"""Customers of the demo companies: some book again, some with another email, and one is blacklisted."""

from datetime import datetime, timedelta
from random import Random
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import insert, select

from abano.accounts.access.models import AdminRow
from abano.booking_record.models import BookingRow
from abano.bookings.customers.merging import BEGINNING, assign_batch
from abano.bookings.customers.models import CustomerEvent, CustomerNote, CustomerRow
from abano.core.ids import new_id
from abano.db.unit_of_work import UnitOfWork
from abano.tenancy.directory.tenant import Tenant

COMES_AGAIN, OTHER_ADDRESS = 0.14, 0.02
NOTES = (
    "Asks for a child seat every time.",
    "Pays in cash, wants a receipt.",
    "Arrives with the night flight; calls from the airport.",
    "Prefers the same car as last year.",
    "Drives in the mountains: check the spare wheel with them.",
)
REASON = "Returned the car two days late with a broken windscreen, and paid for neither."


async def load_customers(uow: UnitOfWork, tenant: Tenant, now: datetime) -> None:
    """Create customers for the demo bookings, with notes, licences and one blacklist entry.

    Does nothing for a company that already has customers.
    """
    query = select(CustomerRow.id).where(CustomerRow.tenant_id == uow.tenant_id).limit(1)
    if await uow.session.scalar(query) is not None:
        return
    random = Random(f"{tenant.slug} customers")  # noqa: S311 - believable, not secret
    await _let_some_come_again(uow, random)
    after: tuple[datetime, UUID] | None = BEGINNING
    while after is not None:
        after = (await assign_batch(uow, 0, after, 1000)).last
    admin = await uow.session.scalar(
        select(AdminRow.id).where(AdminRow.tenant_id == uow.tenant_id).order_by(AdminRow.id).limit(1)
    )
    customers = (
        await uow.session.scalars(
            select(CustomerRow)
            .where(CustomerRow.tenant_id == uow.tenant_id)
            .order_by(CustomerRow.created_at, CustomerRow.email)
        )
    ).all()
    notes = []
    for customer in customers:
        if random.random() < 0.7:
            customer.licence_number = f"{random.choice('ABDKLMP')}{random.randint(1_000_000, 9_999_999)}"
            customer.licence_expires_on = (now + timedelta(days=random.randint(-40, 3200))).date()
        if random.random() < 0.1:
            notes.append((customer, random.choice(NOTES)))
    if admin is None or not customers:
        return
    rows = [
        {
            "tenant_id": uow.tenant_id,
            "id": new_id(),
            "customer_id": customer.id,
            "admin_id": admin,
            "body": body,
            "created_at": min(customer.last_booked_at + timedelta(days=1), now),
        }
        for customer, body in notes
    ]
    if rows:
        await uow.session.execute(insert(CustomerNote), rows)
    unwelcome = random.choice(customers[: len(customers) // 2 + 1])
    unwelcome.is_blacklisted, unwelcome.blacklist_reason = True, REASON
    uow.session.add(
        CustomerEvent(
            tenant_id=uow.tenant_id,
            id=new_id(),
            customer_id=unwelcome.id,
            kind="blacklisted",
            before={"is_blacklisted": False, "blacklist_reason": ""},
            after={"is_blacklisted": True, "blacklist_reason": REASON},
            reason=REASON,
            admin_id=admin,
            created_at=min(unwelcome.last_booked_at + timedelta(days=12), now),
        )
    )
    await uow.session.flush()


async def _let_some_come_again(uow: UnitOfWork, random: Random) -> None:
    """Reassign some bookings to earlier customers, a few of them with another email."""
    bookings = (
        await uow.session.scalars(
            select(BookingRow)
            .where(BookingRow.tenant_id == uow.tenant_id)
            .order_by(BookingRow.created_at, BookingRow.reference)
        )
    ).all()
    numbers: set[str] = set()
    for place, booking in enumerate(bookings):
        drawn = random.random()
        if place < 10 or drawn >= COMES_AGAIN + OTHER_ADDRESS:
            # Random phone numbers can collide, which would merge two people.
            while booking.customer_phone in numbers:
                booking.customer_phone = f"{booking.customer_phone[:-3]}{random.randrange(100, 1000)}"
            numbers.add(booking.customer_phone)
            continue
        earlier = bookings[random.randrange(place)]
        booking.customer_name, booking.customer_phone = earlier.customer_name, earlier.customer_phone
        booking.language, booking.driver_age = earlier.language, earlier.driver_age
        if drawn < COMES_AGAIN:
            booking.customer_email = earlier.customer_email
    await uow.session.flush()


# Names, languages and phone prefixes. The numbers and emails belong to no one.

_NAMES: tuple[tuple[str, str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("en", "+44 7700 900", ("Emma", "Oliver", "Grace", "Henry"), ("Walsh", "Bennett", "Clarke", "Hughes")),
    ("en", "+1 202 555 0", ("Noah", "Ava", "Mason", "Chloe"), ("Parker", "Brooks", "Reed", "Foster")),
    ("de", "+49 30 23125 ", ("Lukas", "Anna", "Jonas", "Lea"), ("Becker", "Hoffmann", "Keller", "Vogel")),
    ("ru", "+7 900 000 0", ("Дмитрий", "Елена", "Сергей", "Мария"), ("Орлов", "Белова", "Котов", "Лебедева")),
    (
        "ka",
        "+995 555 014 ",
        ("ნინო", "გიორგი", "თამარ", "ლევან"),
        ("ბერიძე", "კაპანაძე", "ლომიძე", "გელაშვილი"),
    ),
    (
        "en",
        "+33 6 39 98 0",
        ("Camille", "Hugo", "Manon", "Louis"),
        ("Moreau", "Lambert", "Rousseau", "Garnier"),
    ),
    ("en", "+972 55 570 0", ("Noa", "Itay", "Maya", "Omer"), ("Levi", "Mizrahi", "Peretz", "Dahan")),
    ("en", "+48 699 900 ", ("Zofia", "Jakub", "Maja", "Filip"), ("Nowak", "Zielinska", "Wrona", "Mazur")),
)


class Person(NamedTuple):
    """A generated customer; ``language`` is one of the company's languages."""

    name: str
    email: str
    phone: str
    language: str


def draw_person(random: Random, number: int, languages: tuple[str, ...]) -> Person:
    """A random customer; ``number`` makes the email unique."""
    language, prefix, first, last = random.choice(_NAMES)
    return Person(
        f"{random.choice(first)} {random.choice(last)}",
        f"guest{number}@example.com",
        f"{prefix}{random.randrange(100, 1000)}",
        language if language in languages else languages[0],
    )
