"""A brand's colours: what cannot be read is refused by name, and whatever is stored, everything drawn can be read."""

import re
from pathlib import Path
from typing import get_args

import httpx
import pytest
from hypothesis import given
from hypothesis import settings as tuned
from hypothesis import strategies as st
from product_fixtures import AdminSql

from abano.core.colors import BLACK, WHITE, Color
from abano.core.config import Settings
from abano.core.errors import FieldError, InvalidInput
from abano.site.pages.head import brand_css
from abano.site.pages.schemas import Colors
from abano.tenancy.directory.brand import (
    DEFAULTS,
    FACES,
    FIRST_LAYOUT,
    FIRST_SCHEME,
    GROUNDS,
    NAMES,
    PAIRS,
    TEXT,
    Face,
    Layout,
    Theme,
    check_colors,
    dark_theme,
    face_or_first,
    face_variables,
    layout_or_first,
    light_theme,
    readable,
    scheme_or_first,
)
from abano.tenancy.directory.service import NoSuchTenant, set_colors

# How long an example takes says something about the machine, nothing about colours. Each searches for shades.
patient = tuned(deadline=None, max_examples=30)
COLORS = st.builds(Color, *[st.integers(0, 255)] * 3)
BRANDS = st.fixed_dictionaries(dict.fromkeys(NAMES, COLORS))
GEORGIA = {name: color.hex for name, color in DEFAULTS.items()}
STYLES = Path(__file__).parents[3] / "frontend/src/styles.css"


def unreadable(theme: Theme) -> list[str]:
    return [
        f"{front} {theme[front].hex} on {ground} {theme[ground].hex}"
        for front, ground, ratio in PAIRS
        if theme[front].contrast(theme[ground]) < ratio
    ]


def refusals(colors: dict[str, str]) -> tuple[FieldError, ...]:
    try:
        check_colors(colors)
    except InvalidInput as error:
        return error.fields
    return ()


def declared(css: str, selector: str) -> Theme:
    """The colours that a browser reads from the stylesheet of a page."""
    found = re.search(re.escape(selector) + r"\{([^}]*)\}", css, re.DOTALL)
    assert found, css
    return {
        name: Color.parse(value) for name, value in re.findall(r"--([a-z-]+): ?(#[0-9a-f]{6});", found[1])
    }


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    # Figures of WCAG's own definition and of its published examples.
    [
        ("#000000", "#ffffff", 21.0),
        ("#777777", "#ffffff", 4.48),
        ("#ff0000", "#ffffff", 4.0),
        ("#abcdef", "#abcdef", 1.0),
    ],
)
def test_contrast_is_that_of_wcag(one: str, other: str, ratio: float) -> None:
    assert Color.parse(one).contrast(Color.parse(other)) == pytest.approx(ratio, abs=0.01)


def test_defaults_are_those_of_the_stylesheet() -> None:
    own = declared(STYLES.read_text(), ":where(:root) ")
    assert {name: own[name] for name in NAMES} == DEFAULTS
    for name in {*light_theme(DEFAULTS), *dark_theme(DEFAULTS)}:
        assert f"var(--{name})" in STYLES.read_text(), f"{name} is derived and nothing draws with it"


@patient
@given(COLORS)
def test_a_colour_toned_to_its_own_lightness_stays(color: Color) -> None:
    toned = color.toned(color.lightness)
    for part in ("red", "green", "blue"):
        assert abs(getattr(toned, part) - getattr(color, part)) <= 1


@patient
@given(BRANDS)
def test_everything_drawn_can_be_read_by_day_and_by_night(brand: Theme) -> None:
    assert unreadable(light_theme(brand)) == []
    assert unreadable(dark_theme(brand)) == []


@patient
@given(BRANDS)
def test_stylesheet_carries_both_themes(brand: Theme) -> None:
    css = brand_css(Colors(**{name: color.hex for name, color in brand.items()}))
    light, dark = declared(css, "html:root"), declared(css, 'html:root[data-theme="dark"]')
    assert unreadable(light) == []
    assert unreadable(dark) == []
    assert light["accent"] == brand["accent"]
    assert all(dark[ground].luminance < 0.1 < light[ground].luminance for ground in (*GROUNDS, "panel"))


def test_the_site_follows_the_visitors_preference_unless_it_is_always_light() -> None:
    colors = Colors(**GEORGIA)
    follows = "html:root:not([data-theme])"
    css = brand_css(colors, scheme="auto")
    assert declared(css, follows) == declared(css, 'html:root[data-theme="dark"]')
    # Paper stays white.
    assert css.index("@media screen") < css.index("@media (prefers-color-scheme:dark)") < css.index(follows)
    always_light = brand_css(colors, scheme="light")
    assert follows not in always_light
    assert declared(always_light, "html:root") == declared(css, "html:root")


@pytest.mark.parametrize("stored", [None, "", "dark", ["light"]])
def test_an_unknown_scheme_is_the_first(stored: object) -> None:
    assert scheme_or_first(stored) == FIRST_SCHEME


@pytest.mark.parametrize("stored", [None, "", "of-before", ["editorial"]])
def test_an_unknown_layout_is_the_first(stored: object) -> None:
    assert layout_or_first(stored) == FIRST_LAYOUT


@pytest.mark.parametrize("layout", get_args(Layout))
def test_stylesheet_has_the_headings_of_each_layout(layout: Layout) -> None:
    assert f"--face-{layout}:" in STYLES.read_text()
    rules = STYLES.with_name("layouts.css").read_text()
    assert (f'[data-layout="{layout}"]' in rules) == (layout != FIRST_LAYOUT)


@pytest.mark.parametrize("face", FACES)
def test_stylesheet_has_the_families_of_each_face(face: Face) -> None:
    css = brand_css(Colors(**GEORGIA), face)
    for name, value in face_variables(face).items():
        assert f"--{name}:{value};" in css
        family = value.removeprefix("var(").removesuffix(")")
        assert f"{family}:" in STYLES.read_text()


@pytest.mark.parametrize("stored", [None, "", "of-before", ["mixed"]])
def test_an_unknown_face_is_the_first(stored: object) -> None:
    assert face_or_first(stored) == FACES[0]


@pytest.mark.slow
@patient
@given(BRANDS)
def test_what_a_refusal_proposes_is_taken(brand: Theme) -> None:
    stored = {name: color.hex for name, color in brand.items()}
    for field in refusals(stored):
        name = field.field.removeprefix("brand.colors.")
        assert brand[name] != readable(brand)[name]
        assert stored[name] in field.sentence.text
        stored[name] = re.findall(r"#[0-9a-f]{6}", field.sentence.text)[-1]
    assert refusals(stored) == ()
    assert {name: Color.parse(value) for name, value in stored.items()} == readable(brand)


@patient
@given(BRANDS)
def test_what_is_proposed_is_the_nearest(brand: Theme) -> None:
    """A hair less dark than what is proposed, and it would fail."""
    better = readable(brand)
    grounds = (*(better[name] for name in GROUNDS), WHITE)
    for name in ("ink", "slate", "pine"):
        if better[name] not in (brand[name], BLACK):
            worst = min(better[name].contrast(ground) for ground in grounds)
            assert TEXT <= worst < TEXT * 1.06


def test_names_are_checked_too() -> None:
    check_colors(GEORGIA)
    with pytest.raises(InvalidInput) as refused:
        check_colors({**GEORGIA, "sky": "blue", "gold": "#ffcc00"})
    assert [field.field for field in refused.value.fields] == ["brand.colors.sky", "brand.colors.gold"]
    with pytest.raises(InvalidInput):
        check_colors({name: value for name, value in GEORGIA.items() if name != "ridge"})


def test_both_accents_of_the_demo_companies_have_their_own_text() -> None:
    """A bright accent gets dark text, a dark one white."""
    yellow = {name: Color.parse(value) for name, value in {**GEORGIA, "accent": "#ffcc00"}.items()}
    assert light_theme(yellow)["on-accent"].luminance < 0.05
    red = {name: Color.parse(value) for name, value in GEORGIA.items()}
    assert light_theme(red)["on-accent"] == WHITE


@pytest.mark.anyio
async def test_a_change_of_colours_reaches_the_pages_and_a_bad_one_is_not_stored(
    settings: Settings, alps_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    stored = (
        "select brand->'colors' from tenant_settings where tenant_id ="
        " (select id from tenants where slug = 'alps')"
    )
    [(before,)] = query_admin_sql(stored)
    url = settings.database_url
    try:
        with pytest.raises(InvalidInput) as refused:
            set_colors(url, "alps", {"slate": "#9aa4ad", "accent": "#00aa55"})
        assert [field.field for field in refused.value.fields] == ["brand.colors.slate"]
        assert query_admin_sql(stored) == [(before,)]
        assert set_colors(url, "alps", {})["accent"] == before["accent"]
        set_colors(url, "alps", {"accent": "#00aa55"})
        assert query_admin_sql(stored) == [({**before, "accent": "#00aa55"},)]
        # Another company's colours stay.
        assert set_colors(url, "georgia", {})["accent"] == "#c2491d"
        css = (await alps_client.get("/brand.css")).text
        light, dark = declared(css, "html:root"), declared(css, 'html:root[data-theme="dark"]')
        assert unreadable(light) + unreadable(dark) == []
        georgia = {name: Color.parse(value) for name, value in GEORGIA.items()}
        assert dark["accent"] != dark_theme(georgia)["accent"]
        with pytest.raises(NoSuchTenant):
            set_colors(url, "no one", {})
    finally:
        set_colors(url, "alps", before)


@pytest.mark.anyio
async def test_an_unreadable_brand_in_the_database_is_still_shown_readable(
    alps_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    change = (
        "update tenant_settings set brand = jsonb_set(brand, '{colors,slate}', %s) where currency = 'CHF'"
    )
    query_admin_sql(change % "'\"#f0f0f0\"'")
    try:
        css = (await alps_client.get("/brand.css")).text
    finally:
        query_admin_sql(change % "'\"#44525f\"'")
    assert unreadable(declared(css, "html:root")) == []
