"""Fiat Panda 4x4, third generation: 368.6 x 167.2 x 160.5 cm, wheelbase 230 cm.

Known by its rounded squares - windows, arches, wheels, dials - by three side windows and an upright tail.
Drawn a little larger than to scale, or it would look lost beside the others.
"""

from __future__ import annotations

from . import alpine, cabins, faces, luggage, scenes
from .kit import Pen, document
from .wheels import wheel

#: How far the body sinks over its tyres in front and rear views (cm).
LOWERED = 9
NAME = "Fiat Panda 4x4"
COLOURS = {"body": "#c79a45", "shade": "#9f7831", "light": "#e4c682"}

BODY = (
    "10,24,4 3,32,5 1,46,8 2,66,6 5,80,6 13,87,8 44,97,20 76,104,14 86,108,8 112,134,20 "
    "136,150,14 170,156,20 "
    "250,157,40 318,155,12 345,150.5,4 350,148,2 349,144,3 345,142,4 355,110,14 361,98,6 "
    "364,80,8 366,60,6 366,42,6 "
    "362,30,5 350,26,4 310,25 50,24"
)


def side() -> str:
    """Side view on a snow road."""
    bg = Pen()
    alpine.snowfield(bg)
    p = Pen(1.8, 148, 492, up=True)
    scenes.shadow(bg, 148, 812, 492)
    p.shape("71,20 301,21 301,44 71,44", "tyre")
    with p.within(BODY, "body"):
        p.shape("2,76 13,88 44,98 86,109 84,102 46,92,20 16,82", "light")
        p.shape("0,60 60,66,30 120,64,30 260,66,40 370,70 370,0 0,0", "shade/60")
        p.shape("150,152 170,158.5 250,159 345,152 345,149 318,151.5,10 250,153.5,40 172,152.5", "light")
        p.line("14,84 50,92,30 100,97,40 250,99,40 358,100", "light", 3)
        p.shape("0,22 0,46 24,48 40,42 44,22", "tyre")
        p.shape("96,24 102,40 264,42 268,24", "tyre")
        p.shape("330,24 336,46,6 370,50 370,24", "tyre")
    # Two door windows under one arch, then the third, a rounded square in its pillar.
    with p.within(
        "94,109,4 118,133,16 142,148,12 176,151.5,12 252,151.5,8 260,146,6 264,116,6 258,110,5 180,109",
        "tyre",
    ):
        p.shape("102,112 122,131.5,12 146,145,10 180,148,6 182,112,4", "glass")
        p.shape("190,112,4 189,148,5 250,148,8 255,144,6 258,118,6 254,113,5", "glass")
        p.shape("146,112 152,130,7 162,132,4 166,112", "well/60")
        p.shape("216,113 222,130,6 232,132,4 236,113", "well/60")
        p.shape("118,106 158,152 176,152 136,106", "snow/20")
        p.shape("198,108 226,152 238,152 210,108", "snow/16")
    p.shape("278,148,9 322,145.5,9 334,138,9 338,122,9 330,116,9 282,113,9 272,120,9 271,140,9", "tyre")
    p.shape("280,144,8 320,142,8 330,136,8 333,124,7 327,120,7 284,117,8 276,122,7 275,138,8", "glass")
    p.shape("288,117 304,143 312,142.5 297,117.5", "snow/16")
    p.shape("87,108.5 112,133.5,18 134,147.5 142,150 116,131.5,16 93,108", "glass")
    p.line("162,155 170,160.5,4 250,161.5,40 312,159,4 320,154", "tyre", 5)
    p.line("170,160.8 250,161.8,40 310,159.4", "metal", 1.6)
    p.line("100,109 98,76,16 102,40")
    p.line("186,110 186,76 184,42")
    p.line("266,112 265,84,12 252,60,12 250,42")
    p.line("101,41 251,43")
    # Rub strip and handles.
    p.shape("106,62,3 248,64,3 248,56,3 106,54,3", "tyre")
    p.line("110,61 246,63", "slate")
    p.shape("154,97,2 176,97.5,2 176,92,2 154,91.5,2", "light")
    p.line("155,91.5 176,92", "ink/50")
    p.shape("232,98,2 254,98.5,2 254,93,2 232,92.5,2", "light")
    p.line("233,92.5 254,93", "ink/50")
    p.shape("106,109,4 102,120,5 107,125,5 122,123,5 124,111,4", "tyre")
    p.shape("108,114,3 108,121,3 119,120,3 120,114,3", "slate")
    p.shape("306,96,4 322,97,4 323,84,4 307,83,4", "shade/70")
    p.shape("4,70,2 9,84,5 20,89,5 42,94,4 44,84,5 30,74,5 14,68,4", "glass")
    p.shape("6,73,2 10,84,4 20,88.5,4 40,93,3 41,89 24,84,4 15,78,3", "snow")
    p.shape("20,76,3 24,82,3 34,84,3 31,78,3", "metal")
    p.disc(15, 55, 4.6, "well")
    p.disc(14.5, 55, 3, "snow")
    p.shape("350,128 343,128,3 345,96,4 361,94 356,108", "tail")
    p.line("350,112 357,112", "snow/60", 3)
    for x in (71, 301):
        p.shape(
            f"{x - 44},26 {x - 42},54,10 {x - 30},70,14 {x},74,24 {x + 30},70,14 {x + 42},54,10 {x + 44},26",
            "tyre",
        )
        p.arch(x, 30.4, 35, 24, "well")
    wheel(p, (71, 301), 30.4, 19.6, "panda")
    return document(f"{NAME}, side view on a snow road", bg.out + p.out, COLOURS)


FACE = "0,157 38,156.5,18 56,152,12 66,126,8 71,110,7 79,102,8 83,86,10 83.5,56,9 82,36,6 76,26,4 0,25"


def front() -> str:
    """Front view."""
    bg, p = faces.stage(alpine.snowfield, 84, lowered=LOWERED)
    p.both("46,154 49,159.5,3 55,158.5,3 58,150", "tyre")
    faces.tyres(p, 82, 21, 32, LOWERED)
    with p.within(p.whole(FACE), "body"):
        p.sym("0,107 40,108 70,108 80,96 76,88 0,88", "light/75")
        p.both("26,108 22,89 34,89 40,108", "light")
        p.sym("0,66 84,70 84,25 0,25", "shade/60")
        faces.turned_away(p, 84, 157)
    screen = "0,151 36,150.5,14 51,147,8 63,116,5 60,111,4 0,108"
    with p.within(p.whole(screen), "glass"):
        faces.seats(p, 108, 31, 31)
        p.sym("0,114 62,114 62,105 0,105", "well/55")
        p.ring(31, 116, 11, "well/80", 4)
        p.sym("0,147 8,147,2 9,140,2 0,140", "well/80")
        faces.glints(p, 106, 152, -50)
    p.line("4,109 -42,115,10", "well", 2.4)
    p.line("48,112 12,114,10", "well", 2.4)
    faces.mirrors(p, 69, 108, 22, 18, "tyre")
    # Lamps, slots and fog lamps: all rounded squares.
    p.both("46,91,8 66,97,9 78,95,9 81,82,9 74,72,9 52,72,9 45,79,8", "glass")
    p.both("48,89,6 66,95,8 77,93,8 79,86 62,88 50,83", "snow")
    p.discs(62, 80, 7, "metal")
    p.discs(62, 80, 4.6, "snow")
    p.sym("0,90 24,89.5,4 26,80,4 0,79", "tyre")
    p.sym("0,87 22,86.5,2 22,83.5,2 0,83.5", "metal")
    p.disc(0, 85.5, 7.4, "metal")
    p.disc(0, 85.5, 5.6, "slate")
    p.sym("0,68 50,68,6 60,58,6 78,60 82,54 82,36,6 76,26,4 0,24", "tyre")
    p.sym("0,62 44,62,5 44,46,5 0,46", "well")
    p.discs(66, 50, 6.4, "slate")
    p.discs(66, 50, 4.6, "snow")
    p.sym("0,40 44,40,4 38,27,4 0,27", "metal")
    p.both("18,38,2 26,38,2 24,30,2 17,30,2", "slate/70")
    faces.plate(p, 50)
    return document(f"{NAME}, front view", bg.out + p.out, COLOURS)


def _tail(p: Pen, lid_open: bool) -> None:
    """The car from behind, hatch shut or open."""
    p.both("46,154 49,159.5,3 55,158.5,3 58,150", "tyre")
    faces.tyres(p, 82, 21, 32, LOWERED)
    with p.within(p.whole(FACE), "body"):
        p.sym("0,112 70,112 80,100 82,92 0,96", "light/60")
        p.sym("0,70 84,72 84,25 0,25", "shade/60")
        faces.turned_away(p, 84, 157)
    faces.mirrors(p, 71, 107, 16, 16, "tyre")
    if lid_open:
        faces.hold(p, "0,149 42,148,8 54,120,6 58,76,6 54,66,5 0,65", 67, 55, 6)
    else:
        screen = "0,147 42,146,10 54,122,9 48,112,8 0,111"
        with p.within(p.whole(screen), "glass"):
            faces.seats(p, 110, 23, 31)
            faces.glints(p, 109, 150, -46)
        p.sym("0,156 46,154,6 50,148 0,148", "light")
        p.line("0,114 -30,119,6", "well", 2.4)
        p.line("46,148 60,118,6 60,74,6 54,64,5 0,63", "ink/45", both=True)
        p.disc(0, 101, 7, "metal")
        p.disc(0, 101, 5.2, "slate")
        p.sym("0,91 33,91,5 31,71,5 0,71", "shade")
        faces.plate(p, 75)
    p.both("62,130,5 70,128,5 78,112,6 80,94,6 66,92,6 63,98,5", "tail")
    p.both("66,112,3 77,110,3 78,103,3 66,104,3", "snow/70")
    p.sym("0,60 54,60,6 64,66,5 82,64 82,36,6 76,26,4 0,24", "tyre")
    p.sym("0,42 42,42,4 36,28,4 0,28", "metal")
    p.both("60,54,2 78,55,2 78,50,2 60,49,2", "tail")


def rear() -> str:
    """Rear view."""
    bg, p = faces.stage(alpine.snowfield, 84, lowered=LOWERED)
    _tail(p, False)
    return document(f"{NAME}, rear view", bg.out + p.out, COLOURS)


def boot() -> str:
    """Boot open: small and upright, room for a weekend in the snow."""
    bg, p = faces.stage(alpine.snowfield, 84, boot=True, lowered=LOWERED)
    _tail(p, True)
    luggage.case(p, -45, 70, 27, 42, "accent")
    luggage.rucksack(p, -12, 70, 26, 36, "pine")
    luggage.duffel(p, 15, 70, 32, 22, "slate")
    p.sym("0,67 54,67 57,71,2 59,63 0,62", "metal")
    faces.lid(p, "0,196 54,194,8 58,182 50,152,5 0,152", "0,189 46,187,6 48,180 43,164,6 0,163")
    p.sym("0,199 56,197,6 58,182 52,194,6 0,196", "light")
    return document(f"{NAME}, boot with luggage", bg.out + p.out, COLOURS)


def _squircle(p: Pen, x: float, y: float, half: float, colour: str) -> None:
    """The rounded square that returns all over this car (px)."""
    c = half * 0.7
    p.shape(
        f"{x - half},{y - half},{c} {x + half},{y - half},{c} {x + half},{y + half},{c} "
        f"{x - half},{y + half},{c}",
        colour,
    )


def cabin() -> str:
    """Cabin: a coloured frame around an open pocket, everything a rounded square, the lever on a shelf."""
    p = cabins.outlook("massif", "ridge/60", "snow/80")
    cabins.frame(p, 62, 342, 70)
    p.shape("0,342 110,334,40 300,328,60 480,334,60 660,328,60 850,334,40 960,342 960,600 0,600", "slate")
    p.shape("0,342 110,334,40 300,328,60 480,334,60 660,328,60 850,334,40 960,342 960,360 0,360", "tyre")
    # Body-coloured frame with the pocket in it.
    p.shape("640,362,24 950,366,24 956,456,24 640,450,24", "body")
    p.shape("656,376,16 936,380,16 940,440,16 656,436,16", "well")
    p.shape("640,440 956,446 956,456,24 640,450,24", "shade/60")
    p.shape("700,436 712,402,6 780,402,6 786,436", "pine")
    p.shape("40,370,20 186,366,20 186,420,20 40,424,20", "body")
    cabins.doors(p, 342, "tyre", "body")
    p.shape("180,398 192,322,26 408,322,26 420,398", "body")
    p.shape("196,394 206,332,22 394,332,22 404,394", "well")
    _squircle(p, 246, 364, 28, "slate")
    _squircle(p, 354, 364, 28, "slate")
    cabins.gauge(p, 246, 364, 24, -60)
    cabins.gauge(p, 354, 364, 24, 40)
    p.shape("284,348,4 316,348,4 316,384,4 284,384,4", "pine")
    p.shape("430,340,26 630,340,26 640,480,22 616,560,24 446,560,24 420,480,22", "tyre")
    for x in (470, 590):
        _squircle(p, x, 378, 26, "well")
        for y in (366, 378, 390):
            p.line(f"{x - 17},{y} {x + 17},{y}", "slate", 2.4)
    p.shape("508,352,10 552,352,10 552,404,10 508,404,10", "pine")
    p.line("514,390 526,372,6 546,364", "accent", 3)
    for x in (468, 530, 592):
        _squircle(p, x, 440, 24, "slate")
        cabins.knob(p, x, 440, 17)
    p.shape("468,480,8 592,480,8 596,496,8 464,496,8", "well")
    cabins.lever(p, 530, 560, 68)
    cabins.seats(p, "stone", "body")
    cabins.steering(p, 300, 438, 106, 3)
    return document(f"{NAME}, cabin", p.out, COLOURS)
