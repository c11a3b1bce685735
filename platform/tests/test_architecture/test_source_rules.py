"""The claims of the security pages about our code, checked in every source file."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[3]
PYTHON = ("platform/src", "analytics/src", "shared/src")
PAGES = ("frontend/src", "frontend/public")
# Patterns in sources, each with the claim they would violate.
NEVER_IN_PYTHON = {
    r"\bshell\s*=\s*True|\bos\.system\(|\bos\.popen\(": "a command goes through a shell",
    r"\b(?:eval|exec)\(": "text is run",
    r"\bpickle\b|\bmarshal\b|yaml\.load\(": "something else than JSON is read into objects",
    r"follow_redirects\s*=\s*True": "a redirect of someone else is followed",
    r"(?i)access-control-allow|CORSMiddleware": "another origin may read answers",
    r"verify\s*=\s*False|CERT_NONE|check_hostname\s*=\s*False": "a certificate is not checked",
}
NEVER_IN_PAGES = {
    r"dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write": "text is drawn as HTML",
    r"\beval\(|new Function\(|javascript:": "text is run",
    r"\bnew RegExp\(": "a pattern is built from a text",
    r"\.postMessage\(|addEventListener\(\s*[\"']message": "messages pass between windows",
}
# The joined patterns of an installed library, and those of our own table of pages: no input either.
FROM_OUR_FILES = {"platform/src/abano/web/public_writes.py", "platform/src/abano/site/pages/routes.py"}
# Pages send their own worker the files to cache. A worker is not a window: only pages of its origin reach it.
WORKERS = (
    "frontend/public/site-worker.js",
    "frontend/public/yard-worker.js",
    "frontend/src/features/console/yard/store/offline.ts",
    "frontend/src/features/site/shared/offline/keep-site.ts",
)
# A frame's height; both sides check who sends it (test_e2e/test_embedded_frames.py).
FRAMES = (
    "frontend/src/features/console/settings/embed-page.tsx",
    "frontend/src/features/site/embed/height.ts",
)
# Libraries that use the network. Postgres has its own roles and tests.
CLIENTS = {
    "httpx",
    "smtplib",
    "aiosmtplib",
    "urllib.request",
    "http.client",
    "socket",
    "requests",
    "aiohttp",
    "ftplib",
    "websockets",
    "boto3",
}
# Their users, with the matching item of the data page's connections. None: this machine only.
ASKS: dict[str, str | None] = {
    "platform/src/abano/cli/processes.py": None,
    "platform/src/abano/ops/local/supervisor.py": None,
    "platform/src/abano/ops/local/processes.py": None,
    "platform/src/abano/db/server_connection.py": "**Platform, worker and analytics to Postgres.**",
    "platform/src/abano/analytics/figures/client.py": "**Platform to analytics.**",
    "platform/src/abano/analytics/figures/copies.py": "**Platform to analytics.**",
    "platform/src/abano/analytics/figures/rebuild.py": "**Platform to analytics.**",
    "platform/src/abano/analytics/figures/service.py": "**Platform to analytics.**",
    "platform/src/abano/site/pages/bot_check.py": "**Platform to Google (reCAPTCHA's answer).**",
    "platform/src/abano/company/domains/service.py": "**Worker to name servers, and to a tenant's own domains**",
    "platform/src/abano/core/public_ip.py": "**Worker to the SMTP server; chat webhook and",
    "platform/src/abano/marketing/conversions/google.py": ("**Worker to the SMTP server; chat webhook and"),
    "platform/src/abano/analytics/ad_costs/google_ads.py": "**Platform and worker to Google Ads**",
    "platform/src/abano/catalog/exchange_rates/rate_source.py": (
        "**Worker to the operator's source of exchange rates**"
    ),
    "platform/src/abano/storage/store.py": "**Platform and worker to the S3 store**",
    "platform/src/abano/payments/online/stripe.py": "**Platform and worker to Stripe**",
    "platform/src/abano/company/translations/providers.py": "**Platform to the operator's translation service**",
    "platform/src/abano/bookings/phone_messages/providers.py": "**Worker to Meta and Twilio**",
    "platform/src/abano/integrations/webhooks/delivery.py": "**Worker to webhook endpoints of companies**",
    "platform/src/abano/fleet/imported_calendars/fetching.py": "**Platform and worker to calendars of other",
    "platform/src/abano/messaging/outbox/transport.py": ("**Worker to the SMTP server; chat webhook and"),
}
# Data for its own child processes returns through their pipes.
OWN_PROCESSES = "platform/src/abano/core/expensive_work.py"
# Libraries whose time and memory depend on their input.
EXPENSIVE = {"pyvips", "reportlab", "yaml", "csv"}
# Modules that use them without a function marked as expensive: the caller that is, or why none is needed.
WITHIN = {
    "bookings/agreements/documents.py": "drawn for a document that the worker prints",
    "core/files.py": "writes rows",
    "core/pdf/blocks.py": "laid out by render_pdf",
}
PATTERN_CALLS = {"compile", "match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer"}


def sources(folder: str, *endings: str) -> Iterator[Path]:
    for path in sorted((ROOT / folder).rglob("*")):
        if path.suffix in endings and ".test." not in path.name and "testing" not in path.parts:
            yield path


def test_no_source_does_what_our_pages_say_none_does() -> None:
    files = [(path, NEVER_IN_PYTHON) for folder in PYTHON for path in sources(folder, ".py")]
    files += [(path, NEVER_IN_PAGES) for folder in PAGES for path in sources(folder, ".ts", ".tsx", ".js")]
    assert len(files) > 400
    found = [
        f"{path.relative_to(ROOT)}: {wrong}"
        for path, rules in files
        for pattern, wrong in rules.items()
        if re.search(pattern, path.read_text(encoding="utf-8"))
    ]
    assert sorted(found) == sorted(
        [f"{OWN_PROCESSES}: something else than JSON is read into objects"]
        + [f"{path}: messages pass between windows" for path in (*WORKERS, *FRAMES)]
    )


def test_hosts_called_over_the_network_are_listed_on_the_data_page() -> None:
    page = (ROOT / "docs" / "security" / "data-and-secrets.md").read_text(encoding="utf-8")
    page = " ".join(page.split())
    asking = {
        path.relative_to(ROOT).as_posix()
        for folder in PYTHON
        for path in sources(folder, ".py")
        if CLIENTS & imported(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert asking == set(ASKS), "a new way out: write it down in the connections of the data page, and here"
    assert [row for row in ASKS.values() if row is not None and row not in page] == []


def test_what_uses_an_expensive_library_is_marked() -> None:
    """A test that calls it on the event loop, or with a connection held, then fails."""
    package = ROOT / "platform/src/abano"
    unmarked = set()
    for path in sources("platform/src/abano", ".py"):
        text = path.read_text(encoding="utf-8")
        libraries = {name.partition(".")[0] for name in imported(ast.parse(text))}
        if libraries & EXPENSIVE and "@expensive" not in text:
            unmarked.add(path.relative_to(package).as_posix())
    assert unmarked == set(WITHIN)


def imported(tree: ast.Module) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def test_patterns_are_literals() -> None:
    """Each call of ``re`` uses a literal, or a constant in the same module: never input."""
    built, calls = [], 0
    for folder in PYTHON:
        for path in sources(folder, ".py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and is_re_call(node):
                    calls += 1
                    if not is_literal(node.args[0]):
                        built.append(path.relative_to(ROOT).as_posix())
    assert set(built) == FROM_OUR_FILES
    assert calls > 30


def is_re_call(node: ast.Call) -> bool:
    function = node.func
    return (
        isinstance(function, ast.Attribute)
        and function.attr in PATTERN_CALLS
        and isinstance(function.value, ast.Name)
        and function.value.id == "re"
    )


def is_literal(pattern: ast.expr) -> bool:
    if isinstance(pattern, ast.Constant):
        return True
    if isinstance(pattern, ast.Name):
        return pattern.id.isupper()
    if isinstance(pattern, ast.BinOp):
        return is_literal(pattern.left) and is_literal(pattern.right)
    if isinstance(pattern, ast.JoinedStr):
        values = [part.value for part in pattern.values if isinstance(part, ast.FormattedValue)]
        return all(isinstance(value, ast.Name) and value.id.isupper() for value in values)
    return False
