"""Pure: who may be recognised, and what stays of a record whose visitor may not be."""

import re
from collections.abc import Mapping
from typing import Any, Literal

ConsentState = Literal["not_required", "granted", "refused", "unknown"]

CLICK_IDS = ("gclid", "gbraid", "wbraid")
# What recognises a visitor by an advertisement, by the device, or by an earlier consent.
IDS = (*CLICK_IDS, "device_fingerprint", "consent_id")
# Together they are what a fingerprint is made of; an address and a quiz session lead to a person as well.
TRAITS = (
    "address", "user_agent", "screen_resolution", "timezone", "language", "platform", "browser_storage_support",
)  # fmt: skip
PAGES = ("source_url", "entry_path")
# Very short ids stand in many a word.
SHORTEST_FOUND = 6
# Where the query, parameters or fragment of an address begin, also where a service that redirects encoded them.
_QUERY = re.compile(r"(?:[?#;&=]|%(?:25)*(?:3f|23|3b|26|3d)).*", re.IGNORECASE | re.DOTALL)
_ORIGIN = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*://)(?:[^/?#]*@)?([^/?#@]+)")


def may_recognise(*, is_required: bool, told: ConsentState) -> bool:
    """Whether ids may be stored: a refusal always counts, and where the company asks, silence is no consent."""
    return told == "granted" or (told != "refused" and not is_required)


def without_ids(values: Mapping[str, Any]) -> dict[str, Any]:
    """The record without ids in any of its fields: none of its own, none in its addresses or campaign.

    Of its own page the path stays, of the page before only the site.
    """
    known = [text for name in IDS if (text := values.get(name)) and len(text) >= SHORTEST_FOUND]
    bare = dict(values)
    for name in PAGES:
        bare[name] = _QUERY.sub("", values.get(name) or "") or None
    origin = _ORIGIN.match(values.get("referrer") or "")
    bare["referrer"] = "".join(origin.groups()) if origin else None
    bare.update((name, None) for name in (*IDS, *TRAITS) if name in values)
    return {
        name: None if isinstance(value, str) and any(one in value for one in known) else value
        for name, value in bare.items()
    }
