"""Hyundai Elantra, seventh generation (CN7): 467.6 x 182.5 x 141.5 cm, wheelbase 272 cm.

Known by its coupé line that ends in a duck tail, by the three creases meeting in the front door and by
the lamps drawn into points.
"""

from __future__ import annotations

from . import cabins, faces, luggage, scenes
from .kit import Pen, document
from .wheels import wheel

#: How far the body sinks over its tyres in front and rear views (cm).
LOWERED = 3
NAME = "Hyundai Elantra"
COLOURS = {"body": "#a8483a", "shade": "#853429", "light": "#c9715f"}

#: Silhouette in cm from the nose, clockwise from the chin.
BODY = (
    "14,17,3 3,25,4 1,40,8 3,57,8 7,65,4 18,71,10 60,84,40 112,94,30 130,98,16 172,123,40 "
    "214,138,40 262,142.5,50 "
    "312,138,50 360,123.5,40 408,107.5,30 438,104.5,14 464,108.5,1.5 464.5,106,2 "
    "459,102,3 459,95,5 466,84,8 467,66,10 464,46,8 "
    "458,30,6 448,20,4 398,19 318,19 130,18 60,17"
)
#: Window line: one long pointed bow.
GLASS = "139,97,3 178,120,30 216,134,30 260,137.5,50 308,133.5,50 352,120,30 386,107,5 378,104,3 270,100.5,40"


def ground(bg: Pen) -> None:
    """Where this car is shown."""
    scenes.sky(bg, "range")
    scenes.cypresses(bg, "70,408,120 112,408,150 150,408,104 842,408,136 884,408,166 926,408,120", "pine/45")
    scenes.asphalt(bg)


def _ends(p: Pen) -> None:
    """Nose and tail of the side view: lamps, mouth, bumpers."""
    # Lamps and mouth.
    p.shape("6,63,1 16,70,4 64,83,3 54,74,3 30,63,6", "glass")
    p.shape("8,65,1 17,70.5,4 64,83,2 52,78 24,69,4", "snow")
    p.shape("28,66,2 30,69,2 42,72,2 40,68,2", "metal")
    p.shape("1,34 2,58 12,61,3 24,52,4 22,42,4 12,33,4", "tyre")
    p.line("5,38 16,57", "slate")
    p.line("10,37 20,52", "slate")
    p.shape("4,24 26,30,4 40,46,6 30,32,6 14,20", "tyre")
    p.shape("459,103 406,98,2 424,88,3 438,87 446,77,3 467,74 462,96", "well")
    p.shape("459,101.5 414,97,3 424,91,3 446,90,3 444,82,3 466.5,79", "tail")
    p.line("458,97.5 426,95", "accent", 2.4)
    p.line("456,92 455,84", "accent", 2.4)


def side() -> str:
    """Side view on the boulevard of a city in the plain."""
    bg = Pen()
    ground(bg)
    p = Pen(1.5, 130, 486, up=True)
    scenes.shadow(bg, 130, 830, 486)
    p.shape("88,14 360,15 360,40 88,40", "tyre")
    with p.within(BODY, "body"):
        # Upper faces catch the sky, the flank below the crease turns away.
        p.shape("0,60 7,66 60,85,40 130,99 126,93 62,79,40 14,66", "light")
        p.shape("60,76 190,80,60 250,76,60 330,80,60 470,90 470,0 0,0 0,52 30,60", "shade/55")
        p.shape("182,66 332,83,40 392,88,30 330,62,20 322,30 300,30", "shade/80")
        p.shape("182,66 300,30 322,24 120,22 124,50,20", "body/80")
        p.shape("116,25 332,27 332,16 116,16", "tyre")
        p.shape("0,16 60,16 54,23,4 14,28 0,32", "tyre")
        p.shape("396,18 470,18 470,42 452,40,6 440,30,6 400,27", "tyre")
        p.line("24,69 60,80,40 140,89,40 262,91,60 352,93,60 420,98", "light", 3)
        p.line("182,66 332,84,40 440,95", "light/70")
        p.line("182,66 322,30", "ink/25")
        p.line("60,75 182,66", "light/60")
    # Roof shade towards the rear, then the glasshouse.
    with p.within(BODY):
        p.shape("356,125 410,108 438,105.5 465,109.5 465,106 438,102.5 384,106", "light/70")
    with p.within(GLASS, "tyre"):
        p.shape("143,98.5 180,119.5,30 217,132,30 248,135,20 247,101.5 200,99.5", "glass")
        p.shape("253,101.5 254,135 300,132,30 326,125,10 326,104", "glass")
        p.shape("330,104.5 330,124 352,117,10 378,106", "glass")
        p.shape("206,100 216,116,8 226,118,4 232,100", "well/55")
        p.shape("286,102 294,116,6 304,117,4 310,103", "well/60")
        p.shape("166,97 206,137 224,138 182,97", "snow/20")
        p.shape("262,98 286,138 296,138 272,98", "snow/16")
    p.line("139,97 178,120,30 216,134,30 260,137.5,50 308,133.5,50 352,120,30 386,107", "metal", 2)
    # Screens seen edge on.
    p.shape("131,98.5 172,122.5,40 212,137 219,138 174,119.5,40 137,98", "glass")
    p.shape("340,131 362,122.5,20 404,109 392,109.5 352,124,20 330,133", "glass")
    # Doors.
    p.line("146,97 150,70,20 154,25")
    p.line("250,101 249,60,20 245,25")
    p.line("334,105 332,84,14 318,52,20 314,27")
    p.line("152,25 316,27")
    p.shape("214,88,2 236,89,2 236,86,2 214,85,2", "light")
    p.shape("306,91,2 328,92,2 328,89,2 306,88,2", "light")
    p.shape("152,98,3 148,106,4 154,110,4 170,108,3 172,99,2", "body")
    p.shape("152,98,3 150,102 171,102 172,99,2", "shade")
    _ends(p)
    for x in (88, 360):
        p.arch(x, 31.7, 36.2, 18, "tyre")
    wheel(p, (88, 360), 31.7, 22.6, "blade")
    return document(f"{NAME}, side view on a city boulevard", bg.out + p.out, COLOURS)


#: Right half of the body from ahead or behind, roof to sill (cm from the centre line).
FACE = "0,142 36,141.5,20 54,137,12 68,116,8 76,101,6 87,92,8 91,74,10 91.5,50,10 90,28,6 82,20,4 0,18"


def front() -> str:
    """Front view."""
    bg, p = faces.stage(ground, 91, lowered=LOWERED)
    faces.tyres(p, 89, 23, 26, LOWERED)
    with p.within(p.whole(FACE), "body"):
        p.sym("0,97 30,98 62,101,10 76,99 88,86 60,80 0,77", "light/75")
        p.sym("0,96 26,97 22,77 0,76", "body/70")
        p.both("26,97 22,77 32,79 40,98", "light")
        p.sym("0,62 58,66 91,60 91,18 0,18", "shade/45")
        faces.turned_away(p, 91, 142)
    screen = "0,137.5 36,137,14 50,133,8 66,108,4 63,103,4 30,99,20 0,98.5"
    with p.within(p.whole(screen), "glass"):
        faces.seats(p, 98, 27, 33)
        p.sym("0,104 40,104,6 60,106 62,98 0,98", "well/55")
        p.ring(33, 106, 11, "well/80", 4)
        p.sym("0,132 7,132,2 8,127,2 0,127", "well/80")
        faces.glints(p, 98, 138, -52)
    p.line("4,99.5 -44,104,10", "well", 2.4)
    p.line("50,101.5 10,103,10", "well", 2.4)
    faces.mirrors(p, 72, 99)
    # The mouth of facets between lamps drawn to points.
    mouth = "0,75 40,75,2 60,66,4 66,54,6 50,40,4 38,31,6 0,30"
    with p.within(p.whole(mouth), "tyre"):
        for i in range(-6, 9):
            p.line(f"{i * 12 - 20},30 {i * 12 + 16},76", "slate/75", 1.4)
            p.line(f"{i * 12 + 8},30 {i * 12 - 28},76", "slate/75", 1.4)
    p.both("40,75,2 62,81 86,86,4 88,81,4 80,73,5 60,67,3", "glass")
    p.both("40,75.5 62,81 86,86,3 87,83.5 64,77.5 46,74", "snow")
    p.both("64,73.5,2 74,76,2 76,73.5,2 66,71,2", "metal")
    p.both("72,60,3 86,58,4 84,38,6 74,44,4", "tyre")
    p.line("74,57 84,55", "snow/80", 2.4, both=True)
    p.sym("0,28 36,28,4 56,36 70,30,6 88,31 82,20,4 0,17", "tyre")
    p.line("40,24.5 60,27,4 84,26", "metal/80", 2, both=True)
    p.shape("-4,78 4,78,2 4,82,2 -4,82,2", "metal")
    faces.plate(p, 43)
    return document(f"{NAME}, front view", bg.out + p.out, COLOURS)


def _tail(p: Pen, lid_open: bool) -> None:
    """The car from behind, boot lid shut or raised."""
    faces.tyres(p, 89, 23, 28, LOWERED)
    with p.within(p.whole(FACE), "body"):
        p.sym("0,109 68,107 78,101 88,92 91,84 0,90", "light/60")
        p.sym("0,80 91,80 91,18 0,18", "shade/60")
        faces.turned_away(p, 91, 142)
    screen = "0,137 34,136.5,14 48,132,8 63,112,4 60,109,3 0,108"
    with p.within(p.whole(screen), "glass"):
        faces.seats(p, 108, 18, 34)
        faces.glints(p, 106, 138, -46)
    faces.mirrors(p, 74, 99, 16, 12)
    p.sym("0,38 60,38,6 76,44 88,46 89,30 80,19 0,17", "tyre")
    p.sym("0,28 30,28 34,20 0,20", "slate")
    p.both("60,28,2 76,29,2 76,24,2 60,23,2", "metal")
    p.both("68,42,2 84,46,2 84,42,2 68,38,2", "tail")
    if lid_open:
        faces.hold(p, "0,100 62,100,4 66,72,4 60,66,4 0,65", 66, 60, 5)
    p.both("50,98 66,98 90,95,3 92,80,3 80,77,3 79,84 66,84 60,73,2 51,73,2 57,88", "well/80")
    if not lid_open:
        p.sym("0,98 66,98 66,86 0,86", "well/80")
    # Lamps: an H on its side at each end of one thin bar.
    p.both("62,94,2 88,92,3 90,82,3 82,80,2 84,88,2 66,87,2 60,76,2 54,76,2", "tail")
    p.line("62,92.5 86,90,2 87,84", "accent", 2.4, both=True)
    if not lid_open:
        p.sym("0,107 70,106,3 73,103,2 62,99,4 0,98", "light")
        p.sym("0,94 64,93 64,89 0,89", "tail")
        p.line("0,93 62,92.5", "accent", 2.4, both=True)
        p.line("0,70 54,70,6 64,88,6 70,103", "ink/45", both=True)
        p.shape("-5,82 5,82,2 5,86,2 -5,86,2", "metal")
    faces.plate(p, 50)


def rear() -> str:
    """Rear view."""
    bg, p = faces.stage(ground, 91, lowered=LOWERED)
    _tail(p, False)
    return document(f"{NAME}, rear view", bg.out + p.out, COLOURS)


def boot() -> str:
    """Boot open: two cases and a soft bag under the lid."""
    bg, p = faces.stage(ground, 91, boot=True, lowered=LOWERED)
    _tail(p, True)
    luggage.flat(p, -54, 67, 60, 22, "pine")
    luggage.duffel(p, 10, 67, 42, 22, "accent")
    p.sym("0,67 60,67 64,71,3 68,66 60,62 0,62", "shade")
    # Raised lid, its lining towards us.
    p.sym("0,160 58,158,8 66,146 62,104 56,104 0,108", "body")
    p.sym("0,154 52,152,6 58,144 54,109 0,110", "tyre")
    p.sym("0,147 30,146,4 34,120,4 0,120", "slate")
    p.sym("0,162 60,160,6 66,146 60,152,6 0,155", "light")
    return document(f"{NAME}, boot with luggage", bg.out + p.out, COLOURS)


def cabin() -> str:
    """Cabin: two screens under one pane, turned to the driver, and a wing that fences his place."""
    p = cabins.outlook("range", "slate/45", "stone")
    cabins.frame(p, 84, 352, 150)
    p.shape("0,352 110,338,40 300,330,60 480,338,60 660,346,60 850,342,40 960,356 960,600 0,600", "slate")
    p.shape(
        "0,352 110,338,40 300,330,60 480,338,60 660,346,60 850,342,40 960,356 960,376 850,362,40 660,366,60 "
        "0,380",
        "tyre",
    )
    p.shape("600,372 960,388 960,404 600,390", "metal/70")
    for y in (396, 404, 412):
        p.line(f"640,{y} 940,{y + 12}", "well/70", 3)
    p.shape("0,430 180,436 200,600 0,600", "tyre/60")
    p.shape("640,432,10 940,446,10 960,448 960,600 650,600", "tyre/55")
    cabins.doors(p, 352, "tyre", "stone")
    p.shape("176,312,14 668,322,14 662,410,14 184,404,14", "well")
    cabins.gauge(p, 250, 358, 34, -50)
    cabins.gauge(p, 360, 360, 34, 30)
    p.shape("290,340,3 320,340,3 320,376,3 290,376,3", "pine")
    cabins.screen(p, 446, 334, 200, 62)
    cabins.vent(p, 470, 418, 70, 26)
    cabins.vent(p, 552, 420, 70, 26)
    # The wing from the dash down to the console.
    p.shape("440,420 462,414,8 640,424,14 660,452,20 690,600 420,600", "tyre")
    p.shape("636,424,14 660,452,20 690,600 672,600 644,460,20 620,430", "metal")
    p.shape("462,456,6 630,458,6 634,480,6 460,478,6", "well")
    for x in (490, 520, 576, 606):
        p.shape(f"{x - 10},462,2 {x + 8},462,2 {x + 8},472,2 {x - 10},472,2", "slate")
    cabins.knob(p, 548, 467, 13)
    cabins.lever(p, 530, 572, 76)
    p.disc(610, 548, 24, "well", 16)
    p.disc(610, 548, 18, "slate", 11)
    cabins.seats(p, "stone", "slate/40")
    cabins.steering(p, 300, 440, 112, 4, flat=True)
    return document(f"{NAME}, cabin", p.out, COLOURS)
