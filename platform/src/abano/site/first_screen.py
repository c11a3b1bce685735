"""What a page shows before its scripts have arrived: the same words and pictures, in the places they will keep. Pure.

The frontend draws over it. Its classes are those of the components named with each part; a test compares them.
"""

import re
from html import escape

from abano.site.documents import Landing
from abano.site.routes import BOOKING, HOME
from abano.site.service import Site

# Visitors who came by an advertisement may be on their way to the quiz: they are shown no other page first.
_BY_ADVERTISEMENT = re.compile(r"clid|braid|utm_", re.IGNORECASE)

_CHECK = (
    '<svg aria-hidden="true" width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="currentColor"'
    ' stroke-width="2" stroke-linecap="round" stroke-linejoin="round" class="text-accent-ink">'
    '<path d="M20 6 9 17l-5-5"/></svg>'
)
_BOX = "block w-full min-h-12 rounded-xl border border-edge bg-panel"


def draws_first_screen(path: str, query: str) -> bool:
    """Whether the page at ``path`` has a first screen for who comes with this query string."""
    return path == BOOKING or (path == HOME and not _BY_ADVERTISEMENT.search(query))


def render_first_screen(site: Site, path: str) -> str:
    """HTML for inside the page's root element; empty for paths that have none."""
    return {HOME: _home, BOOKING: _booking}[path](site) if path in {HOME, BOOKING} else ""


def _home(site: Site) -> str:
    """features/site/home/components/hero.tsx, search-form.tsx and search-field.tsx."""
    brand, landing = site.config.brand, site.config.landing
    fields = "".join(
        f'<div class="flex min-w-0 flex-col gap-1 text-sm font-semibold text-slate lg:gap-0 lg:text-xs">{label}'
        f'<div class="{_BOX} lg:min-h-9 lg:border-0 lg:bg-transparent"></div></div>'
        for label in ("Pick up in", "Drop off in", "Pickup date", "Return date")
    )
    return (
        '<main><div class="relative isolate flex min-h-[calc(92dvh-var(--consent-space,0px))] flex-col'
        ' overflow-hidden bg-sky lg:min-h-[calc(86dvh-var(--consent-space,0px))]">'
        f'<picture><source media="(max-width: 640px)" srcset="{escape(brand.hero_portrait)}">'
        f'<img src="{escape(brand.hero)}" alt="" fetchpriority="high"'
        ' class="absolute inset-0 -z-10 size-full object-cover object-bottom"></picture>'
        '<div class="absolute inset-x-0 top-0 -z-10 h-[62%] bg-linear-to-b from-snow/85 via-snow/55 to-transparent'
        ' lg:hidden"></div>'
        f"{_header(site, 'absolute inset-x-0 top-0 z-10')}"
        '<div class="mx-auto flex w-full max-w-[96rem] grow flex-col px-4 pt-20 pb-4 sm:px-6 lg:pt-32 lg:pb-12">'
        '<div class="max-w-2xl">'
        f'<h1 class="text-4xl leading-tight font-extrabold text-ink sm:text-6xl">{escape(landing.headline)}</h1>'
        f'<p class="mt-3 text-base text-ink sm:mt-4 sm:text-lg">{escape(landing.subheadline)}</p>'
        f"{_promises(landing)}</div>"
        '<div class="mt-auto pt-6"><div aria-hidden="true" class="grid grid-cols-2 gap-3 rounded-3xl bg-white/95 p-4'
        " text-ink shadow-card sm:p-5 lg:grid-cols-[1fr_1fr_1fr_1fr_auto] lg:items-end lg:rounded-full lg:py-3"
        f' lg:pr-3 lg:pl-8">{fields}<div class="inline-flex min-h-12 items-center justify-center rounded-xl bg-accent'
        ' px-5 font-semibold text-on-accent col-span-2 lg:col-span-1 lg:rounded-full">'
        '<span class="lg:hidden">Check Price &amp; Availability</span>'
        '<span class="max-lg:hidden">Check prices</span></div></div></div>'
        "</div></div></main>"
    )


def _promises(landing: Landing) -> str:
    items = "".join(
        '<li class="flex items-center gap-1.5 rounded-full bg-white/85 px-3 py-1.5">'
        f"{_CHECK}{escape(promise.title)}</li>"
        for promise in landing.promises[:4]
    )
    hidden_on_phones = "max-sm:[&amp;>li:nth-child(n+3)]:hidden"
    return f'<ul class="mt-4 flex flex-wrap gap-2 text-sm font-semibold {hidden_on_phones}">{items}</ul>'


def _booking(site: Site) -> str:
    """features/site/booking/page.tsx, with no step yet: which one it is, only the visitor's browser knows."""
    return (
        f"{_header(site, 'border-b border-line bg-snow')}"
        '<main class="mx-auto grid max-w-6xl grid-cols-[minmax(0,1fr)] gap-4 px-4 py-5 sm:gap-6 sm:px-6 sm:py-8'
        ' lg:grid-cols-[minmax(0,1fr)_20rem]">'
        '<div class="min-h-11 lg:col-span-2"></div>'
        '<div class="lg:order-last"><div class="rounded-3xl bg-stone" style="height:9.5rem"></div></div>'
        '<div class="rounded-3xl bg-panel p-4 shadow-card sm:p-8"><div class="grid gap-4" style="height:24rem">'
        '<div><h1 class="text-2xl font-bold">Book your car</h1>'
        '<p class="text-slate">Three short steps. The form is on its way to you.</p></div></div></div></main>'
    )


def _header(site: Site, classes: str) -> str:
    """components/layout/site-header.tsx."""
    config = site.config
    chat = (
        '<span class="size-12 rounded-full bg-pine shadow-card"></span>'
        if config.contacts.chat_number
        else ""
    )
    return (
        f'<header class="{classes}"><div class="mx-auto flex max-w-[96rem] items-center justify-between gap-4 px-4'
        ' py-3 sm:px-6"><span class="flex min-h-11 items-center gap-3 text-lg font-bold text-ink">'
        f'<img src="{escape(config.brand.logo)}" alt="" width="36" height="36">{escape(config.tenant.name)}</span>'
        f"{chat}</div></header>"
    )
