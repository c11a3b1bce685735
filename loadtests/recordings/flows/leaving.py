"""A company leaves: exported by its owner, imported under a new slug, then deleted until nothing of it is found."""

import asyncio
import re
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from email import message_from_bytes, policy
from html import escape
from pathlib import Path
from uuid import UUID

import httpx
import psycopg
from playwright.sync_api import Page
from psycopg import sql

from abano.core.config import Settings
from abano.ops.seeds.demo import create_from_template
from loadtests.forms import booking_form
from loadtests.local_product import EMAIL, PASSWORD, start_abano
from loadtests.recordings.recorder import Recording
from loadtests.recordings.stage import PATIENCE_MILLISECONDS, Stage

COMPANY, SLUG, NEW_SLUG = "Leaving Cars", "leaving", "arrived"
# The worker looks once a minute for what is deleted.
REMOVAL_SECONDS = 240.0
OPEN_EMAIL_SECONDS = 5.0
TYPED = 0.28
DATA = "/admin/settings/your-data"
NEW_PASSWORD = "a new password after the move"  # noqa: S105 - of a product that lives as long as the run


def export_import_delete(stage: Stage) -> Recording:
    """From the export to a search that finds nothing, at the owner's page and the operator's command line."""
    reference = _create(stage)
    owner = _sign_in(stage, stage.page(), SLUG, PASSWORD)
    film = stage.recording("export-import-delete", owner)
    file = _export(stage, film)
    terminal = stage.page()
    _import(stage, film, terminal, file)
    _look(stage, film, reference)
    film.page = owner
    _delete_and_undo(stage, film)
    _delete_for_good(stage, film, terminal)
    return film


def _create(stage: Stage) -> str:
    """A company with a booking. Returns its reference."""
    settings = Settings(database_url=stage.product.database_url, data_dir=stage.product.data_dir)
    creating = create_from_template(
        settings, slug=SLUG, name=COMPANY, domain=f"{SLUG}.localhost", template="georgia"
    )
    with ThreadPoolExecutor(1) as beside:
        beside.submit(asyncio.run, creating).result()
    stage.rows(
        "insert into admins (tenant_id, id, email, name, role, password_hash, created_at)"
        " select t.id, gen_random_uuid(), a.email, a.name, a.role, a.password_hash, a.created_at"
        " from admins a, tenants t where a.email = %s and t.slug = %s limit 1",
        EMAIL,
        SLUG,
    )
    form = booking_form(pickupDate="2031-07-01", returnDate="2031-07-08")
    # Only browsers know names below localhost.
    made = httpx.post(
        f"{stage.product.origin}/api/bookings",
        json=form,
        headers={"host": f"{SLUG}.localhost"},
        timeout=PATIENCE_MILLISECONDS / 1000,
    )
    made.raise_for_status()
    [(reference,)] = stage.rows(
        "select b.reference from bookings b join tenants t on t.id = b.tenant_id where t.slug = %s", SLUG
    )
    return str(reference)


def _sign_in(stage: Stage, page: Page, slug: str, password: str) -> Page:
    page.goto(_url(stage, slug, "/admin/login"))
    page.get_by_label("Email").fill(EMAIL)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="Settings").first.wait_for()
    return page


def _export(stage: Stage, film: Recording) -> Path:
    page = film.page
    page.goto(_url(stage, SLUG, DATA))
    film.step("Export everything and download the file")
    film.click(page.get_by_role("button", name="Export…"))
    film.type(page.get_by_label("Your password"), PASSWORD)
    film.click(page.get_by_role("button", name="Export", exact=True))
    link = page.get_by_role("list", name="Exports").get_by_role("link", name="Download")
    film.read(link, words=10)
    file = stage.product.data_dir / "leaving.tar.gz"
    with page.expect_download() as begun:
        film.click(link)
    begun.value.save_as(file)
    return file


def _import(stage: Stage, film: Recording, terminal: Page, file: Path) -> None:
    film.step("The operator imports it under a new slug and resumes it")
    film.page = terminal
    host = f"{NEW_SLUG}.localhost"
    _command(stage, film, f"tenant import {file} --slug {NEW_SLUG} --domain {host}")
    _command(stage, film, f"tenant resume {NEW_SLUG}")


def _look(stage: Stage, film: Recording, reference: str) -> None:
    film.step("The owner sets a new password there and finds the booking")
    film.page = page = stage.page()
    page.goto(_url(stage, NEW_SLUG, "/admin/forgot-password"))
    film.type(page.get_by_label("Email"), EMAIL)
    film.click(page.get_by_role("button", name="Send link"))
    film.read(page.get_by_role("heading", name="Check your inbox"), words=20)
    film.act(OPEN_EMAIL_SECONDS, lambda: page.goto(_reset_link(stage)), taps=1)
    film.type(page.get_by_label("New password"), NEW_PASSWORD)
    film.type(page.get_by_label("Confirm password"), NEW_PASSWORD)
    film.click(page.get_by_role("button", name="Set the password"))
    film.read(page.get_by_text("Your password is changed."), words=10)
    _sign_in(stage, page, NEW_SLUG, NEW_PASSWORD)
    page.goto(_url(stage, NEW_SLUG, "/admin/bookings"))
    film.read(page.get_by_role("table").get_by_text(reference), words=8)


def _delete_and_undo(stage: Stage, film: Recording) -> None:
    page = film.page
    page.goto(_url(stage, SLUG, DATA))
    film.step("Delete the company, and keep it after all")
    film.click(page.get_by_role("button", name="Delete company…"))
    dialog = page.get_by_role("dialog")
    film.type(dialog.get_by_label(f"Type {COMPANY} to confirm"), COMPANY)
    film.type(dialog.get_by_label("Your password"), PASSWORD)
    film.click(dialog.get_by_role("button", name="Delete company"))
    film.read(page.get_by_role("heading", name=re.compile("^Your company will be deleted on")), words=20)
    film.click(page.get_by_role("button", name="Keep company"))
    film.read(page.get_by_role("button", name="Delete company…"), words=6)


def _delete_for_good(stage: Stage, film: Recording, terminal: Page) -> None:
    film.step("Delete it for good, with the slug typed, and search for what is left")
    film.page = terminal
    [(tenant,)] = stage.rows("select id from tenants where slug = %s", SLUG)
    _command(stage, film, f"tenant delete {SLUG} --now --confirm {SLUG}")
    deadline = time.monotonic() + REMOVAL_SECONDS
    with _superuser(stage) as conn:
        while not conn.execute(
            "select 1 from tenant_deletions where id = %s and removed_at is not null", (tenant,)
        ).fetchone():
            if time.monotonic() > deadline:
                raise TimeoutError("the company was not removed")
            time.sleep(1)
    rows, files = _found(stage, tenant), _files(stage, tenant)
    if rows != {"tenant_deletions": 1} or files:
        raise AssertionError(f"left: {rows}, {files}")
    text = f"rows that name {tenant}: {rows}\nfiles in its folders: {len(files)}"
    film.act(2.0, lambda: _show(terminal, "search", text))


def _found(stage: Stage, tenant: UUID) -> dict[str, int]:
    """Tables of any schema with rows that name the company."""
    found: dict[str, int] = {}
    with _superuser(stage) as conn:
        listed = conn.execute(
            "select n.nspname, c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace"
            " where c.relkind in ('r', 'p', 'm') and n.nspname not in ('pg_catalog', 'information_schema')"
            " and n.nspname not like 'pg_toast%'"
        ).fetchall()
        for name in listed:
            query = sql.SQL("select count(*) from {} t where t::text like %s").format(sql.Identifier(*name))
            row = conn.execute(query, (f"%{tenant}%",)).fetchone()
            if row and row[0]:
                found[str(name[1])] = int(row[0])
    return found


def _superuser(stage: Stage) -> psycopg.Connection:
    """Of all companies: others see the rows of one."""
    url = "postgresql://postgres@" + stage.product.database_url.split("@", 1)[1]
    return psycopg.connect(url, autocommit=True)


def _files(stage: Stage, tenant: UUID) -> list[Path]:
    return [path for path in stage.product.data_dir.rglob("*") if str(tenant) in str(path)]


def _command(stage: Stage, film: Recording, words: str) -> None:
    """A command of the operator, typed, with what it prints. Raises RuntimeError when it fails."""
    settings = stage.product.environment | {"ABANO_DATABASE_URL": stage.product.database_url}

    def run() -> None:
        process = start_abano(words, settings, subprocess.PIPE)
        output = process.communicate()[0].decode()
        if process.returncode:
            raise RuntimeError(output)
        _show(film.page, f"abano {words}", output)

    film.act(TYPED * len(words), run, keys=len(words))


def _show(page: Page, command: str, output: str) -> None:
    page.set_content(
        f"<pre style='font-size: 16px; white-space: pre-wrap'>$ {escape(command)}\n{escape(output)}</pre>"
    )


def _reset_link(stage: Stage) -> str:
    """Of the email that the new company sent. Raises TimeoutError."""
    deadline = time.monotonic() + PATIENCE_MILLISECONDS / 1000
    while time.monotonic() < deadline:
        for file in (stage.product.data_dir / "mail").glob("*.eml"):
            body = message_from_bytes(file.read_bytes(), policy=policy.default).get_body(("plain",))
            text = str(body.get_content()) if body is not None else ""
            if found := re.search(rf"https?://{NEW_SLUG}\S+/admin/reset-password\S+", text):
                return found[0]
        time.sleep(0.2)
    raise TimeoutError("no email with a link")


def _url(stage: Stage, slug: str, path: str) -> str:
    return f"http://{slug}.localhost:{stage.product.ports.platform}{path}"
