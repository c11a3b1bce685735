"""Whether a person is behind a request: crawlers and pages fetched ahead are no visitors.

The list of user agents is the community's, kept in the package crawler-user-agents. Two of its groups are no
crawlers to us: libraries that somebody's own program speaks HTTP with (nothing follows links to a POST by chance),
and browsers driven by a test. A company's own such machines are left out by its excluded addresses.
"""

import re
from functools import cache, lru_cache

from crawleruseragents import CRAWLER_USER_AGENTS_DATA

PROGRAMS = frozenset({"http-library", "browser-automation"})
LONGEST_READ = 1000


def is_automatic(user_agent: str, purpose: str) -> bool:
    """``purpose`` is what the headers Sec-Purpose and Purpose say."""
    return (purpose != "" and "pre" in purpose.lower()) or is_crawler(user_agent[:LONGEST_READ])


@lru_cache(maxsize=10_000)
def is_crawler(user_agent: str) -> bool:
    """Whether the list knows this user agent. Every browser names itself, so one without a name is none."""
    return not user_agent or any(pattern.search(user_agent) for pattern in _patterns())


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    """The list's expressions, joined by the hundred: quicker than one by one, and compiled when first needed."""
    wanted = [
        entry["pattern"]
        for entry in CRAWLER_USER_AGENTS_DATA
        if not PROGRAMS.intersection(entry.get("tags", ()))
    ]
    return tuple(re.compile("|".join(wanted[at : at + 100])) for at in range(0, len(wanted), 100))
