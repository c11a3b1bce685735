"""A company's complete public site as an immutable snapshot, cached for some seconds."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from typing import Any
from uuid import UUID

from abano.catalog.exchange_rates.service import load_offered
from abano.catalog.published.service import CatalogService
from abano.catalog.published.snapshot import Catalog, embed_origins
from abano.core.clock import Clock
from abano.core.config import Settings
from abano.core.errors import Message, NotFound
from abano.core.languages.texts import locale_of, texts_in
from abano.core.ttl_cache import STALE_SECONDS, TtlCache
from abano.core.urls import origin_of
from abano.db.engine import Database
from abano.db.revisions import WatchedTables
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.messaging.phone_consents.service import enabled_channels
from abano.payments.invoices.seller import find_seller
from abano.site.media_library.pictures import Picture
from abano.site.pages.blocks import PageDocument
from abano.site.pages.config import INTERNAL_KINDS, build_config, rating_of, slugs_of
from abano.site.pages.documents import Landing, Seo, SeoPage
from abano.site.pages.facts import facts_for, facts_of, weekly_saving, with_facts
from abano.site.pages.items import Item, items_of, list_texts
from abano.site.pages.public_documents import DocumentResponse, LegalDocument, read_document
from abano.site.pages.public_media import load_pictures, with_pictures
from abano.site.pages.repository import SiteTextRepository, StoredTexts
from abano.site.pages.routes import (
    GUIDES,
    HOME,
    LANDING,
    OLD_LANDING,
    OLD_SITE,
    PAGES,
    REVIEWS,
    SiteLanguages,
    own_pages,
    page_at,
)
from abano.site.pages.schemas import FormExperiment, MenuEntry, Seller, SiteConfig
from abano.site.pages.titles import page_heads, page_texts
from abano.site.reviews.showing import PublishedReviews, load_photos, load_published, shown
from abano.tenancy.directory.brand import layout_or_first
from abano.tenancy.directory.tenant import Tenant, public_origin
from abano.web.middleware.security import content_security_policy

# The seller's registered details, as shown on documents.


async def load_seller(uow: UnitOfWork) -> Seller | None:
    """None until the company has entered its registered name."""
    stored = await find_seller(uow)
    if stored is None or not stored.legal_name:
        return None
    return Seller(
        legal_name=stored.legal_name,
        registration_number=stored.registration_number,
        tax_id=stored.tax_id,
    )


# Where reCAPTCHA's script and its parts come from.
BOT_CHECK_SOURCES = ("https://www.google.com/recaptcha/", "https://www.gstatic.com/recaptcha/")

NO_TEXTS = Message("no_texts_yet", "This company's site has no texts yet.")
SiteKey = tuple[TenantId, str]
# Every table that a load reads beside the catalogue's.
WATCHED = WatchedTables(
    "exchange_rates", "experiments", "media_files", "media_items", "phone_channels", "quiz_definitions", "reviews",
    "seller_settings", "site_document_versions", "site_documents", "site_redirects", "tenant_settings",
    begins={"exchange_rates": "valid_from"},
)  # fmt: skip
TERMS = "terms-of-service"
# Types of stored texts that are pages with their own description.
PAGE_TYPES = frozenset({"guide", "page"})
FILM = "film"
_GUIDES = [page for page in PAGES.values() if page.document and page.picture == "document"]


class DocumentNotFound(NotFound):
    """This company has no such text."""


@dataclass(frozen=True, slots=True)
class Site:
    """Everything a page of one company is made from, in one language."""

    tenant: Tenant
    languages: SiteLanguages
    config: SiteConfig
    config_json: bytes
    seo: Seo
    texts: StoredTexts
    # Title, description and keywords by route.
    pages: Mapping[str, SeoPage]
    # Pages of single cars and places, by route.
    items: Mapping[str, Item]
    reviews: PublishedReviews
    # Of the cars that have a page, by their ids.
    car_slugs: Mapping[UUID, str]
    # Other websites that may show the pages for frames.
    embed_origins: tuple[str, ...]
    # Changes whenever anything above does.
    version: str
    # Pages rendered from this very snapshot, by route.
    rendered: dict[str, tuple[str, bytes, bytes]] = field(default_factory=dict)

    @property
    def language(self) -> str:
        return self.config.tenant.language

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of documents that visitors may read in this language, or in the company's first."""
        return frozenset(self.config.documents) - {OLD_SITE}

    @property
    def there(self) -> frozenset[str]:
        """Kinds of documents, routes of single cars and places, and of the lists of guides and reviews if any."""
        listed = {GUIDES} if self.config.menu else set()
        listed |= {REVIEWS} if self.config.reviews else set()
        return frozenset(self.config.documents) | self.items.keys() | listed

    def document(self, kind: str) -> tuple[str, LegalDocument | PageDocument]:
        """A text and its language: the site's, else the company's first. Raises DocumentNotFound."""
        if kind in INTERNAL_KINDS:
            raise DocumentNotFound
        text = _pick(self.texts, kind, [self.language, self.languages.first])
        if text is None:
            raise DocumentNotFound
        return text[0], read_document(text[1])

    def answer(self, kind: str) -> DocumentResponse:
        """A text as the API sends it. Raises DocumentNotFound."""
        language, document = self.document(kind)
        version = self.texts.versions.get(kind)
        return DocumentResponse(kind=kind, language=language, version=version, document=document)

    def canonical(self, path: str) -> str:
        """The address, without its host, at which search engines should list what the route ``path`` shows."""
        return self.languages.canonical(path, self.language)

    def guide(self, path: str) -> PageDocument | None:
        """The guide shown at the route ``path``, if the company has it."""
        page = page_at(path)
        if page is None or page.document not in self.kinds:
            return None
        document = self.document(page.document)[1]
        return document if isinstance(document, PageDocument) else None


@dataclass(frozen=True, slots=True)
class _Basis:
    """What a snapshot was made from. ``revision``: of the rows beside the catalogue."""

    catalog: Catalog
    tenant: Tenant
    revision: str
    today: date

    def is_same(self, other: "_Basis") -> bool:
        """An unchanged catalogue is the very same object."""
        return self.catalog is other.catalog and (self.tenant, self.revision, self.today) == (
            other.tenant,
            other.revision,
            other.today,
        )


class SiteService:
    """Hands out snapshots. A change is felt by every copy of the platform within ``SETTINGS_SECONDS``.

    A site of which nothing changed is not made again.
    """

    def __init__(self, db: Database, catalogs: CatalogService, settings: Settings, clock: Clock) -> None:
        self._db = db
        self._clock = clock
        self._catalogs = catalogs
        self._settings = settings
        self._cache: TtlCache[SiteKey, Site] = TtlCache(stale_seconds=STALE_SECONDS)
        # Outlives the cache: while nothing has changed, what was rendered from the snapshot is used again.
        self._newest: dict[SiteKey, tuple[_Basis, Site]] = {}

    async def languages(self, tenant: Tenant) -> tuple[str, ...]:
        """The site's languages, the company's first one first. Raises DatabaseUnavailable."""
        return (await self._catalogs.get(tenant.id)).rules.languages

    async def get(self, tenant: Tenant, language: str | None = None) -> Site:
        """The company's site in a language, at most some seconds old; in its first for one that it does not speak.

        Raises DatabaseUnavailable.
        """
        offered = await self.languages(tenant)
        key = (tenant.id, language if language in offered else offered[0])
        return await self._cache.get(key, lambda: self._refresh(tenant, key))

    async def preview(self, tenant: Tenant, language: str | None = None) -> Site:
        """A preview of the site with the draft brand and all drafts of texts. Not cached."""
        offered = await self.languages(tenant)
        return await self._load(tenant, language if language in offered else offered[0], with_drafts=True)

    async def version(self, site: Site, kind: str, number: int) -> DocumentResponse:
        """A legal text as it was in a published version. Raises DocumentNotFound."""
        async with self._db.uow(site.tenant.id) as uow:
            stored = await SiteTextRepository(uow).find_version(kind, number)
        order = [site.language, site.languages.first]
        language = next((each for each in order if stored and each in stored.bodies), None)
        if stored is None or language is None or kind in INTERNAL_KINDS:
            raise DocumentNotFound
        catalog = (await self._catalogs.get(site.tenant.id)).in_language(language)
        # Of versions from before they were kept, today's.
        facts = stored.facts.get(language) or facts_of(
            catalog,
            locale_of(site.languages.locale(language)),
            self._clock.now().astimezone(site.tenant.zone).date(),
        )
        document = read_document(with_facts(stored.bodies[language], facts))
        if not isinstance(document, LegalDocument):
            raise DocumentNotFound
        return DocumentResponse(kind=kind, language=language, version=number, document=document)

    async def _refresh(self, tenant: Tenant, key: SiteKey) -> Site:
        # Before what it is made from: what changes in the meantime is found by the next refresh.
        catalog, now = await self._catalogs.get(tenant.id), self._clock.now()
        revision = await WATCHED.revision(self._db, tenant.id, now)
        basis = _Basis(catalog, tenant, revision, now.astimezone(tenant.zone).date())
        newest = self._newest.get(key)
        if newest and newest[0].is_same(basis):
            return newest[1]
        site = await self._load(tenant, key[1])
        if newest and newest[1].version == site.version:
            site = newest[1]
        self._newest[key] = (basis, site)
        return site

    async def _load(self, tenant: Tenant, language: str, *, with_drafts: bool = False) -> Site:
        catalog = await self._catalogs.get(tenant.id)
        today = self._clock.now().astimezone(tenant.zone).date()
        first = catalog.rules.languages[0]
        # Kept for as long as nothing changes: not of a replica that is behind.
        async with self._db.uow(tenant.id, fresh=True) as uow:
            repository = SiteTextRepository(uow)
            stored = await repository.load({language, first}, first)
            if with_drafts:
                stored = stored.with_drafts(await repository.drafts())
                brand = await repository.brand_draft() or catalog.rules.brand
                catalog = replace(catalog, rules=replace(catalog.rules, brand=brand))
            rates = await load_offered(uow, self._clock.now())
            seller = await load_seller(uow)
            reviews = await load_published(uow, language)
            message_channels = await enabled_channels(uow)
        languages = SiteLanguages(catalog.rules.languages, stored.written, stored.locales)
        texts = _filled_texts(stored, catalog, languages, today)
        order = [language, first]
        async with self._db.uow(tenant.id, fresh=True) as uow:
            pictures = await load_pictures(uow, catalog, texts.documents.values(), order)
            photos = await load_photos(uow, reviews.newest, pictures.palette, order)
        texts = replace(
            texts, documents={key: pictures.resolved(body) for key, body in texts.documents.items()}
        )
        landing = _pick(texts, LANDING, order)
        seo = _pick(texts, "seo", order)
        if landing is None or seo is None:
            raise DocumentNotFound(NO_TEXTS())
        seo_text = Seo.model_validate(seo[1])
        landing_text = Landing.model_validate(
            {**landing[1], "weeklySaving": weekly_saving(catalog)}
        ).in_layout(layout_or_first(catalog.rules.brand.get("layout")))
        localized = with_pictures(catalog.in_language(language), pictures)
        words = texts_in(languages.shown(HOME, language))
        items = items_of(
            localized,
            words,
            locale_of(languages.locale(language)),
            languages.prefix(language),
            today,
        )
        car_slugs = slugs_of(localized)
        menu = _menu(texts, order)
        pages = page_texts(seo_text, landing_text, _guide_heads(texts, order))
        pages |= list_texts(localized, [entry.title for entry in menu], words, seo_text)
        pages |= {path: item.text for path, item in items.items()}
        kinds = frozenset(kind for kind, _ in texts.documents)
        if catalog.rules.integrations.get("oldSite"):
            kinds |= {OLD_SITE}
        else:
            del pages[OLD_LANDING]
        config = build_config(
            tenant,
            localized,
            rates=rates,
            seller=seller,
            landing=landing_text,
            kinds=kinds,
            pages=page_heads(pages, seo_text, partial(languages.canonical, language=language)),
            menu=menu,
            terms_version=texts.versions.get(TERMS),
            quiz_version=texts.quiz_version,
            form_experiment=FormExperiment.of(texts.form_experiment) if texts.form_experiment else None,
            origin=public_origin(tenant, catalog.rules.contacts, self._settings.port),
            languages=languages,
            language=language,
            pictures=pictures,
            today=today,
            ratings=reviews.by_car,
            rating=rating_of(landing_text, reviews.all, words),
            reviews=[shown(row, car_slugs, photos) for row in reviews.newest],
            message_channels=message_channels,
        )
        config_json = config.model_dump_json(by_alias=True).encode()
        stamp = (
            sorted(map(repr, reviews.of_rentals.items())),
            sorted(map(repr, reviews.described.items())),
            sorted(texts.documents.items()),
            sorted(stored.written),
            sorted(stored.locales.items()),
            sorted(stored.versions.items()),
            sorted(stored.redirects.items()),
            embed_origins(catalog.rules.integrations),
        )
        digest = hashlib.sha256(config_json + repr(stamp).encode()).hexdigest()
        return Site(
            tenant,
            languages,
            config,
            config_json,
            seo_text,
            texts,
            pages,
            items,
            reviews,
            car_slugs,
            embed_origins(catalog.rules.integrations),
            digest[:16],
        )

    def policy(self, site: Site, *, is_embedded: bool = False) -> str:
        """The content security policy of this company's pages lets in its bot check, films and address services.

        ``is_embedded``: the websites that the owner chose may show the page in a frame.
        """
        config = site.config
        check = BOT_CHECK_SOURCES if config.bot_check.configured else ()
        shown = [config.film, *(car.film for car in config.cars)]
        films = [film.src for film in shown if film and film.player == "file"]
        return content_security_policy(
            secure=self._settings.is_production,
            scripts=check,
            connections=[*check, *_origins(config.tracking.ip_services)],
            films=_origins([*films, *_films(site.texts)]),
            framed_by=site.embed_origins if is_embedded else (),
        )


def _origins(urls: Iterable[str]) -> list[str]:
    """The origin of each URL on another site, once."""
    return sorted({origin for origin in map(origin_of, urls) if origin})


def _filled_texts(texts: StoredTexts, catalog: Catalog, languages: SiteLanguages, today: date) -> StoredTexts:
    """The texts, saying of the prices what is true today, each in its own language."""
    facts = {
        language: facts_of(catalog.in_language(language), locale_of(languages.locale(language)), today)
        for language in {language for _, language in texts.documents}
    }
    return replace(
        texts,
        documents={
            key: with_facts(body, facts_for(body, facts[key[1]], today))
            for key, body in texts.documents.items()
        },
    )


def _films(texts: StoredTexts) -> list[str]:
    """The addresses of films on the company's own pages."""
    blocks = [block for body in texts.documents.values() for block in body.get("blocks", [])]
    return [str(block.get("url") or "") for block in blocks if block.get("type") == FILM]


def _menu(texts: StoredTexts, order: list[str]) -> list[MenuEntry]:
    """The company's guides that have a link in the site's menu."""
    entries = []
    for page in [*_GUIDES, *own_pages({kind for kind, _ in texts.documents})]:
        text = _pick(texts, page.document or "", order)
        label = str(text[1].get("menuLabel") or "") if text else ""
        # Guides stored before there were blocks have no label.
        if text and (label or text[1].get("type") == "guide"):
            hero = text[1].get("hero") or {}
            entries.append(
                MenuEntry(
                    path=page.path,
                    label=label or None,
                    title=str(hero.get("title") or label),
                    description=str(text[1].get("description") or ""),
                    picture=Picture.model_validate(hero.get("image") or {}),
                )
            )
    return entries


def _guide_heads(texts: StoredTexts, languages: list[str]) -> dict[str, SeoPage]:
    """Titles and descriptions of the company's guides, by kind."""
    picked = {kind: _pick(texts, kind, languages) for kind, _ in texts.documents}
    guides = {kind: text[1] for kind, text in picked.items() if text and text[1].get("type") in PAGE_TYPES}
    names = ("title", "description", "keywords")
    return {
        kind: SeoPage(path="", **{name: str(body.get(name, "")) for name in names})
        for kind, body in guides.items()
    }


def _pick(texts: StoredTexts, kind: str, languages: list[str]) -> tuple[str, Mapping[str, Any]] | None:
    for language in languages:
        body = texts.documents.get((kind, language))
        if body is not None:
            return language, body
    return None
