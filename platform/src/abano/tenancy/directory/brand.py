"""Pure rules of a company's colours: readability, replacements, and the light and dark themes.

Contrast ratios are those of WCAG 2 AA: 4.5 for text, 3 for the edges of controls.
"""

from collections.abc import Callable, Mapping
from typing import Literal, get_args

from abano.core.colors import BLACK, WHITE, Color, darkened_until, lightened_until
from abano.core.errors import FieldError, InvalidInput, Message

TEXT = 4.5
CONTROL = 3.0
# The least contrast of a ground with black, so that text of any hue can be readable on it.
GROUND = 11.0
COLOR_FORM = Message("color_form", "Write {item} as name=#rrggbb.", for_operators=True)
COLOR_MALFORMED = Message("color_malformed", "{name} must be a colour such as #1d4a40, six digits.")
COLOR_UNKNOWN = Message("color_unknown", "There is no colour {name}; there are {names}.")
COLOR_TOO_DARK = Message(
    "color_too_dark",
    "{name} {color} is too dark to write on. The nearest that can be read is {instead}.",
)
COLOR_UNREADABLE = Message(
    "color_unreadable",
    "{name} {color} has a contrast of {contrast, number} on {ground}; text needs {needed, number}."
    " The nearest that can be read is {instead}.",
)
GROUNDS = ("snow", "stone", "sky")
TEXTS = ("ink", "slate", "pine")
NAMES = (*TEXTS, *GROUNDS, "accent", "ridge")
# The colours of the stylesheet, frontend/src/styles.css.
DEFAULTS = {
    name: Color.parse(text)
    for name, text in {
        "ink": "#14302b",
        "pine": "#1d4a40",
        "slate": "#3b4a54",
        "stone": "#f1ebe1",
        "snow": "#fbfaf7",
        "accent": "#c2491d",
        "sky": "#dbe7ea",
        "ridge": "#b9c9c6",
    }.items()
}
_DANGER = Color.parse("#b3261e")
_DARK_DANGER = Color.parse("#ff9d92")

Theme = dict[str, Color]
Pair = tuple[str, str, float]
Adjust = Callable[[Color, tuple[Color, ...], float], Color]

# Foreground, ground and required contrast. Both themes satisfy all of them for any brand.
PAIRS: tuple[Pair, ...] = (
    *(
        (text, ground, TEXT)
        for text in ("ink", "slate", "pine", "muted", "danger", "accent-ink")
        for ground in (*GROUNDS, "panel")
    ),
    *(("edge", ground, CONTROL) for ground in (*GROUNDS, "panel")),
    ("on-accent", "accent", TEXT),
    ("on-accent", "accent-strong", TEXT),
    ("on-pine", "pine", TEXT),
    ("on-danger", "danger", TEXT),
    # Bars of the opposite lightness, and the mark of a selected item.
    ("snow", "ink", TEXT),
    # The footer, films and the backdrop of dialogs.
    ("on-deep", "deep", TEXT),
)


def check_colors(colors: Mapping[str, str]) -> None:
    """Raises InvalidInput with one field for each colour that is missing, malformed or unreadable.

    The message names the nearest readable colour.
    """
    errors: list[FieldError] = []
    given: Theme = {}
    for name in NAMES:
        try:
            given[name] = Color.parse(colors.get(name, ""))
        except ValueError:
            errors.append(FieldError(f"brand.colors.{name}", COLOR_MALFORMED(name=name)))
    errors.extend(
        FieldError(f"brand.colors.{name}", COLOR_UNKNOWN(name=name, names=", ".join(NAMES)))
        for name in colors
        if name not in NAMES
    )
    if not errors:
        better = readable(given)
        errors = [_refusal(name, given, better) for name in NAMES if better[name] != given[name]]
    if errors:
        raise InvalidInput(errors[0].sentence if len(errors) == 1 else None, fields=tuple(errors))


def color_or_default(name: str, text: str) -> Color:
    """A stored colour, or the stylesheet's when the text is malformed."""
    try:
        return Color.parse(text)
    except ValueError:
        return DEFAULTS[name]


def readable(colors: Mapping[str, Color]) -> Theme:
    """The same brand with each unreadable colour replaced by the nearest readable one."""
    better = dict(colors)
    for name in GROUNDS:
        better[name] = lightened_until(colors[name], (BLACK,), GROUND)
    grounds = (*(better[name] for name in GROUNDS), WHITE)
    for name in TEXTS:
        better[name] = darkened_until(colors[name], grounds, TEXT)
    return better


def light_theme(colors: Mapping[str, Color]) -> Theme:
    """The light theme."""
    brand = readable(colors)
    return _completed(
        {**brand, "panel": WHITE, **_deep(brand)},
        danger=_DANGER,
        adjust=darkened_until,
    )


def dark_theme(colors: Mapping[str, Color]) -> Theme:
    """The dark theme: dark grounds of the brand's hue, and its colours light enough for them."""
    pine, accent = colors["pine"], colors["accent"]
    return _completed(
        {
            "snow": pine.toned(0.22, 0.018),
            "panel": pine.toned(0.255, 0.02),
            "stone": pine.toned(0.3, 0.024),
            "sky": pine.toned(0.33, 0.04),
            "ridge": pine.toned(0.43, 0.035),
            "plate": pine.toned(0.94, 0.01),
            "ink": pine.toned(0.955, 0.008),
            "slate": pine.toned(0.84, 0.016),
            "pine": pine.toned(0.76, 0.1),
            "accent": accent.toned(max(0.72, accent.lightness), 0.16),
            **_deep(readable(colors)),
        },
        danger=_DARK_DANGER,
        adjust=lightened_until,
    )


def css_of(theme: Theme) -> str:
    """The theme as CSS custom properties."""
    return "".join(f"--{name}:{color.hex};" for name, color in theme.items())


# Same as the stylesheet's dark theme: pictures are dimmed, logos get a background, browsers draw dark
# controls.
_DARK_EXTRAS = (
    "--night:1;--dim:brightness(.85);--dim-scene:brightness(.6);--plate-edge:4px;color-scheme:dark;"
)


def dark_css_of(colors: Mapping[str, Color]) -> str:
    """The dark theme for a page."""
    return css_of(dark_theme(colors)) + _DARK_EXTRAS


def _deep(brand: Theme) -> Theme:
    """A colour that is dark in both themes, so that drawings ending in it, such as the ridge, match."""
    return {"deep": brand["ink"], "on-deep": brand["snow"]}


def _completed(theme: Theme, *, danger: Color, adjust: Adjust) -> Theme:
    """The theme with its derived colours."""
    grounds = tuple(theme[name] for name in (*GROUNDS, "panel"))
    ink, snow, accent = theme["ink"], theme["snow"], theme["accent"]
    pine, danger = (adjust(color, grounds, TEXT) for color in (theme["pine"], danger))
    on_accent = _text_on(accent, ink, snow)
    # For hover and press: shifted away from the text's colour, so that the text remains readable.
    away = BLACK if on_accent.luminance > accent.luminance else WHITE
    return {
        **theme,
        "pine": pine,
        "accent-strong": accent.mixed(0.86, away),
        "accent-ink": adjust(accent, grounds, TEXT),
        "danger": danger,
        "on-accent": on_accent,
        "on-pine": _text_on(pine, ink, snow),
        "on-danger": _text_on(danger, ink, snow),
        "line": ink.mixed(0.16, snow),
        "edge": _faded(ink, snow, grounds, 0.58, CONTROL),
        "muted": _faded(ink, snow, grounds, 0.72, TEXT),
    }


def _text_on(ground: Color, *own: Color) -> Color:
    """White or one of the brand's colours if readable on ``ground``, else black."""
    return next((color for color in (WHITE, *own) if color.contrast(ground) >= TEXT), BLACK)


def _faded(ink: Color, snow: Color, grounds: tuple[Color, ...], share: float, ratio: float) -> Color:
    """The ink mixed with snow: ``share`` of ink, or more when the contrast requires it."""
    for percent in range(round(share * 100), 101, 2):
        faded = ink.mixed(percent / 100, snow)
        if all(faded.contrast(ground) >= ratio for ground in grounds):
            return faded
    return ink


def _refusal(name: str, colors: Mapping[str, Color], better: Theme) -> FieldError:
    color, instead = colors[name], better[name].hex
    if name in GROUNDS:
        sentence = COLOR_TOO_DARK(name=name, color=color.hex, instead=instead)
    else:
        grounds = {**{ground: better[ground] for ground in GROUNDS}, "white": WHITE}
        worst = min(grounds, key=lambda ground: color.contrast(grounds[ground]))
        sentence = COLOR_UNREADABLE(
            name=name,
            color=color.hex,
            contrast=round(color.contrast(grounds[worst]), 1),
            ground=worst,
            needed=TEXT,
            instead=instead,
        )
    return FieldError(f"brand.colors.{name}", sentence)


# The faces that a company's pages may be set in. Pure.
#
# Each is a pair of families of the stylesheet (frontend/src/styles.css), for text and for headings. The headings of
# the first depend on the layout.

Face = Literal["display", "noto-sans", "noto-serif", "mixed"]
FACES: tuple[Face, ...] = get_args(Face)
FIRST: Face = "display"
_FAMILIES: dict[Face, tuple[str, str]] = {
    "display": ("sans", "display"),
    "noto-sans": ("sans", "sans"),
    "noto-serif": ("serif", "serif"),
    "mixed": ("sans", "serif"),
}


def face_or_first(stored: object) -> Face:
    """The stored face, or the first one if none is stored or it no longer exists."""
    return next((face for face in FACES if face == stored), FIRST)


def face_variables(face: Face) -> dict[str, str]:
    """CSS custom properties by their names."""
    text, headings = _FAMILIES[face]
    return {"face-text": f"var(--face-{text})", "face-headings": f"var(--face-{headings})"}


def face_css(face: Face) -> str:
    return "".join(f"--{name}:{value};" for name, value in face_variables(face).items())


# Whether the site follows the visitor's light or dark preference, or is always light.
Scheme = Literal["auto", "light"]
FIRST_SCHEME: Scheme = "auto"


def scheme_or_first(stored: object) -> Scheme:
    """The stored scheme, or the first one if none is stored or it no longer exists."""
    return "light" if stored == "light" else FIRST_SCHEME


# Layouts of the site's pages. The stylesheet and the pages use the same names.
Layout = Literal["panorama", "editorial"]
FIRST_LAYOUT: Layout = "panorama"


def layout_or_first(stored: object) -> Layout:
    """The stored layout, or the first one if none is stored or it no longer exists."""
    return "editorial" if stored == "editorial" else FIRST_LAYOUT
