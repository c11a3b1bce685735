"""Where the cars stand: quiet grounds and skies of a morning in the mountains, in canvas pixels."""

from __future__ import annotations

import random

from .kit import Pen

#: Ridge lines (left to right) with the faces the morning sun reaches, drawn once and reused.
RIDGES: dict[str, tuple[str, list[str]]] = {
    # One high cone, a long shoulder to its left: Kazbek from the north road.
    "kazbek": (
        (
            "0,300 60,276 120,290 190,246 250,262 320,214 380,232 450,168 520,120 "
            "566,84 604,112 640,104 700,170 "
            "760,212 820,200 890,250 960,232 960,470 0,470"
        ),
        [
            (
                "566,84 604,112 640,104 668,136 640,150 616,134 590,168 560,148 534,178 506,160 "
                "478,186 450,168 520,120"
            ),
            "320,214 352,224 336,238 316,230 296,240",
            "820,200 846,218 826,226 806,220 792,220",
        ],
    ),
    # Twin horns: Ushba over Svaneti.
    "ushba": (
        (
            "0,260 70,236 140,262 210,200 262,128 288,98 308,140 330,128 352,92 "
            "384,146 430,206 500,232 570,210 "
            "640,244 720,220 800,254 880,236 960,262 960,470 0,470"
        ),
        [
            (
                "288,98 308,140 330,128 352,92 384,146 366,160 350,138 336,172 312,160 296,186 "
                "276,156 250,176 232,170 262,128"
            ),
            "570,210 600,224 578,236 556,226 540,222",
            "70,236 96,246 74,256 52,246",
        ],
    ),
    # A white pyramid: Tetnuldi.
    "tetnuldi": (
        (
            "0,250 80,226 160,252 240,216 330,246 420,210 520,232 600,190 "
            "670,130 716,92 752,128 800,170 860,206 910,190 960,214 960,470 0,470"
        ),
        [
            ("716,92 752,128 800,170 770,168 748,188 722,156 700,186 672,160 650,184 628,166 670,130"),
            "240,216 270,228 246,238 222,230",
            "420,210 448,222 424,232 398,222",
        ],
    ),
    # A broad two-headed massif: the Alps again, from another valley.
    "massif": (
        (
            "0,262 70,236 140,256 220,210 290,150 340,104 372,118 404,96 452,140 "
            "520,196 590,222 660,200 740,232 820,206 900,236 960,222 960,470 0,470"
        ),
        [
            (
                "340,104 372,118 404,96 452,140 430,146 412,128 392,156 370,136 "
                "350,164 326,140 306,160 290,150"
            ),
            "660,200 690,214 664,224 640,212",
            "820,206 848,220 822,228 800,216",
        ],
    ),
    # Long even chain seen from the plain.
    "range": (
        (
            "0,276 50,250 110,268 170,226 230,252 300,206 350,236 420,190 470,222 540,178 600,214 "
            "660,192 730,232 "
            "800,206 870,244 920,226 960,240 960,470 0,470"
        ),
        [
            "540,178 574,198 552,208 532,202 512,214 506,200",
            "420,190 446,206 424,216 400,206",
            "300,206 326,220 304,232 282,220",
            "170,226 194,238 172,248 150,240",
            "660,192 692,208 664,218 640,202",
        ],
    ),
    # Soft wooded hills.
    "hills": (
        (
            "0,270 80,236,60 180,262,60 290,212,70 420,250,60 540,206,70 660,244,60 780,204,70 "
            "880,240,50 960,218 "
            "960,470 0,470"
        ),
        [],
    ),
    # A crooked horn over a lake: the Alps.
    "alps": (
        (
            "0,250 60,216 120,244 200,190 260,226 330,176 400,214 470,196 540,222 "
            "610,150 650,92 668,76 690,122 "
            "730,178 790,214 850,186 910,226 960,206 960,470 0,470"
        ),
        [
            "668,76 690,122 712,154 690,148 676,172 656,140 634,166 610,150 650,92",
            "330,176 360,194 334,206 306,194",
            "200,190 226,206 202,218 180,206",
            "850,186 878,202 852,212 830,200",
        ],
    ),
}


def sky(pen: Pen, ridge: str, lift: float = 0.0, far: bool = True) -> None:
    """Sky, a low sun on the left and a ridge; ``lift`` moves it up (px), ``far`` adds a paler one."""
    # The one gradient in the set: the night's blue above, the warmth of the morning along the ridge.
    top, end = (10, 250) if far else (60, 330)
    pen.out.append(
        f'<linearGradient id="sky" gradientUnits="userSpaceOnUse" x2="0" y1="{top}" y2="{end}">'
        '<stop stop-color="var(--sky)"/><stop offset="1" stop-color="var(--stone)"/></linearGradient>'
        '<path d="M0 0H960V600H0Z" fill="url(#sky)"/>'
    )
    pen.disc(150, 138, 66, "snow/40")
    pen.disc(150, 138, 38, "snow/90")
    line, lit = RIDGES[ridge]
    if far:
        pen.shape(
            "0,236 90,196 160,220 250,170 330,214 440,182 540,226 650,196 760,150 830,190 900,166 960,200 "
            "960,420 0,420",
            "ridge/40",
        )
    moved = Pen(1.0, 0.0, pen.y0 - lift)
    moved.shape(line, "ridge")
    for face in lit:
        moved.shape(face, "snow/85")
    pen.add(moved)
    slope = "0,340,0 140,318,80 300,346,80 470,316,90 640,350,90 800,322,80 960,344 960,470 0,470"
    pen.shape(slope, "ridge")
    pen.shape(slope, "pine/22")


def pines(pen: Pen, places: str, colour: str = "pine/55") -> None:
    """A row of spruces: "x,y,h" is foot and height in px."""
    for item in places.split():
        x, y, h = (float(p) for p in item.split(","))
        w = h * 0.22
        spec = " ".join(
            f"{x + dx * w:g},{y - dy * h:g}"
            for dx, dy in (
                (0, 1),
                (0.45, 0.68),
                (0.25, 0.68),
                (0.75, 0.36),
                (0.45, 0.36),
                (1, 0.06),
                (0.12, 0.06),
                (0.12, 0),
                (-0.12, 0),
                (-0.12, 0.06),
                (-1, 0.06),
                (-0.45, 0.36),
                (-0.75, 0.36),
                (-0.25, 0.68),
                (-0.45, 0.68),
            )
        )
        pen.shape(spec, colour)


def asphalt(pen: Pen, verge: str = "stone") -> None:
    """A metalled road with a pale edge line and a verge behind it."""
    pen.shape("0,404 240,396,60 520,408,80 760,394,60 960,404 960,436 0,436", "stone")
    if verge != "stone":
        pen.shape("0,404 240,396,60 520,408,80 760,394,60 960,404 960,436 0,436", verge)
    pen.shape("0,432 960,432 960,600 0,600", "stone")
    pen.shape("0,432 960,432 960,600 0,600", "slate/30")
    pen.shape("0,432 960,432 960,436 0,436", "snow/80")
    pen.shape("40,560 250,560 240,568 28,568", "snow/75")
    pen.shape("390,560 600,560 600,568 388,568", "snow/75")
    pen.shape("740,560 950,560 960,568 748,568", "snow/75")


def gravel(pen: Pen, seed: int, verge: str = "pine/35") -> None:
    """An unmade track: ruts and stones, the same stones for the same seed."""
    pen.shape("0,400 180,390,60 420,404,80 700,388,80 960,402 960,600 0,600", "stone")
    pen.shape("0,404 180,394,60 420,408,80 700,392,80 960,406 960,436 700,428,60 380,440,80 0,430", verge)
    pen.shape("0,516 300,508,90 640,520,90 960,510 960,536 620,544,90 280,532,90 0,540", "slate/12")
    pen.shape("0,566 320,558,90 660,572,90 960,560 960,600 0,600", "slate/14")
    rnd = random.Random(seed)  # noqa: S311 - pebbles, not secrets
    for _ in range(16):
        x, y = rnd.uniform(10, 950), rnd.choice((rnd.uniform(448, 470), rnd.uniform(545, 592)))
        w = rnd.uniform(5, 16) * (y / 560)
        pen.shape(
            f"{x:.0f},{y:.0f},2 {x + w * 0.3:.0f},{y - w * 0.5:.0f},2 {x + w * 0.8:.0f},{y - w * 0.4:.0f},2 "
            f"{x + w:.0f},{y:.0f},2",
            rnd.choice(("slate/35", "slate/25", "snow/80")),
        )


def tower(pen: Pen, x: float, y: float, h: float) -> None:
    """A Svan tower on its foot (x, y), ``h`` px high."""
    u = h / 100
    spec = [(-14, 0), (-11, 78), (-15, 80), (-14, 92), (0, 103), (14, 92), (15, 80), (11, 78), (14, 0)]
    pen.shape(" ".join(f"{x + a * u:.1f},{y - b * u:.1f}" for a, b in spec), "stone")
    shade = [(3, 0), (3, 98), (14, 92), (15, 80), (11, 78), (14, 0)]
    pen.shape(" ".join(f"{x + a * u:.1f},{y - b * u:.1f}" for a, b in shade), "slate/35")
    for a in (-9, -2, 5):
        pen.shape(
            f"{x + a * u:.1f},{y - 89 * u:.1f} {x + (a + 3) * u:.1f},{y - 89 * u:.1f} "
            f"{x + (a + 3) * u:.1f},{y - 83 * u:.1f} {x + a * u:.1f},{y - 83 * u:.1f}",
            "slate",
        )
    pen.shape(
        f"{x - 4 * u:.1f},{y - 55 * u:.1f} {x - 1 * u:.1f},{y - 55 * u:.1f} {x - 1 * u:.1f},{y - 48 * u:.1f} "
        f"{x - 4 * u:.1f},{y - 48 * u:.1f}",
        "slate/80",
    )
    pen.shape(
        f"{x - 15 * u:.1f},{y - 92 * u:.1f} {x:.1f},{y - 105 * u:.1f} {x + 15 * u:.1f},{y - 92 * u:.1f}",
        "slate",
    )


def cypresses(pen: Pen, places: str, colour: str = "pine/60") -> None:
    """Tall narrow trees of the plain: "x,y,h"."""
    for item in places.split():
        x, y, h = (float(p) for p in item.split(","))
        w = h * 0.13
        pen.shape(
            f"{x},{y - h},4 {x + w:.1f},{y - h * 0.45:.1f},{h * 0.3:.0f} {x + w * 0.5:.1f},{y},8 "
            f"{x - w * 0.5:.1f},{y},8 {x - w:.1f},{y - h * 0.45:.1f},{h * 0.3:.0f}",
            colour,
        )


def shadow(pen: Pen, left: float, right: float, ground: float) -> None:
    """The car's shadow, leaning to the right because the light comes from the upper left (px)."""
    pen.shape(
        f"{left - 6},{ground - 1},10 {left + 40},{ground - 15},30 {right},{ground - 15},30 "
        f"{right + 58},{ground + 1},16 {right - 10},{ground + 13},60 {left + 70},{ground + 13},60",
        "well/22",
    )
    pen.shape(
        f"{left + 34},{ground - 3},10 {left + 70},{ground - 14},20 {right - 40},{ground - 14},20 "
        f"{right},{ground - 3},14 {right - 50},{ground + 6},40 {left + 90},{ground + 6},40",
        "well/42",
    )
