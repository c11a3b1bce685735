"""Reads results from the cluster's objects and formats the table. Makes no API calls."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

Object = dict[str, Any]


@dataclass(frozen=True)
class Line:
    """The result of one check; ``good``: whether the result is the expected one."""

    step: str
    asked: str
    seen: str
    seconds: float
    good: bool


def markdown(lines: Iterable[Line]) -> str:
    rows = ["| tried | asked | seen | seconds | |", "| --- | --- | --- | --- | --- |"]
    for each in lines:
        held = "held" if each.good else "**NOT HELD**"
        rows.append(f"| {each.step} | {each.asked} | {each.seen} | {each.seconds:.0f} | {held} |")
    return "\n".join(rows)


def ready_endpoints(slices: Iterable[Object]) -> int:
    """Pod addresses that a proxy would send visitors to."""
    return sum(
        bool(endpoint.get("conditions", {}).get("ready"))
        for each in slices
        for endpoint in each.get("endpoints") or []
    )


def ready_pods(pods: Iterable[Object]) -> list[Object]:
    return [pod for pod in pods if _ready(pod) and "deletionTimestamp" not in pod["metadata"]]


def spread(pods: Iterable[Object], zones: dict[str, str]) -> dict[str, int]:
    """The number of pods per zone; ``zones`` by node."""
    counted = Counter(zones[pod["spec"]["nodeName"]] for pod in pods if pod["spec"].get("nodeName"))
    return {zone: counted.get(zone, 0) for zone in sorted(set(zones.values()))}


def describe(spread_over: dict[str, int]) -> str:
    return "/".join(str(count) for count in spread_over.values())


def unbound(claims: Iterable[Object]) -> list[str]:
    return [each["metadata"]["name"] for each in claims if each.get("status", {}).get("phase") != "Bound"]


def leftovers(before: set[str], after: set[str]) -> list[str]:
    """Objects left by an uninstalled release, as kind/name."""
    return sorted(after - before)


def _ready(pod: Object) -> bool:
    conditions = pod.get("status", {}).get("conditions", [])
    return any(each["type"] == "Ready" and each["status"] == "True" for each in conditions)
