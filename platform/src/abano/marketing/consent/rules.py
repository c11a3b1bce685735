"""Pure: whether a visitor may be identified, and what is stored of one who may not."""

import re
from collections.abc import Mapping
from typing import Any, Literal

ConsentState = Literal["not_required", "granted", "refused", "unknown"]

CLICK_IDS = ("gclid", "gbraid", "wbraid")
# Identify a visitor by an advertisement, by the device, or by an earlier consent.
IDS = (*CLICK_IDS, "device_fingerprint", "consent_id")
# The parts of a fingerprint; an address also leads to a person.
TRAITS = (
    "address", "user_agent", "screen_resolution", "timezone", "language", "platform", "browser_storage_support",
)  # fmt: skip
PAGES = ("source_url", "entry_path")
# Shorter ids occur within ordinary words.
SHORTEST_SEARCHED = 6
# The start of the query, parameters or fragment of a URL, also percent-encoded by a redirecting service.
_QUERY = re.compile(r"(?:[?#;&=]|%(?:25)*(?:3f|23|3b|26|3d)).*", re.IGNORECASE | re.DOTALL)
_ORIGIN = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*://)(?:[^/?#]*@)?([^/?#@]+)")


def may_recognise(*, is_required: bool, state: ConsentState) -> bool:
    """Whether ids may be stored: never after a refusal, and only with consent where it is required."""
    return state == "granted" or (state != "refused" and not is_required)


def strip_ids(values: Mapping[str, Any]) -> dict[str, Any]:
    """Remove the ids from all fields of a record, including its URLs and campaign.

    The page keeps its path, the referrer only its origin. For what is stored already, the schema's functions
    ``bare_address``, ``bare_origin`` and ``without_ids`` decide the same.
    """
    ids = [text for name in IDS if (text := values.get(name)) and len(text) >= SHORTEST_SEARCHED]
    bare = dict(values)
    for name in PAGES:
        bare[name] = _QUERY.sub("", values.get(name) or "") or None
    origin = _ORIGIN.match(values.get("referrer") or "")
    bare["referrer"] = "".join(origin.groups()) if origin else None
    bare.update((name, None) for name in (*IDS, *TRAITS) if name in values)
    return {
        name: None if isinstance(value, str) and any(one in value for one in ids) else value
        for name, value in bare.items()
    }
