"""What the drill computes from moments and from Patroni's report, and that the documents have a row of each fault."""

from pathlib import Path

from loadtests.failover.causes import FAULTS
from loadtests.failover.cluster import SETTINGS, Member, configure, is_whole
from loadtests.failover.crowd import count_within, longest_gap

PAGE = Path(__file__).parents[3] / "docs" / "operations" / "high-availability.md"
LEADER = Member("node1", "leader", "running", 2)
SECOND = Member("node2", "quorum_standby", "streaming", 2)


def test_the_longest_time_without_a_booking_includes_both_ends() -> None:
    assert longest_gap([], 10.0, 14.0) == (10.0, 14.0)
    assert longest_gap([9.0, 13.0, 13.5], 10.0, 14.0) == (10.0, 13.0)
    assert longest_gap([13.5, 10.5], 10.0, 14.0) == (10.5, 13.5)
    assert longest_gap([10.5], 10.0, 14.0) == (10.5, 14.0)


def test_pages_are_counted_within_the_gap() -> None:
    assert count_within([1.0, 2.0, 3.0, 4.0], (2.0, 3.0)) == 2


def test_a_cluster_is_whole_with_two_standbys_that_confirm_commits() -> None:
    assert is_whole([LEADER, SECOND, Member("node3", "quorum_standby", "streaming", 2)])
    assert not is_whole([LEADER, SECOND])
    assert not is_whole([LEADER, SECOND, Member("node3", "replica", "streaming", 2)])
    assert not is_whole([LEADER, SECOND, Member("node3", "quorum_standby", "starting", 2)])
    assert not is_whole([LEADER, SECOND, Member("node3", "quorum_standby", "streaming", 1)])


def test_each_commit_waits_for_a_standby() -> None:
    dcs = configure("node1", Path("/data"), "secret")["bootstrap"]["dcs"]
    assert (dcs["synchronous_mode"], dcs["synchronous_mode_strict"]) == ("quorum", True)
    assert dcs["loop_wait"] + 2 * dcs["retry_timeout"] <= dcs["ttl"]


def test_the_page_has_a_row_of_each_fault_and_the_settings_of_the_drill() -> None:
    page = PAGE.read_text(encoding="utf-8")
    table = page.split("```\nfault")[1].split("```")[0]
    for fault in FAULTS:
        assert f"\n{fault.name} " in table
    for name in ("ttl", "loop_wait", "retry_timeout", "primary_start_timeout", "synchronous_mode"):
        assert f"{name}: {SETTINGS[name]}\n" in page
