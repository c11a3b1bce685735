"""Pictures of a run as plain SVG."""

import html
from collections.abc import Sequence

from loadtests.load.measured import Second, StepFigures

WIDTH, HEIGHT, LEFT, BOTTOM = 1000, 260, 56, 28
BLUE, ORANGE, RED, GREY = "#2f6fde", "#e08a1e", "#c5392f", "#8b95a1"


def course_picture(course: Sequence[Second]) -> str:
    """Two panels over the seconds: answers a second with people, and p50 and p95."""
    if not course:
        return ""
    last = max(1, course[-1].second)
    rate = [(each.second, float(each.answers)) for each in course]
    people = [(each.second, float(each.people)) for each in course]
    p50 = [(each.second, float(each.p50)) for each in course if each.answers]
    p95 = [(each.second, float(each.p95)) for each in course if each.answers]
    return _panel(last, [("answers a second", BLUE, rate), ("people", GREY, people)]) + _panel(
        last, [("p50, ms", BLUE, p50), ("p95, ms", ORANGE, p95)]
    )


def _panel(last: int, lines: Sequence[tuple[str, str, Sequence[tuple[int, float]]]]) -> str:
    top = max((value for _, _, points in lines for _, value in points), default=0) or 1
    across = (WIDTH - LEFT - 10) / last
    up = (HEIGHT - BOTTOM - 30) / top

    def place(second: int, value: float) -> str:
        return f"{LEFT + second * across:.1f},{HEIGHT - BOTTOM - value * up:.1f}"

    parts = [f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" font-size="12" fill="currentColor">']
    for part in (0, 0.5, 1):
        y = HEIGHT - BOTTOM - top * part * up
        parts.append(
            f'<line x1="{LEFT}" x2="{WIDTH - 10}" y1="{y}" y2="{y}" stroke="currentColor" opacity=".25"/>'
            f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{top * part:,.0f}</text>'
        )
    for part in range(5):
        second = last * part // 4
        x = LEFT + second * across
        parts.append(f'<text x="{x}" y="{HEIGHT - 8}" text-anchor="middle">{second} s</text>')
    for number, (name, colour, points) in enumerate(lines):
        path = " ".join(place(*point) for point in points)
        parts.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.8"/>'
            f'<circle cx="{LEFT + 8 + number * 170}" cy="12" r="5" fill="{colour}"/>'
            f'<text x="{LEFT + 18 + number * 170}" y="16">{html.escape(name)}</text>'
        )
    return "".join(parts) + "</svg>"


def spread_picture(steps: Sequence[StepFigures]) -> str:
    """A bar a step from p50 to p99 with p95 marked, the slowest step first."""
    ordered = sorted(steps, key=lambda step: -step.times[0.99])
    top = max((step.times[0.99] for step in ordered), default=0) or 1
    name_width, row = 330, 22
    scale = (WIDTH - name_width - 70) / top
    height = row * len(ordered) + 10
    parts = [f'<svg viewBox="0 0 {WIDTH} {height}" role="img" font-size="12" fill="currentColor">']
    for number, step in enumerate(ordered):
        y = number * row + 14
        low, mark, high = (name_width + step.times[part] * scale for part in (0.5, 0.95, 0.99))
        parts.append(
            f'<text x="{name_width - 10}" y="{y + 4}" text-anchor="end">{html.escape(step.step)}</text>'
            f'<rect x="{low:.1f}" y="{y - 5}" width="{max(2, high - low):.1f}" height="10" rx="5" fill="{BLUE}"/>'
            f'<rect x="{mark - 1.5:.1f}" y="{y - 7}" width="3" height="14" fill="{RED}"/>'
            f'<text x="{high + 8:.1f}" y="{y + 4}">{step.times[0.99]} ms</text>'
        )
    return "".join(parts) + "</svg>"
