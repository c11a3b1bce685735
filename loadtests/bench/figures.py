"""The results of benches, their table, and the history that shows drift."""

import json
import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

HISTORY = Path(__file__).with_name("history.jsonl")
# Drift is relative to the median of this many earlier runs.
REMEMBERED = 5
HEADINGS = ("figure", "measured", "reference", "ratio", "middle half", "asked", "met", "change", "processor")


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured line; the texts are for reading, with units.

    ``value`` is followed over time: the ratio (0.65 is 65 %), or the measured number where there is none. ``met`` is
    None where nothing is asked: the figure explains another. ``processor``: the same ratio by processor time of
    server and database, which a busy machine moves least; None where it was not measured.
    """

    name: str
    value: float
    measured: str
    reference: str
    ratio: str
    asked: str
    met: bool | None
    middle_half: str = ""
    processor: float | None = None


def ratio_figure(
    name: str,
    value: float,
    *,
    at_least: float,
    measured: str,
    reference: str,
    middle_half: str = "",
    processor: float | None = None,
) -> Figure:
    """The required share of the reference's speed."""
    return Figure(
        name=name,
        value=value,
        measured=measured,
        reference=reference,
        ratio=f"{value:.0%}",
        asked=f"at least {at_least:.0%}",
        met=value >= at_least,
        middle_half=middle_half,
        processor=processor,
    )


def table(figures: Sequence[Figure], before: Sequence[dict[str, float]]) -> str:
    """``before``: values by figure of earlier runs, oldest first. Change is relative to their median."""
    lines = [HEADINGS, *(_line(figure, before) for figure in figures)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


def _line(figure: Figure, before: Sequence[dict[str, float]]) -> tuple[str, ...]:
    earlier = [run[figure.name] for run in before if figure.name in run]
    usual = statistics.median(earlier) if earlier else None
    return (
        figure.name,
        figure.measured,
        figure.reference,
        figure.ratio,
        figure.middle_half,
        figure.asked,
        {True: "yes", False: "NO", None: ""}[figure.met],
        f"{figure.value / usual - 1:+.0%}" if usual else "",
        f"{figure.processor:.0%}" if figure.processor is not None else "",
    )


def earlier_runs(history: Path, count: int = REMEMBERED) -> list[dict[str, float]]:
    """Values by figure of the newest runs, oldest first."""
    if not history.exists():
        return []
    runs = [json.loads(line) for line in history.read_text().splitlines() if line]
    return [{each["name"]: each["value"] for each in run["figures"]} for run in runs[-count:]]


def remember(history: Path, figures: Sequence[Figure], *, busy: float) -> None:
    """Append a run. ``busy``: runnable processes per core. Nothing else identifies the machine."""
    run = {
        "at": datetime.now(UTC).isoformat(timespec="minutes"),
        "busy": round(busy, 1),
        "figures": [asdict(figure) | {"value": round(figure.value, 4)} for figure in figures],
    }
    with history.open("a") as file:
        file.write(json.dumps(run) + "\n")
