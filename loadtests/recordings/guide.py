"""The pictures of the guide and of the README, taken again from the demo company.

python -m loadtests.recordings.guide
"""

import tempfile
import threading
from collections.abc import Mapping
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, ViewportSize
from playwright.sync_api import TimeoutError as StillBusy

from loadtests.local_product import ROOT
from loadtests.recordings.stage import DESK, PHONE, Stage, stage

FOLDER = ROOT / "docs" / "images" / "guide"
PAGES = {
    "today": "/admin/today",
    "calendar": "/admin/calendar",
    "vehicles": "/admin/vehicles",
    "bookings": "/admin/bookings",
    "new-booking": "/admin/bookings/new",
    "customers": "/admin/customers",
    "reports": "/admin/reports",
    "till": "/admin/till",
    "invoices": "/admin/invoices",
    "brand": "/admin/brand",
    "quiz-analytics": "/admin/quiz-analytics",
    "set-up": "/admin/setup",
}
ON_PHONES = {
    "calendar-phone": "/admin/calendar",
    "today-phone": "/admin/today",
    "yard-phone": "/admin/yard",
    "handover-phone": "/admin/yard/{next}/handover",
}
# The main screens on a wide monitor and on a phone, in a folder of their own: the console's help has the guide's.
SCREENS = {
    "today": "/admin/today",
    "bookings": "/admin/bookings",
    "booking": "/admin/bookings/{held}",
    "new-booking": "/admin/bookings/new",
    "calendar": "/admin/calendar",
    "fines": "/admin/fines",
    "profit": "/admin/profit",
    "invoices": "/admin/invoices",
    "reports": "/admin/reports",
    "settings": "/admin/settings",
}
OF_SCREENS = FOLDER.parent / "console"
WIDE: ViewportSize = {"width": 1440, "height": 900}
# Parts of the analyst's page, by their ids.
OF_ANALYTICS = {"quiz-journey": "journey", "quiz-answers": "answers"}
# Beside the folder: what the README shows, by its path and height.
OF_README = {"analytics": ("/admin/quiz-analytics", 988), "site": ("/", 860)}
# A rental on the road whose deposit is held, and the next one to be handed over.
HELD = """
select b.id from bookings b join journal_entries j on (j.tenant_id, j.booking_id) = (b.tenant_id, b.id)
where b.tenant_id = (select id from tenants where slug = 'georgia') and b.status = 'active'
order by b.return_at limit 1
"""
NEXT = """
select id from bookings
where tenant_id = (select id from tenants where slug = 'georgia') and status = 'confirmed' order by pickup_at limit 1
"""
# The webhook's receiver is on this machine.
SETTINGS = {"ABANO_CALLABLE_NETWORKS": "127.0.0.0/8"}
# A picture that is larger is kept with less quality.
QUIET_MILLISECONDS = 20_000
QUALITIES = (70, 60, 50)
MAX_BYTES = 120_000


def keep(name: str, shown: Page | Locator, folder: Path = FOLDER) -> None:
    """Keep what is shown. Raises ValueError when it is too large with the least quality, too."""
    for quality in QUALITIES:
        content = shown.screenshot(type="jpeg", quality=quality)
        if len(content) <= MAX_BYTES:
            (folder / f"{name}.jpg").write_bytes(content)
            print(f"{name}.jpg {len(content) // 1000} kB", flush=True)
            return
    raise ValueError(f"{name}.jpg is larger than {MAX_BYTES} bytes.")


def look(product: Stage, page: Page, path: str) -> Page:
    """Open a page and wait until everything that it asks for has come; a preview may ask again and again."""
    product.open(page, path)
    with suppress(StillBusy):
        page.wait_for_load_state("networkidle", timeout=QUIET_MILLISECONDS)
    return page


class Receiver(BaseHTTPRequestHandler):
    """Accepts every event."""

    def do_POST(self) -> None:
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Nothing: pictures are all that is printed."""


def connections(product: Stage, page: Page) -> None:
    """A channel with its key, a webhook with a delivery, and what other websites embed."""

    def add(path: str, body: Mapping[str, object]) -> dict[str, Any]:
        headers = {"Origin": product.product.origin}
        answer = page.request.post(f"{product.product.origin}/api/admin/{path}", data=body, headers=headers)
        found: dict[str, Any] = answer.json() if answer.text() else {}
        return found

    broker = {"name": "Sunny Brokers", "kind": "broker", "rateBasis": "gross", "commissionPercent": 12.5}
    channel = add("channels", broker)["channels"][0]["id"]
    add("api-keys", {"name": "Sunny Brokers", "scopes": ["bookings:write"], "channelId": channel})
    add("api-keys", {"name": "Accounting", "scopes": ["payments:read", "reports:read"]})
    keep("channels", look(product, page, "/admin/settings/channels"))
    keep("api-keys", look(product, page, "/admin/api-keys"))
    with HTTPServer(("127.0.0.1", 0), Receiver) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/abano"
        webhook = add("webhooks", {"url": url, "description": "CRM", "events": ["booking.created"]})[
            "webhook"
        ]["id"]
        add(f"webhooks/{webhook}/test", {})
        look(product, page, f"/admin/settings/webhooks/{webhook}").get_by_role("row").filter(
            has_text="Delivered"
        ).wait_for()
        server.shutdown()
    # Where a company's own system would be.
    product.rows("update webhook_endpoints set url = 'https://crm.example.com/abano'")
    keep("webhook-deliveries", look(product, page, f"/admin/settings/webhooks/{webhook}"))
    page.set_viewport_size({"width": DESK["width"], "height": 1340})
    keep("embed", look(product, page, "/admin/settings/embed"))


def main() -> None:
    for folder in (FOLDER, OF_SCREENS):
        folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, stage(Path(place) / "data", SETTINGS) as product:
        [(held,)], [(following,)] = product.rows(HELD), product.rows(NEXT)
        for size, pages in ((WIDE, PAGES), (PHONE, ON_PHONES)):
            page = product.owner(size, device_scale_factor=1)
            for name, path in pages.items():
                keep(name, look(product, page, path.format(next=following)))
            for name, path in SCREENS.items():
                shown = look(product, page, path.format(held=held))
                keep(f"{name}-{size['width']}", shown, OF_SCREENS)
        page = look(product, product.owner(DESK, device_scale_factor=1), f"/admin/bookings/{held}")
        keep("money", page.get_by_role("region", name="Money", exact=True))
        page = look(product, product.owner(DESK, device_scale_factor=1), "/admin/quiz-analytics")
        for name, section in OF_ANALYTICS.items():
            keep(name, page.locator(f"#{section}"))
        page = look(product, page, "/admin/quiz")
        page.get_by_role("button", name="Change it").click()
        page.get_by_role("heading", name="Question 1").wait_for()
        keep("quiz-editor", page)
        connections(product, product.owner(DESK, device_scale_factor=1))
        page = product.owner(DESK, device_scale_factor=0.8)
        for name, (path, height) in OF_README.items():
            page.set_viewport_size({"width": DESK["width"], "height": height})
            keep(name, look(product, page, path), FOLDER.parent)


if __name__ == "__main__":
    main()
