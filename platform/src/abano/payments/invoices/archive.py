"""Invoices and credit notes of a company as a zip: PDFs and a list, for owners who may have to keep them by law."""

import asyncio
import zipfile
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import orjson

from abano.core.files import BYTE_ORDER_MARK, csv_rows
from abano.core.languages.texts import texts_in
from abano.core.paging import PageRequest
from abano.core.pdf.pdf import render_pdf
from abano.db.unit_of_work import UnitOfWork
from abano.jobs.registry import TaskContext
from abano.messaging.outbox.service import load_recipient
from abano.payments.invoices.files import csv_head, csv_row
from abano.payments.invoices.paper import file_name, printed
from abano.payments.invoices.repository import InvoiceFilter, ListedInvoice
from abano.payments.invoices.schemas import InvoiceOut
from abano.payments.invoices.service import list_invoices
from abano.storage.images import LOGO, find_brand_image
from abano.tenancy.directory.tenant import Tenant

KINDS = ("invoice", "credit_note")
# Read at a time; no connection is held while they are printed.
BATCH = 100
CSV_LIST, JSON_LIST, DOCUMENTS = "invoices.csv", "invoices.json", "documents/"


async def has_invoices(uow: UnitOfWork) -> bool:
    """Whether there is an invoice. A credit note has one."""
    return bool((await list_invoices(uow, InvoiceFilter(kind="invoice"), PageRequest("number", 1))).items)


async def write_invoices(context: TaskContext, tenant: Tenant, file: Path) -> int:
    """Write the zip to ``file``: documents as they were issued, and their list as CSV and JSON. Returns how many.

    The CSV is in the language of the company's people. The JSON is as the API has it, with seller, buyer, lines and
    VAT.
    """
    async with context.db.uow(tenant.id) as uow:
        logo = await find_brand_image(uow, LOGO)
        texts = texts_in((await load_recipient(uow, "")).team_language)
    table: list[list[object]] = [csv_head(texts)]
    names: set[str] = set()
    listed = file.with_name(JSON_LIST)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as bundle:
        with listed.open("wb") as rows:
            async for batch in _batches(context, tenant):
                for row in batch:
                    rows.write((b"[\n" if len(table) == 1 else b",\n") + _json_row(row))
                    table.append(csv_row(row, tenant.zone, texts))
                await asyncio.to_thread(_print, bundle, batch, logo, names)
            rows.write(b"[]\n" if len(table) == 1 else b"\n]\n")
        bundle.writestr(CSV_LIST, BYTE_ORDER_MARK + csv_rows(table))
        bundle.write(listed, JSON_LIST)
    return len(table) - 1


async def _batches(context: TaskContext, tenant: Tenant) -> AsyncIterator[Sequence[ListedInvoice]]:
    for kind in KINDS:
        cursor: str | None = ""
        while cursor is not None:
            async with context.db.uow(tenant.id) as uow:
                request = PageRequest("number", BATCH, cursor or None)
                page = await list_invoices(uow, InvoiceFilter(kind=kind), request)
            yield page.items
            cursor = page.next_cursor


def _print(
    bundle: zipfile.ZipFile, batch: Sequence[ListedInvoice], logo: bytes | None, names: set[str]
) -> None:
    for row in batch:
        # Two numbers can differ in a character that a file name can't have.
        name = file_name(row.invoice.number)
        while name in names:
            name += "_"
        names.add(name)
        content = render_pdf(printed(row.invoice, is_void=row.is_void, logo=logo))
        bundle.writestr(f"{DOCUMENTS}{name}.pdf", content)


def _json_row(row: ListedInvoice) -> bytes:
    data = row.invoice.data
    content = {key: data[key] for key in ("seller", "buyer", "lines", "vat") if key in data}
    return orjson.dumps(InvoiceOut.of(row).model_dump(mode="json", by_alias=True) | {"content": content})
