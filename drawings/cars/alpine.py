"""Grounds for the cars of the Alpine tenant, in canvas pixels."""

from __future__ import annotations

from . import scenes
from .kit import Pen


def lake(pen: Pen) -> None:
    """A lake shore road under a crooked horn."""
    scenes.sky(pen, "alps")
    scenes.asphalt(pen)
    pen.shape("0,368 960,364 960,410 0,410", "sky")
    pen.shape("0,368 300,372,60 620,368,60 960,364 960,378 0,382", "ridge")
    for x, y, w in (
        (60, 392, 90),
        (210, 398, 60),
        (330, 390, 40),
        (700, 388, 110),
        (840, 396, 70),
        (560, 398, 50),
    ):
        pen.line(f"{x},{y} {x + w},{y}", "snow/80", 2.4)
    pen.shape("846,384,4 916,384,8 906,394,4 856,394,4", "accent/85")
    pen.shape("878,384 878,330 908,378", "snow")


def mountain_pass(pen: Pen) -> None:
    """A pass road with marker stones."""
    scenes.sky(pen, "massif", 10)
    scenes.asphalt(pen, "pine/35")
    for x in range(18, 960, 116):
        pen.shape(f"{x},438 {x + 2},402,5 {x + 18},402,5 {x + 20},438", "stone")
        pen.shape(f"{x + 13},438 {x + 13},403 {x + 18},402,5 {x + 20},438", "slate/35")
        pen.shape(f"{x + 2},410 {x + 18},410 {x + 18},416 {x + 2},416", "accent")


def chalet(pen: Pen, x: float, y: float, w: float) -> None:
    """A wooden house with a broad roof on a stone foot; (x, y) is its lower left corner."""
    h = w * 0.6
    pen.shape(f"{x},{y} {x},{y - h * 0.4} {x + w},{y - h * 0.4} {x + w},{y}", "snow")
    pen.shape(
        f"{x},{y - h * 0.36} {x},{y - h * 0.78} {x + w / 2},{y - h * 1.15} {x + w},{y - h * 0.78} "
        f"{x + w},{y - h * 0.36}",
        "wood",
    )
    pen.shape(f"{x + w * 0.66},{y} {x + w * 0.66},{y - h} {x + w},{y - h * 0.78} {x + w},{y}", "well/20")
    pen.shape(
        f"{x - w * 0.16},{y - h * 0.66} {x + w / 2},{y - h * 1.28} {x + w * 1.16},{y - h * 0.66} "
        f"{x + w * 1.16},{y - h * 0.76} {x + w / 2},{y - h * 1.4} {x - w * 0.16},{y - h * 0.76}",
        "slate",
    )
    for part in (0.16, 0.44, 0.72):
        left = x + w * part
        pen.shape(
            f"{left},{y - h * 0.52} {left},{y - h * 0.72} {left + w * 0.13},{y - h * 0.72} "
            f"{left + w * 0.13},{y - h * 0.52}",
            "snow/90",
        )
        pen.shape(
            f"{left - 2},{y - h * 0.48} {left + w * 0.13 + 2},{y - h * 0.48} {left + w * 0.13 + 2},"
            f"{y - h * 0.54} {left - 2},{y - h * 0.54}",
            "accent",
        )
    pen.shape(
        f"{x + w * 0.4},{y} {x + w * 0.4},{y - h * 0.28} {x + w * 0.56},{y - h * 0.28} {x + w * 0.56},{y}",
        "wood",
    )


def meadow(pen: Pen) -> None:
    """A village road past a chalet and a meadow."""
    scenes.sky(pen, "alps", 20)
    scenes.pines(pen, "300,400,70 326,402,50 20,402,90 640,402,60", "pine/45")
    chalet(pen, 64, 408, 120)
    chalet(pen, 846, 404, 84)
    scenes.asphalt(pen, "pine/40")


def snowfield(pen: Pen) -> None:
    """A ploughed road between banks of snow."""
    scenes.sky(pen, "massif", 4)
    scenes.pines(pen, "60,412,120 112,410,90 850,410,130 900,414,100 936,412,150", "pine/60")
    pen.shape("0,398 160,384,60 400,402,80 680,386,80 960,398 960,600 0,600", "snow")
    pen.shape("0,424 220,416,80 520,432,90 760,418,80 960,428 960,470 0,470", "sky")
    pen.shape("0,446 300,438,90 640,450,90 960,440 960,600 0,600", "ridge/45")
    pen.shape("0,446 300,438,90 640,450,90 960,440 960,446 640,456,90 300,444,90 0,452", "snow")
    pen.shape("0,520 300,512,90 640,524,90 960,514 960,526 640,536,90 280,524,90 0,532", "snow/80")
    pen.shape("0,572 320,564,90 660,578,90 960,566 960,600 0,600", "snow")
