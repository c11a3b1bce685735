"""Where a drawing stands: among the seeds of the companies that show it, or in the front end."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SEEDS = ROOT / "platform" / "src" / "abano" / "seeds"
PRODUCT = ROOT / "frontend" / "public" / "drawings"
SHARE = ROOT / "drawings" / "share"

# The product's own, in the colours of whichever company shows them.
OF_THE_PRODUCT = {"scenes/empty-road": "empty-road", "scenes/stop-thankyou": "thank-you"}
OF_ALL_COMPANIES = ("scenes/how-",)
# What a new company begins with, from the drawings of the others.
OF_THE_STARTER = frozenset({"scenes/hero-alps", "scenes/hero-alps-portrait", "scenes/ridge"})
OF_THE_ALPS = (
    "brand/logo-alps",
    "brand/favicon-alps",
    "cars/fiat-",
    "cars/skoda-",
    "cars/vw-",
    "people/anna",
    "people/lukas",
    "people/sophie",
    "scenes/hero-alps",
    "scenes/innsbruck",
    "scenes/ridge-alps",
)


def places(name: str) -> list[Path]:
    """The files of the drawing ``name``, such as cars/vw-golf/side."""
    if name in OF_THE_PRODUCT:
        return [PRODUCT / f"{OF_THE_PRODUCT[name]}.svg"]
    if name.startswith("brand/share-"):
        # Social networks show no drawings: the companies have them as pictures, which shrink_png.py makes small.
        return [SHARE / f"{name.removeprefix('brand/')}.svg"]
    companies = ["georgia", "alps"] if name.startswith(OF_ALL_COMPANIES) else ["georgia"]
    if name.startswith(OF_THE_ALPS):
        companies = ["alps"]
    if name in OF_THE_STARTER or name.startswith(OF_ALL_COMPANIES):
        companies.append("starter")
    return [SEEDS / company / "media" / f"{name}.svg" for company in companies]
