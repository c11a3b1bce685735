"""Subaru Forester, fifth generation (SK): 462.5 x 181.5 x 173 cm, wheelbase 267 cm, 22 cm off the ground.

Known by its tall glasshouse with a low window line, the upright tail, roof rails and dark cladding
that squares off the wheel arches.
"""

from __future__ import annotations

from . import cabins, faces, luggage, scenes
from .kit import Pen, document
from .wheels import wheel

#: How far the body sinks over its tyres in front and rear views (cm).
LOWERED = 9
NAME = "Subaru Forester"
COLOURS = {"body": "#b09873", "shade": "#8d7656", "light": "#d3bf9d"}

BODY = (
    "12,26,4 4,34,5 1,50,8 1,74,6 4,91,6 13,98.5,6 34,106.5,16 80,112.5,30 112,116,14 "
    "123,120.5,10 155,144,20 "
    "187,162,20 218,167.5,20 270,169,40 350,167.5,40 414,164,14 443,160.5,3 444,156,3 "
    "437,152,4 449,122,10 456,112,6 "
    "460,92,8 462,72,6 462,50,8 459,34,6 448,28,4 400,27 60,26"
)
GLASS = (
    "133,110,3 162,140,16 191,157,14 226,162,16 300,163,40 380,160.5,20 423,157,4 "
    "438,123,5 432,119,4 350,115,6 "
    "334,109.5,10 240,108"
)


def ground(bg: Pen) -> None:
    """Where this car is shown."""
    scenes.sky(bg, "hills")
    scenes.pines(
        bg, "36,412,150 92,410,120 836,408,140 880,410,186 930,410,150 150,406,90 786,406,96", "pine/40"
    )
    scenes.pines(bg, "8,420,210 64,418,176 906,416,230 952,420,190", "pine/75")
    scenes.gravel(bg, 4)


def side() -> str:
    """Side view on a forest track."""
    bg = Pen()
    ground(bg)
    p = Pen(1.5, 133, 486, up=True)
    scenes.shadow(bg, 133, 826, 486)
    p.shape("94,21 361,22 361,44 94,44", "tyre")
    with p.within(BODY, "body"):
        p.shape("2,87 13,100 34,108.5,16 80,114.5,30 122,121 119,114 80,108,30 38,102,14 16,91", "light")
        p.shape("0,64 60,70,30 130,66,30 330,68,40 470,74 470,0 0,0", "shade/60")
        p.shape("190,165 270,170 350,168 440,162 440,159 350,163,30 270,164.5,30 200,162", "light")
        p.line("14,87 60,96,30 140,99,40 320,102,40 450,104", "light", 3)
        p.line("138,58 300,62,60 322,70", "ink/25")
        # Cladding: chin, sills, tail.
        p.shape("0,24 0,44 30,48 46,40 52,24", "tyre")
        p.shape("120,24 124,38 330,40 332,24", "tyre")
        p.shape("405,24 418,48,8 462,54 470,24", "tyre")
    with p.within(GLASS, "tyre"):
        p.shape("139,112 164,139,16 192,154,12 219,158,10 220,111", "glass")
        p.shape("226,111 225,158.5 300,159,20 318,158.5 324,112", "glass")
        p.shape("332,113 326,158 378,157,20 416,154,6 430,123,4 352,118,6", "glass")
        p.shape("184,111 190,136,8 200,139,4 206,111", "well/55")
        p.shape("276,111 282,136,6 292,138,4 298,111", "well/60")
        p.shape("360,118 364,136,5 380,136,4 384,119", "well/60")
        p.shape("152,104 196,164 216,164 174,104", "snow/20")
        p.shape("236,108 268,164 280,164 250,108", "snow/16")
        p.shape("370,116 394,160 402,160 380,116", "snow/14")
    p.line("133,110 240,108 334,109.5,10 350,115,6 434,119", "metal", 2)
    p.shape("125,121 155,143,20 185,160.5 198,163 158,139,16 131,118", "glass")
    # Rails.
    p.line("192,163 204,169.5,5 300,172,60 388,168.5,6 402,162", "tyre", 5)
    p.line("206,170 300,172.5,60 386,169", "metal", 1.6)
    # Doors.
    p.line("142,110 138,80,20 141,42")
    p.line("222,109 221,80,20 218,42")
    p.line("334,110 333,92,14 316,66,14 312,42")
    p.line("140,42 314,44")
    p.shape("186,95,2 210,96,2 210,91,2 186,90,2", "light")
    p.shape("300,98,2 324,99,2 324,94,2 300,93,2", "light")
    p.shape("143,110,3 138,120,4 145,125,4 161,123,3 163,111,2", "body")
    p.shape("143,110,3 141,115 163,115 163,111,2", "tyre")
    p.line("384,96 402,97 403,84 385,83 384,96", "ink/40")
    # Lamps: the C shape front and rear.
    p.shape("3,80,2 8,94,4 46,105,3 50,98,4 30,85,6", "glass")
    p.shape("4,84,2 9,94,3 46,104,2 47,101.5 20,94,4 18,88,3 32,90 30,86 12,82", "snow")
    p.shape("30,92,3 36,96,3 42,96,3 38,92,3", "metal")
    p.shape("0,56 2,80 12,82,3 16,66,4 10,54", "tyre")
    p.shape("20,62,3 30,64,3 28,52,3 18,50,3", "tyre")
    p.shape("458,112 432,117,4 424,109,3 440,106,3 443,97,3 430,92,3 462,87", "tail")
    p.line("458,105 446,107", "snow/50")
    p.line("460,92 444,93", "snow/50")
    for x in (94, 361):
        p.shape(
            f"{x - 52},26 {x - 48},48,12 {x - 34},74,16 {x},82,30 {x + 34},74,16 {x + 48},48,12 {x + 52},26",
            "tyre",
        )
        p.arch(x, 35.2, 39.5, 24, "well")
    p.line("150,33 310,35", "accent", 3)
    wheel(p, (94, 361), 35.2, 24.4, "twin")
    return document(f"{NAME}, side view on a forest track", bg.out + p.out, COLOURS)


FACE = "0,168 40,167.5,16 58,164,10 70,136,10 77,116,8 88,108,8 90.5,92,10 90.5,54,8 89,36,6 82,28,4 0,27"


def front() -> str:
    """Front view."""
    bg, p = faces.stage(ground, 90, lowered=LOWERED)
    p.both("48,165 51,170.5,3 57,169.5,3 60,162", "tyre")
    faces.tyres(p, 89, 26, 34, LOWERED)
    with p.within(p.whole(FACE), "body"):
        p.sym("0,116 40,117 70,115,6 86,106 84,100 40,97 0,97", "light/75")
        p.both("34,117 28,97 40,98 50,117", "light")
        p.sym("0,66 60,70 91,66 91,27 0,27", "shade/45")
        p.sym("0,168 58,168 60,161 0,163", "light")
        faces.turned_away(p, 90, 168)
    screen = "0,162 38,161.5,12 54,158,8 69,122,4 66,118,4 0,116"
    with p.within(p.whole(screen), "glass"):
        faces.seats(p, 116, 31, 33)
        p.sym("0,122 66,122 66,112 0,112", "well/55")
        p.ring(33, 124, 12, "well/80", 4)
        p.sym("0,158 9,158,2 10,151,2 0,151", "well/80")
        faces.glints(p, 114, 164, -54)
    p.line("6,117 -46,122,10", "well", 2.4)
    p.line("54,119 12,121,10", "well", 2.4)
    faces.mirrors(p, 74, 114, 24, 17)
    # Six-sided mouth with a wing, C-shaped lamps, cladding all round the chin.
    p.sym("0,96 36,96,4 46,82,5 38,65,5 0,64", "tyre")
    for y in (90, 84, 73, 68):
        p.sym(f"0,{y} 34,{y} 34,{y - 1.4} 0,{y - 1.4}", "slate")
    p.sym("0,82 16,82 36,86,3 44,83,2 34,79,3 14,76,3 0,76", "metal")
    p.disc(0, 79, 8, "slate", 5)
    p.both("42,92 50,98,4 82,104,4 89,98,5 87,84,6 56,82,5 48,84", "glass")
    p.both("46,94 50,98,3 82,104,4 89,98,5 88,90 83,98,4 54,93 56,86 84,86 86,83 56,81,4 47,84", "snow")
    p.both("60,92,3 72,94,4 74,89,3 62,88,3", "metal")
    p.both("60,66,4 84,68,4 88,48,4 62,50,4", "tyre")
    p.discs(75, 58, 4.6, "snow")
    p.sym("0,56 38,56,6 46,48 90,46 89,36,6 82,28,4 0,26", "tyre")
    p.sym("0,44 44,44,4 40,34,4 0,34", "metal")
    p.both("79,40 84,40 84,37 79,37", "accent")
    faces.plate(p, 52)
    return document(f"{NAME}, front view", bg.out + p.out, COLOURS)


def _tail(p: Pen, lid_open: bool) -> None:
    """The car from behind, tailgate shut or open."""
    p.both("48,165 51,170.5,3 57,169.5,3 60,162", "tyre")
    faces.tyres(p, 89, 26, 34, LOWERED)
    with p.within(p.whole(FACE), "body"):
        p.sym("0,122 76,120 90,112 90,104 0,108", "light/60")
        p.sym("0,86 91,86 91,27 0,27", "shade/50")
        faces.turned_away(p, 90, 168)
    faces.mirrors(p, 76, 112, 18, 15)
    if lid_open:
        faces.hold(p, "0,161 46,160,8 62,128,6 66,84,5 60,74,4 0,73", 75, 62)
    else:
        screen = "0,158 44,157,8 60,126,5 56,121,4 0,120"
        with p.within(p.whole(screen), "glass"):
            faces.seats(p, 119, 20, 34)
            faces.glints(p, 118, 160, -54)
        p.sym("0,168 50,166,6 54,161 0,160", "light")
        p.line("0,124 -34,129,6", "well", 2.6)
        p.line("52,158 66,126,6 68,84,6 60,72,4 0,71", "ink/45", both=True)
        p.sym("0,112 26,112,3 26,107,3 0,107", "metal")
        p.sym("0,106 34,106,4 30,84,4 0,84", "shade")
        faces.plate(p, 90)
    inner = "66" if lid_open else "54"
    p.both(f"{inner},115,3 84,117,5 89,106,5 88,90,5 70,90,3 70,95,3 80,98,4 80,108,4 {inner},108,3", "tail")
    p.line("70,113 83,114,3 85.5,106", "snow/50", both=True)
    p.sym("0,62 68,62,6 76,70 90,68 89,36,6 82,28,4 0,26", "tyre")
    p.sym("0,42 46,42,4 42,33,4 0,33", "metal")
    p.both("70,52,2 86,54,2 86,49,2 70,48,2", "tail")


def rear() -> str:
    """Rear view."""
    bg, p = faces.stage(ground, 90, lowered=LOWERED)
    _tail(p, False)
    return document(f"{NAME}, rear view", bg.out + p.out, COLOURS)


def boot() -> str:
    """Boot open: a wide square hold with two cases, a rucksack and mandarins."""
    bg, p = faces.stage(ground, 90, boot=True, lowered=LOWERED)
    _tail(p, True)
    luggage.case(p, -52, 77, 28, 46, "accent")
    luggage.case(p, -22, 77, 24, 36, "slate")
    luggage.rucksack(p, 20, 77, 28, 40, "pine")
    luggage.crate(p, -16, 75, 34, 15)
    p.sym("0,75 62,75 66,78,2 67,71 0,70", "metal")
    faces.lid(p, "0,205 62,203,8 66,192 56,163,5 0,162", "0,197 52,195,5 54,188 50,176,4 0,175")
    p.sym("0,208 64,206,6 66,192 60,203,6 0,205", "light")
    return document(f"{NAME}, boot with luggage", bg.out + p.out, COLOURS)


def cabin() -> str:
    """Cabin: an upright dash, thin pillars, a deep screen and a second display at eye height."""
    p = cabins.outlook("hills", "stone", "pine/35")
    cabins.frame(p, 58, 356, 96)
    p.shape("0,356 110,346,40 300,340,60 480,344,60 660,340,60 850,346,40 960,356 960,600 0,600", "slate")
    p.shape(
        "0,356 110,346,40 300,340,60 480,344,60 660,340,60 850,346,40 960,356 960,392 660,378,40 480,384 "
        "300,378,40 0,392",
        "tyre",
    )
    p.shape("0,404 300,400 440,404 440,414 300,410 0,416", "metal/80")
    p.shape("608,404 700,400 960,406 960,418 700,410 608,414", "metal/80")
    p.shape("640,440,12 930,446,12 936,520,12 644,512,12", "tyre/50")
    p.shape("760,452,4 816,453,4 816,462,4 760,461,4", "metal")
    cabins.doors(p, 356, "slate", "stone")
    # Instrument cowl and the small display on top.
    p.shape("176,396 200,336,24 400,336,24 424,396", "tyre")
    cabins.gauge(p, 250, 376, 32, -40)
    cabins.gauge(p, 350, 376, 32, 40)
    p.shape("446,318,10 602,318,10 610,352,8 438,352,8", "tyre")
    p.shape("456,325,4 592,325,4 598,346,4 450,346,4", "pine")
    p.line("466,340 500,332,10 540,342,10 580,330", "accent", 3)
    p.shape("428,366,14 620,366,14 630,520,10 640,600 412,600 420,520,10", "tyre")
    cabins.vent(p, 436, 372, 42, 52)
    cabins.vent(p, 570, 372, 42, 52)
    cabins.screen(p, 490, 374, 70, 50)
    for x in (462, 524, 586):
        cabins.knob(p, x, 462, 19)
    p.shape("446,492,5 602,492,5 602,506,5 446,506,5", "well")
    cabins.lever(p, 524, 590, 78)
    cabins.vent(p, 118, 404, 44, 34)
    cabins.vent(p, 820, 404, 54, 34)
    cabins.seats(p, "stone", "slate/40")
    cabins.steering(p, 300, 440, 108, 3)
    return document(f"{NAME}, cabin", p.out, COLOURS)
