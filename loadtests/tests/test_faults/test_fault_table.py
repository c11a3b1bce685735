"""What the documents say of each fault is what the run does."""

from pathlib import Path

from loadtests.faults.causes import FAULTS, OPERATOR

TABLE = Path(__file__).parents[3] / "docs" / "operations" / "faults.md"


def test_each_row_of_the_table_names_who_brought_it_back() -> None:
    table = TABLE.read_text(encoding="utf-8").split("```")[1]
    _, *rows = table.strip().splitlines()
    assert len(rows) == len(FAULTS)
    for fault, row in zip(FAULTS, rows, strict=True):
        assert row.startswith(f"{fault.name} ")
        assert row.endswith(f"  {fault.back_by}")


def test_what_is_killed_is_brought_back_by_no_hand_of_the_run() -> None:
    """A blow is measured within its block, in which only the product acts. One row needs a person, and says so."""
    by_hand = {fault.name for fault in FAULTS if fault.back_by == OPERATOR}
    assert by_hand == {"kill -9 of everything at once", "half-applied migration"}
    blows = {fault.name for fault in FAULTS if fault.name.startswith("kill -9")} - by_hand
    assert blows == {
        fault.name for fault in FAULTS if fault.strikes_once and fault.name.startswith("kill -9")
    }
