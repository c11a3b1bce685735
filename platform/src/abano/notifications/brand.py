"""How a company's messages look: its colours, its logo and who it is. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from abano.kit.colors import WHITE, Color

PINE, ACCENT, DARK = Color.parse("#1d4a40"), Color.parse("#c2491d"), Color.parse("#17211e")
# Pictures that mail programs show. SVG is none of them.
_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp")


@dataclass(frozen=True, slots=True)
class Brand:
    """``lines``: who the company is, below each message. ``logo_url``: empty where mail programs would show none."""

    pine: str = PINE.hex
    accent: str = ACCENT.hex
    logo_url: str = ""
    lines: tuple[str, ...] = ()


def brand_of(
    brand: Mapping[str, Any],
    contacts: Mapping[str, Any],
    *,
    language: str,
    origin: str,
    seller: tuple[str, ...] = (),
) -> Brand:
    """The brand in a reader's language. ``seller``: legal name and registration, as they stand on documents."""
    colors = brand.get("colors") or {}
    translated = (contacts.get("translations") or {}).get(language) or {}
    reached = " · ".join(str(contacts.get(part) or "") for part in ("phone", "email") if contacts.get(part))
    lines = (" · ".join(filter(None, seller)), translated.get("address") or contacts.get("address"), reached)
    return Brand(
        _color(colors.get("pine"), PINE),
        _color(colors.get("accent"), ACCENT),
        _logo(str(brand.get("logo") or ""), origin),
        tuple(str(line) for line in lines if line),
    )


def text_on(color: str) -> str:
    """White or near black, whichever has more contrast on this colour."""
    ground = Color.parse(color)
    return max((WHITE, DARK), key=ground.contrast).hex


def _color(value: object, otherwise: Color) -> str:
    try:
        return Color.parse(str(value)).hex
    except ValueError:
        return otherwise.hex


def _logo(logo: str, origin: str) -> str:
    if not logo.lower().endswith(_PICTURES):
        return ""
    if logo.startswith("https://"):
        return logo
    return f"{origin}{logo}" if origin and logo.startswith("/") else ""
