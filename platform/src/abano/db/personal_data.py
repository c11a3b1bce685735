"""The subject of an export or erasure, and the personal data of each domain."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Person:
    """``emails`` in lower case; ``phones`` of the bookings, in E.164.

    ``click_ids`` are gclid, gbraid and wbraid values; ``session_ids`` quiz sessions.

    ``is_by_email``: someone asked by an address, and means everything under it, also where two customers share it.
    ``customer_ids``: the customer with all that were merged into them. ``affiliate_ids`` are accounts that sign in
    with one of the addresses.
    """

    emails: tuple[str, ...] = ()
    phones: tuple[str, ...] = ()
    is_by_email: bool = False
    customer_ids: tuple[UUID, ...] = ()
    booking_ids: tuple[UUID, ...] = ()
    references: tuple[str, ...] = ()
    open_bookings: int = 0
    session_ids: tuple[str, ...] = ()
    click_ids: tuple[str, ...] = ()
    affiliate_ids: tuple[UUID, ...] = ()


@dataclass(frozen=True, slots=True)
class PersonalRecords:
    """One kind of record that may be about a person. Lookup and erasure use the same records.

    A domain with personal data defines its records and registers them in ``PERSONAL_DATA`` of ``main.py``.
    Records with a legal retention period, such as invoices, are looked up and exported but not erased:
    ``is_kept``, without ``erase``.

    ``find`` returns each record as JSON. ``erase`` deletes or anonymises the same records and returns one id
    for each. Both are SQL with parameters named like the fields of Person, ``tenant``, and for ``erase`` also
    ``now`` and ``erased``, the replacement of the person's name.
    """

    kind: str
    find: str
    erase: str = ""
    is_kept: bool = False


def records_of(
    kind: str,
    table: str,
    *,
    by: Literal["booking_id", "customer_id"] = "booking_id",
    hidden: Collection[str] = (),
    order: str = "created_at, id",
    key: str = "id",
    change: str = "",
    is_kept: bool = False,
) -> PersonalRecords:
    """The rows of a table that name a person's booking or customer, without the columns of the company's own.

    ``change``: what an erasure sets; empty: it deletes the rows and returns their ``key``.
    """
    columns = ", ".join(f"'{column}'" for column in ("tenant_id", *hidden))
    condition = f"tenant_id = :tenant and {by} = any(:{by}s)"
    # Names and the change are written in the code.
    find = f"select to_jsonb(r) - array[{columns}] from {table} r where {condition} order by {order}"  # noqa: S608
    verb = f"update {table} set {change}" if change else f"delete from {table}"  # noqa: S608 - as above
    return PersonalRecords(
        kind, find, "" if is_kept else f"{verb} where {condition} returning {key}", is_kept
    )
