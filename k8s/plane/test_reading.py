"""What the drill reads out of a cluster's objects, without a cluster."""

from typing import Any

import reading
from cluster import NODES, ZONES, timed
from reading import Line


def pod(node: str, *, ready: bool = True, leaving: bool = False) -> dict[str, Any]:
    conditions = [{"type": "Initialized", "status": "True"}, {"type": "Ready", "status": str(ready)}]
    metadata = {"name": node, **({"deletionTimestamp": "now"} if leaving else {})}
    return {"metadata": metadata, "spec": {"nodeName": node}, "status": {"conditions": conditions}}


def test_only_what_is_ready_and_stays_serves() -> None:
    there = [pod("node-a1"), pod("node-a2", ready=False), pod("node-b1", leaving=True)]
    assert [each["metadata"]["name"] for each in reading.ready_pods(there)] == ["node-a1"]
    slices: list[dict[str, Any]] = [
        {"endpoints": [{"conditions": {"ready": True}}, {"conditions": {"ready": False, "serving": True}}]},
        {"endpoints": None},
        {"endpoints": [{"conditions": {"ready": True}}, {}]},
    ]
    assert reading.ready_endpoints(slices) == 2


def test_copies_are_counted_by_zone_the_empty_ones_too() -> None:
    placed = [pod("node-a1"), pod("node-a2"), pod("node-b1"), {"metadata": {}, "spec": {}}]
    counted = reading.spread(placed, NODES)
    assert counted == {"a": 2, "b": 1, "c": 0}
    assert list(counted) == list(ZONES)
    assert reading.describe(counted) == "2/1/0"


def test_claims_that_wait_and_objects_that_were_left_are_named() -> None:
    claims = [
        {"metadata": {"name": "abano-backups"}, "status": {"phase": "Pending"}},
        {"metadata": {"name": "abano-analytics"}, "status": {"phase": "Bound"}},
        {"metadata": {"name": "new"}},
    ]
    assert reading.unbound(claims) == ["abano-backups", "new"]
    assert reading.leftovers({"secrets/mine"}, {"secrets/mine", "jobs/b", "jobs/a"}) == ["jobs/a", "jobs/b"]


def test_the_table_says_what_did_not_hold() -> None:
    table = reading.markdown(
        [Line("a", "b", "c", 1.4, good=True), Line("d", "e", "f", 61.6, good=False)]
    ).splitlines()
    assert table[2:] == ["| a | b | c | 1 | held |", "| d | e | f | 62 | **NOT HELD** |"]


def test_stages_get_our_delays_and_others_keep_theirs() -> None:
    ready = {"metadata": {"name": "pod-ready"}, "spec": {"delay": {"durationMilliseconds": 1}}}
    other = {"metadata": {"name": "node-initialize"}, "spec": {"next": {}}}
    first, second = timed([ready, other])
    assert first["spec"]["delay"] == {"durationMilliseconds": 2000, "jitterDurationMilliseconds": 4000}
    assert second["spec"] == {"next": {}}
