"""Pure: what a visitor's refusal takes out of a record."""

from collections.abc import Mapping
from typing import Any

# What recognises a visitor by an advertisement or by the device.
IDS = ("gclid", "gbraid", "wbraid", "device_fingerprint")
ADDRESSES = ("source_url", "referrer")


def without_ids(values: Mapping[str, Any]) -> dict[str, Any]:
    """The record with its ids empty and its addresses without their queries, in which ids stand as well."""
    addresses = {name: (values.get(name) or "").partition("?")[0] or None for name in ADDRESSES}
    return {**values, **dict.fromkeys(IDS), **addresses}
