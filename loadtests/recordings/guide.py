"""The guide's pictures, taken anew from the demo company.

python -m loadtests.recordings.guide
"""

import tempfile
from pathlib import Path

from playwright.sync_api import Page

from loadtests.local_product import ROOT
from loadtests.recordings.stage import DESK, PHONE, Stage, stage

FOLDER = ROOT / "docs" / "images" / "guide"
PAGES = {
    "today": "/admin/today",
    "calendar": "/admin/calendar",
    "vehicles": "/admin/vehicles",
    "bookings": "/admin/bookings",
    "new-booking": "/admin/bookings/new",
}
ON_PHONES = {"calendar-phone": "/admin/calendar", "today-phone": "/admin/today"}


def take(product: Stage, page: Page, name: str, path: str) -> None:
    """Keep one page as it is shown, once everything it asks for has come."""
    product.open(page, path)
    page.wait_for_load_state("networkidle")
    page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=70)


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, stage(Path(folder) / "data", {}) as product:
        for size, pages in ((DESK, PAGES), (PHONE, ON_PHONES)):
            page = product.owner(size, device_scale_factor=1)
            for name, path in pages.items():
                take(product, page, name, path)
                print(f"{name}.jpg", flush=True)


if __name__ == "__main__":
    main()
