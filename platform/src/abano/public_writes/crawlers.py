"""Detection of automatic requests: crawlers and prefetches are not visitors.

User agents are those of the package crawler-user-agents, without two of its groups: HTTP libraries (no crawler sends
a POST by following links) and automated browsers. A company excludes its own machines by their addresses.
"""

import re
from functools import cache, lru_cache

from crawleruseragents import CRAWLER_USER_AGENTS_DATA

PROGRAMS = frozenset({"http-library", "browser-automation"})
LONGEST_READ = 1000


def is_automatic(user_agent: str, purpose: str) -> bool:
    """Whether a crawler or a prefetch sent the request; ``purpose``: the headers Sec-Purpose and Purpose."""
    return (purpose != "" and "pre" in purpose.lower()) or is_crawler(user_agent[:LONGEST_READ])


@lru_cache(maxsize=10_000)
def is_crawler(user_agent: str) -> bool:
    """Whether the list has this user agent. Browsers always send one, so an empty one counts as a crawler."""
    return not user_agent or any(pattern.search(user_agent) for pattern in _patterns())


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    """The list's patterns, joined by the hundred for speed and compiled on first use."""
    patterns = [
        entry["pattern"]
        for entry in CRAWLER_USER_AGENTS_DATA
        if not PROGRAMS.intersection(entry.get("tags", ()))
    ]
    return tuple(re.compile("|".join(patterns[at : at + 100])) for at in range(0, len(patterns), 100))
