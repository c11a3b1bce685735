"""Pages that a company adds with their own URLs, and redirects of old URLs."""

from datetime import datetime
from urllib.parse import urlsplit

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.catalog.published.service import load_rules
from abano.core.errors import Conflict, InvalidInput, NotFound, RefusedValue
from abano.core.urls import ascii_url
from abano.db.unit_of_work import UnitOfWork
from abano.site.content import rules
from abano.site.content import rules as messages
from abano.site.content.repository import ContentRepository
from abano.site.content.service import UnknownText
from abano.site.pages.blocks import safe_link
from abano.site.pages.models import SiteRedirect
from abano.site.pages.redirects import is_own, leads_back, old_path
from abano.site.pages.routes import page_exists, parse_site_url
from abano.web.messages import TOO_MANY

MAX_PAGES = 100
MAX_REDIRECTS = 500
MAX_PATH_LENGTH = 300


class PageStays(Conflict):
    """This text is part of the site and can't be deleted."""


class UnknownRedirect(NotFound):
    """This old URL doesn't exist."""


async def add_page(uow: UnitOfWork, actor: Actor, slug: str, title: str, now: datetime) -> str:
    """Begin a page at /guides/``slug``; no one sees it before it is published. Its kind. Raises InvalidInput."""
    repository = ContentRepository(uow)
    kind = rules.own_page_kind(slug)
    titles, waiting = await repository.titles(), await repository.waiting()
    own = {each for each in [*titles, *waiting] if rules.OWN_PAGE_KIND.fullmatch(each)}
    if kind in own:
        raise InvalidInput.of("slug", messages.PAGE_EXISTS())
    if len(own) >= MAX_PAGES:
        raise InvalidInput.of("slug", messages.MANY_PAGES(max=MAX_PAGES))
    first = (await load_rules(uow)).languages[0]
    page = {
        "type": "page",
        "title": title,
        "description": "",
        "hero": {"title": title},
        "blocks": [{"type": "text", "body": {"type": "doc"}}],
    }
    draft = await repository.lock_draft(kind, now)
    if draft.bodies is not None:
        raise InvalidInput.of("slug", messages.PAGE_EXISTS())
    await repository.change_draft(
        draft,
        {
            "bodies": {first: rules.current_shape(kind, page)},
            "changed_at": now,
            "changed_by": actor.admin_id,
        },
    )
    await record(uow, actor, "content.page_added", subject=("content", kind), after={"title": title}, now=now)
    return kind


async def remove_page(uow: UnitOfWork, actor: Actor, kind: str, now: datetime) -> None:
    """Remove a company's page from the site, with its draft. Published versions are kept.

    Raises UnknownText, PageStays.
    """
    repository = ContentRepository(uow)
    if not rules.OWN_PAGE_KIND.fullmatch(kind):
        raise PageStays
    draft = await repository.find_draft(kind)
    if not await repository.published(kind) and (draft is None or draft.bodies is None):
        raise UnknownText
    await repository.withdraw(kind)
    await repository.drop_draft(kind)
    await record(uow, actor, "content.page_removed", subject=("content", kind), now=now)


async def redirects(uow: UnitOfWork) -> list[SiteRedirect]:
    return await ContentRepository(uow).redirects()


async def set_redirect(uow: UnitOfWork, actor: Actor, path: str, target: str, now: datetime) -> None:
    """Let an old URL lead to a page of the site or to another one. Raises InvalidInput."""
    old = _checked_path(path)
    target = _checked_target(target)
    repository = ContentRepository(uow)
    languages = (await load_rules(uow)).languages
    url = parse_site_url(old, languages)
    if page_exists(url.route, frozenset(await repository.titles())):
        raise InvalidInput.of("path", messages.URL_HAS_PAGE())
    await repository.lock_redirects()
    known = {row.path: row.target for row in await repository.redirects()}
    if leads_back({key: value for key, value in known.items() if key != old}, old, target):
        raise InvalidInput.of("target", messages.REDIRECT_LOOP())
    if old not in known and len(known) >= MAX_REDIRECTS:
        raise InvalidInput.of("path", TOO_MANY(max=MAX_REDIRECTS))
    if known.get(old) == target:
        return
    await repository.set_redirect(old, target, actor.admin_id, now)
    before = {"target": known[old]} if old in known else {}
    subject = ("redirect", old)
    await record(
        uow, actor, "redirect.set", subject=subject, before=before, after={"target": target}, now=now
    )


async def drop_redirect(uow: UnitOfWork, actor: Actor, path: str, now: datetime) -> None:
    """Forget an old URL. Raises UnknownRedirect."""
    repository = ContentRepository(uow)
    known = {row.path: row.target for row in await repository.redirects()}
    if path not in known:
        raise UnknownRedirect
    await repository.drop_redirect(path)
    before = {"target": known[path]}
    await record(uow, actor, "redirect.dropped", subject=("redirect", path), before=before, now=now)


def _checked_path(path: str) -> str:
    """The old URL without its host and query."""
    try:
        found = urlsplit(path.strip()).path
    except ValueError:
        found = ""
    old = old_path(found)
    if not found.startswith("/") or old == "/" or old.startswith("//") or len(old) > MAX_PATH_LENGTH:
        raise InvalidInput.of("path", messages.OLD_URL_INVALID())
    return old


def _checked_target(target: str) -> str:
    try:
        link = safe_link(target)
    except RefusedValue:
        link = ""
    if is_own(link):
        return link
    if not link.startswith("https://"):
        raise InvalidInput.of("target", messages.TARGET_NOT_ALLOWED())
    try:
        return ascii_url(link)
    except ValueError:
        raise InvalidInput.of("target", messages.TARGET_NOT_ALLOWED()) from None
