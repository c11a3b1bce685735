"""Toyota 4Runner, fifth generation: 483 x 192.5 x 181.6 cm, wheelbase 279 cm, 24 cm off the ground.

Known by the rear pillar that slopes like the edge of a lift-off canopy, the quarter window behind it, the
swollen square arches and the blunt nose.
"""

from __future__ import annotations

from . import cabins, faces, luggage, scenes
from .kit import Pen, document
from .wheels import wheel

#: How far the body sinks over its tyres in front and rear views (cm).
LOWERED = 15
NAME = "Toyota 4Runner"
COLOURS = {"body": "#64755a", "shade": "#485842", "light": "#91a184"}

BODY = (
    "24,44,4 8,50,5 2,62,6 3,84,5 6,104,6 14,116,7 34,121,8 62,124,10 76,128,6 126,131,10 "
    "145,131,8 154,137,8 "
    "180,157,16 206,170,14 236,175,20 310,178,50 400,176,30 440,173,8 452,170,3 453,166,4 "
    "447,163,4 462,130,10 "
    "470,118,6 473,94,5 474,80,4 482,76,4 483,58,5 479,48,5 462,44,4 420,44 70,43"
)
GLASS_FRONT = "160,132,3 186,152,12 210,164,10 240,168,10 318,170.5,6 329,168,5 352,139,6 346,133,5 250,130"
GLASS_REAR = "362,170,4 354,167,3 378,139,5 386,135,4 450,136,4 452,140,4 441,163,4 430,167.5,6"


def ground(bg: Pen) -> None:
    """Where this car is shown."""
    scenes.sky(bg, "ushba", -6)
    scenes.pines(bg, "84,400,80 112,402,60 842,402,70 12,402,60", "pine/45")
    for x, y, h in ((884, 400, 178), (934, 402, 128), (44, 402, 112)):
        scenes.tower(bg, x, y, h)
    bg.shape("892,404 892,372 916,358 942,372 942,404", "slate/55")
    scenes.gravel(bg, 21, "pine/30")


def _ends(p: Pen) -> None:
    """Nose and tail of the side view: lamps, mouth, bumpers."""
    # Nose and tail.
    p.shape("3,88,2 8,108,3 20,113,5 46,116,3 49,107,4 34,98,4 22,91,4", "glass")
    p.shape("5,98,2 9,108,3 20,113,4 46,116,2 47,112 24,108,4 18,100,3", "snow")
    p.shape("22,96,3 26,104,3 36,106,3 36,100,3", "metal")
    p.shape("36,107,2 44,110,2 46,106,2 39,103,2", "accent/80")
    p.shape("2,64 5,92 14,94,3 18,76,4 12,64", "tyre")
    p.shape("18,80,3 28,80,4 32,66,5 22,58,4 16,64,3", "tyre")
    p.disc(24, 70, 4, "snow")
    p.shape("470,120 452,124,4 454,98,4 462,92,4 473,94", "tail")
    p.shape("457,106 458,99 472,100 471,107", "snow/70")
    p.shape("440,76,4 484,78 484,56 440,58,4", "shade")
    p.shape("430,56 476,58 483,56 479,48,5 462,43 424,43", "tyre")


def side() -> str:
    """Side view on a dirt road under Svan towers."""
    bg = Pen()
    ground(bg)
    p = Pen(1.5, 118, 488, up=True)
    scenes.shadow(bg, 118, 842, 488)
    p.shape("90,40 369,40 369,54 90,54", "tyre")
    with p.within(BODY, "body"):
        p.shape("2,96 14,117 62,125 76,129 145,132 160,141 158,128 76,120,20 34,114,10 18,108", "light")
        p.shape("0,82 30,90,20 150,90,30 330,90,40 480,94 480,0 0,0", "shade/60")
        p.shape("210,173 310,180 400,178 445,174 445,170.5 400,173,30 310,174.5,40 230,172", "light")
        p.line("46,113 150,121,60 330,123,60 464,121", "light", 3)
        p.line("140,66 318,68", "ink/25")
        p.shape("0,42 0,56 40,58 56,42", "tyre")
        p.shape("130,42 130,56 330,56 330,42", "tyre")
    with p.within(GLASS_FRONT, "tyre"):
        p.shape("167,134 188,151,10 212,161,8 246,165,8 250,133", "glass")
        p.shape("259,133 256,165.5 316,167,5 325,165,4 345,139,5 341,135", "glass")
        p.shape("206,133 212,151,8 224,154,4 230,133", "well/55")
        p.shape("296,133 302,150,6 312,152,4 318,133", "well/60")
        p.shape("182,128 218,170 238,170 204,128", "snow/20")
        p.shape("268,128 302,172 314,172 282,128", "snow/16")
    with p.within(GLASS_REAR, "tyre"):
        p.shape("368,167,3 364,165,3 384,141,4 392,138 428,139 421,165,4", "glass")
        p.shape("392,134 412,172 424,172 404,134", "snow/18")
    # Canopy pillar: lit on its front edge.
    p.line("334,169 360,136", "light", 2.2)
    p.shape("154,137 180,157,16 206,170 220,171.5 184,155,14 162,136", "glass")
    # Rack.
    p.line("222,171 236,178.5,5 310,181,40 402,178.5,5 418,173", "tyre", 4.5)
    p.line("238,179 310,181.5,40 400,179", "metal", 1.6)
    # Doors.
    p.line("160,133 154,100,20 156,58")
    p.line("254,132 253,90,20 250,58")
    p.line("352,134 350,104,12 334,82,12 328,58")
    p.line("156,60 330,60")
    p.shape("216,112,2 242,113,2 242,106,2 216,105,2", "light")
    p.shape("218,109 240,110 240,106.5 218,105.5", "shade")
    p.shape("316,114,2 342,115,2 342,108,2 316,107,2", "light")
    p.shape("318,111 340,112 340,108.5 318,107.5", "shade")
    p.shape("166,132,3 161,144,4 166,152,4 182,150,3 186,134,3", "body")
    p.shape("166,132,3 164,138 185,138 186,134,3", "tyre")
    p.line("416,114 438,114 438,98 416,98 416,114", "ink/40")
    _ends(p)
    for x in (90, 369):
        p.shape(
            f"{x - 56},46 {x - 54},70,8 {x - 40},92,12 {x},96,20 {x + 40},92,12 {x + 54},70,8 {x + 56},46",
            "body",
        )
        p.line(f"{x - 55},60 {x - 54},70,8 {x - 40},92,12 {x},96,20 {x + 40},92,12 {x + 54},70", "light", 2.4)
        p.shape(
            f"{x - 47},42 {x - 45},64,10 {x - 34},82,14 {x},85,22 {x + 34},82,14 {x + 45},64,10 {x + 47},42",
            "well",
        )
    wheel(p, (90, 369), 40.2, 23.4, "trail")
    return document(f"{NAME}, side view below Svan towers", bg.out + p.out, COLOURS)


FACE = "0,178 44,177,16 62,172,10 74,148,8 80,132,6 90,124,8 95,108,8 96,66,6 93,50,5 80,44,4 0,44"


def front() -> str:
    """Front view."""
    bg, p = faces.stage(ground, 96, lowered=LOWERED)
    p.both("50,175 53,180.5,3 59,179.5,3 62,171", "tyre")
    faces.tyres(p, 95, 30, 50, LOWERED)
    with p.within(p.whole(FACE), "body"):
        p.sym("0,133 40,134 78,131,6 92,122 88,114 0,116", "light/75")
        p.both("30,134 40,134 50,116 38,116", "light")
        p.sym("0,132 24,132 30,120 0,120", "shade/40")
        p.sym("0,84 96,84 96,44 0,44", "shade/50")
        p.sym("0,178 62,176 64,170 0,173", "light")
        faces.turned_away(p, 96, 178)
    p.sym("0,127 17,127,2 20,121,2 0,121", "well")
    screen = "0,171 42,170,12 58,165,8 73,138,4 70,134,4 0,132"
    with p.within(p.whole(screen), "glass"):
        faces.seats(p, 132, 28, 36)
        p.sym("0,139 74,139 74,130 0,130", "well/55")
        p.ring(36, 140, 12, "well/80", 4)
        p.sym("0,167 9,167,2 10,160,2 0,160", "well/80")
        faces.glints(p, 130, 174, -58)
    p.line("6,133 -48,139,10", "well", 2.4)
    p.line("58,135 14,137,10", "well", 2.4)
    faces.mirrors(p, 77, 131, 26, 20)
    # Heavy-lidded lamps over two dark cheeks, as if the lamps had run.
    p.sym("0,113 40,113,4 46,104,4 38,86,5 30,80,4 0,80", "tyre")
    p.sym("0,106 42,106,2 42,101 0,101", "metal")
    p.sym("0,96 40,96,2 39,92 0,92", "slate")
    p.disc(0, 103, 9, "metal", 6)
    p.disc(0, 103, 6, "tyre", 3.6)
    p.both("46,113,3 62,116 88,119,5 92,108,4 80,100,5 56,98,4 48,103,3", "glass")
    p.both("46,113,2 62,116 88,119,4 91,112 64,109,4 50,106,3 55,99 48,103", "snow")
    p.both("58,106,3 70,107,3 70,101.5,3 60,101,3", "metal")
    p.both("76,108,2 88,110,2 85,104,2 77,103,2", "accent")
    p.both("58,92,5 80,95,5 90,82,5 90,62,5 72,58,6 60,66,5 64,80,4", "tyre")
    p.line("60,91 80,94,4 88,82,4 88,66", "metal", 2.6, both=True)
    p.discs(77, 74, 6, "slate")
    p.discs(77, 74, 4.4, "snow")
    p.sym("0,76 44,76,4 54,66,4 48,58,4 0,58", "tyre")
    p.sym("0,56 56,56,4 92,54 92,50,4 80,44,4 0,42", "tyre")
    p.sym("0,55 42,55,4 36,44,4 0,44", "metal")
    faces.plate(p, 62)
    return document(f"{NAME}, front view", bg.out + p.out, COLOURS)


def _tail(p: Pen, lid_open: bool) -> None:
    """The car from behind, tailgate shut or open."""
    p.both("50,175 53,180.5,3 59,179.5,3 62,171", "tyre")
    faces.tyres(p, 95, 30, 48, LOWERED)
    with p.within(p.whole(FACE), "body"):
        p.sym("0,132 80,131 91,123 94,114 0,116", "light/55")
        p.sym("0,88 96,88 96,44 0,44", "shade/50")
        faces.turned_away(p, 96, 178)
    faces.mirrors(p, 80, 130, 20, 18)
    # The quarter windows wrap round into the tailgate.
    p.both("58,166,4 64,166,3 76,138,4 74,131,3 68,131,3", "tyre")
    if lid_open:
        faces.hold(p, "0,169 48,168,8 64,136,5 66,90,5 62,82,4 0,81", 83, 62)
    else:
        screen = "0,168 50,167,6 66,136,5 62,130,4 0,129"
        with p.within(p.whole(screen), "glass"):
            faces.seats(p, 128, 24, 36)
            faces.glints(p, 126, 170, -58)
        p.sym("0,178 50,176,6 54,170 0,169", "light")
        p.line("0,171 -24,166,4", "well", 2.6)
        p.line("54,168 69,134,6 68,90,6 62,80,4 0,79", "ink/45", both=True)
        p.sym("0,116 50,117,3 52,110,3 0,109", "metal")
        p.disc(0, 120, 7, "metal", 4.6)
        p.disc(0, 120, 4.6, "body", 2.8)
        p.sym("0,106 32,106,4 30,86,4 0,86", "shade")
        faces.plate(p, 90)
    p.both("72,126,3 86,126,4 94,114,4 94,92,4 74,92,3", "tail")
    p.both("73,112,1 94,110,1 94,102,1 73,103,1", "snow/75")
    p.line("78,121 88,119", "snow/50", 2, both=True)
    p.sym("0,78 70,78,6 95,84,4 95,60,4 0,60", "body")
    p.sym("0,78 70,78,6 95,84 95,78 70,73,6 0,73", "light/70")
    p.sym("0,64 70,62,5 95,60 92,50,4 80,44,4 0,42", "tyre")
    p.both("60,58,2 82,57,2 82,52,2 60,53,2", "tail")


def rear() -> str:
    """Rear view."""
    bg, p = faces.stage(ground, 96, lowered=LOWERED)
    _tail(p, False)
    return document(f"{NAME}, rear view", bg.out + p.out, COLOURS)


def boot() -> str:
    """Boot open: a deep square hold for a walking tour."""
    bg, p = faces.stage(ground, 96, boot=True, lowered=LOWERED)
    _tail(p, True)
    luggage.rucksack(p, -54, 85, 30, 46, "slate")
    luggage.rucksack(p, -18, 85, 29, 50, "accent")
    luggage.case(p, 18, 85, 28, 50, "stone")
    luggage.crate(p, -36, 83, 34, 15)
    luggage.duffel(p, 12, 83, 40, 20, "pine")
    p.sym("0,83 62,83 66,87,2 68,79 0,78", "metal")
    faces.lid(p, "0,212 66,210,8 70,196 58,172,5 0,170", "0,205 56,203,5 58,195 52,182,4 0,181")
    p.sym("0,215 68,213,6 70,196 64,210,6 0,212", "light")
    return document(f"{NAME}, boot with luggage", bg.out + p.out, COLOURS)


def cabin() -> str:
    """Cabin: a square centre stack between silver rails, knobs made for gloves, a second lever."""
    p = cabins.outlook("ushba", "stone", "pine/30")
    cabins.frame(p, 70, 346, 90)
    p.shape("0,346 110,338,40 300,332,60 480,338,60 660,332,60 850,338,40 960,346 960,600 0,600", "slate")
    p.shape(
        "0,346 110,338,40 300,332,60 480,338,60 660,332,60 850,338,40 960,346 960,398 640,386 420,386 0,398",
        "tyre",
    )
    p.shape("650,400,12 940,408,12 946,430,8 656,424,8", "metal")
    p.shape("660,406,6 930,413,6 934,424,4 664,418,4", "tyre")
    p.shape("650,446,12 920,452,12 928,520,12 656,512,12", "tyre/50")
    cabins.doors(p, 346, "tyre", "slate")
    p.shape("178,398 196,326,22 406,326,22 424,398", "tyre")
    cabins.gauge(p, 240, 370, 30, -60)
    cabins.gauge(p, 302, 366, 34, 10)
    cabins.gauge(p, 364, 370, 30, 60)
    p.shape("412,346,14 636,346,14 628,520,10 650,600 398,600 420,520,10", "metal")
    p.shape("428,352,10 620,352,10 610,520,8 630,600 418,600 438,520,8", "tyre")
    cabins.vent(p, 436, 356, 40, 56)
    cabins.vent(p, 572, 356, 40, 56)
    cabins.screen(p, 490, 362, 68, 46)
    p.shape("440,424,5 608,424,5 606,434,5 442,434,5", "well")
    for x in (466, 524, 582):
        cabins.knob(p, x, 468, 25)
    p.shape("452,502,4 596,502,4 594,514,4 454,514,4", "well")
    cabins.lever(p, 496, 594, 78)
    cabins.lever(p, 574, 594, 60)
    cabins.vent(p, 112, 398, 48, 40)
    cabins.vent(p, 826, 440, 48, 36)
    cabins.seats(p, "stone", "accent")
    cabins.steering(p, 302, 440, 110, 4)
    return document(f"{NAME}, cabin", p.out, COLOURS)
