"""Volkswagen Golf, eighth generation: 428.4 x 178.9 x 147 cm, wheelbase 263.6 cm.

Known by the broad rear pillar that leans like a drawn bow, the one straight line from lamp to lamp and the
slim lamps joined across the nose.
"""

from __future__ import annotations

from . import alpine, cabins, faces, luggage, scenes
from .kit import Pen, document
from .wheels import wheel

#: How far the body sinks over its tyres in front and rear views (cm).
LOWERED = 4
NAME = "Volkswagen Golf"
COLOURS = {"body": "#cfd2cc", "shade": "#a5aca9", "light": "#f1f2ee"}

BODY = (
    "12,18,3 4,24,4 1,38,8 2,56,7 6,65,6 14,72,8 32,82,20 74,92,30 112,98.5,20 "
    "123,101.5,10 157,123,30 196,141,24 236,147,40 "
    "300,146.5,50 350,142,20 388,134,4 395,131,2 394,127,3 389,125,4 406,104,10 417,98,6 "
    "423,86,8 426,68,8 427,48,8 "
    "424,32,6 416,22,4 370,20 60,18"
)
GLASS = (
    "132,103.5,3 163,123,20 199,138.5,16 240,142.5,30 300,141.5,20 336,137.5,6 356,112,4 350,108,3 240,104"
)


def side() -> str:
    """Side view on a lake shore."""
    bg = Pen()
    alpine.lake(bg)
    p = Pen(1.58, 142, 486, up=True)
    scenes.shadow(bg, 142, 818, 486)
    p.shape("84,14 347,15 347,40 84,40", "tyre")
    with p.within(BODY, "body"):
        p.shape("0,60 6,67 32,84,20 74,94,30 122,103 118,97 74,87,30 36,77,20 14,66", "light")
        p.shape("0,60 60,70,30 130,72,40 330,76,60 430,82 430,0 0,0", "shade/75")
        p.shape("214,146 300,149 352,144 392,135 392,131 350,137.5,30 300,142.5,40 236,143.5", "light")
        p.line("20,75 60,82,30 140,86.5,40 330,91,40 422,93", "light", 3)
        p.line("20,73 60,80,30 140,84.5,40 330,89,40 422,91", "ink/35")
        p.line("136,40 250,36,60 312,44", "ink/22")
        p.shape("122,25 312,27 312,16 122,16", "tyre")
        p.shape("0,16 56,16 50,22,4 14,26 0,30", "tyre")
        p.shape("384,18 430,18 430,38 416,38,6 404,30,6 386,26", "tyre")
    with p.within(GLASS, "tyre"):
        p.shape("138,105.5 165,122.5,18 200,136.5,14 232,139.5,10 230,106", "glass")
        p.shape("236,105.5 237,140 298,138.5,14 314,136.5 320,108", "glass")
        p.shape("326,108.5 321,135.5 333,134,4 349,113,3 345,110", "glass")
        p.shape("186,104 196,120,8 206,122,4 212,104", "well/60")
        p.shape("274,106 282,121,6 292,123,4 298,107", "well/60")
        p.shape("152,99 192,142 212,142 170,99", "snow/20")
        p.shape("246,102 276,142 288,142 258,102", "snow/16")
    p.line("132,103.5 240,104 350,108", "metal", 1.8)
    p.shape("124,101.5 157,122.5,30 194,139.5 201,140.5 159,119.5,30 131,101.5", "glass")
    p.shape("370,135 388,126 404,105 396,105 380,126 362,136", "glass")
    p.line("142,104 138,66,20 140,25")
    p.line("233,105 232,66,20 228,26")
    p.line("326,108 324,84,14 308,50,18 305,28")
    p.line("139,26 306,28")
    p.shape("196,82,2 218,83,2 218,79,2 196,78,2", "light")
    p.line("197,78 218,79", "ink/50")
    p.shape("288,86,2 310,87,2 310,83,2 288,82,2", "light")
    p.line("289,82 310,83", "ink/50")
    p.shape("144,103.5,3 140,112,4 146,116,4 162,114,3 164,104,2", "body")
    p.shape("144,103.5,3 142,107 163,107 164,104,2", "tyre")
    p.line("352,96 370,97 371,82 353,81 352,96", "ink/35")
    p.shape("4,62,1 14,70,4 54,83,3 48,73,4 26,63,4", "glass")
    p.shape("5,63,1 14,70,4 54,83,2 44,77 22,68,4 12,64", "snow")
    p.shape("26,66,2 30,70,2 40,72,2 36,68,2", "metal")
    p.shape("0,28 2,46 16,48,3 24,38,6 14,30,4", "tyre")
    p.shape("419,97 394,93,3 392,84,3 425,80", "tail")
    p.line("420,89 400,88", "snow/45")
    for x in (84, 347.6):
        p.arch(x, 31.6, 36, 18, "well")
    wheel(p, (84, 347.6), 31.6, 22.4, "five")
    return document(f"{NAME}, side view on a lake shore", bg.out + p.out, COLOURS)


FACE = "0,147.5 36,147,18 52,143,12 64,122,8 72,104,7 84,95,8 89,80,9 89.5,50,9 88,30,6 82,21,4 0,19"


def front() -> str:
    """Front view."""
    bg, p = faces.stage(alpine.lake, 89, lowered=LOWERED)
    faces.tyres(p, 88, 22, 27, LOWERED)
    with p.within(p.whole(FACE), "body"):
        p.sym("0,100 40,101 70,104 86,90 80,80 0,77", "light/80")
        p.both("36,101 28,78 40,79 50,102", "light")
        p.sym("0,62 89,66 89,19 0,19", "shade/65")
        faces.turned_away(p, 89, 147)
    screen = "0,143 36,142.5,14 49,139,8 62,112,4 59,106,4 0,101"
    with p.within(p.whole(screen), "glass"):
        faces.seats(p, 101, 29, 32)
        p.sym("0,107 60,109 60,98 0,98", "well/55")
        p.ring(32, 109, 11, "well/80", 4)
        p.sym("0,139 8,139,2 9,132,2 0,132", "well/80")
        faces.glints(p, 100, 144, -50)
    p.line("4,102 -42,107,10", "well", 2.4)
    p.line("48,105 10,106,10", "well", 2.4)
    faces.mirrors(p, 70, 102)
    p.sym("0,78 40,78 40,71 0,71", "tyre")
    p.both("38,79 60,83 82,89,4 87,82,4 84,72,5 60,69,4 42,71", "glass")
    p.both("38,79 60,83 82,89,3 86,83 62,79 40,76", "snow")
    p.both("62,76,2 74,79,2 76,73,3 62,72,2", "metal")
    p.sym("0,76.5 38,76.5 38,74.5 0,74.5", "snow/85")
    p.disc(0, 76, 6.4, "metal")
    p.disc(0, 76, 4.8, "slate")
    p.sym("0,56 60,56,4 78,60,4 84,46,5 74,30,5 0,28", "tyre")
    for y in (50, 44, 38, 33):
        p.sym(f"0,{y} 58,{y} 57,{y - 1.6} 0,{y - 1.6}", "slate")
    p.both("66,54 78,55 80,44 68,42", "slate")
    p.line("30,25 70,27,6 84,32", "tyre", 3, both=True)
    faces.plate(p, 42)
    return document(f"{NAME}, front view", bg.out + p.out, COLOURS)


def _tail(p: Pen, lid_open: bool) -> None:
    """The car from behind, hatch shut or open."""
    faces.tyres(p, 88, 22, 28, LOWERED)
    with p.within(p.whole(FACE), "body"):
        p.sym("0,106 70,106 86,94 89,84 0,90", "light/80")
        p.sym("0,68 89,70 89,19 0,19", "shade/65")
        faces.turned_away(p, 89, 147)
    faces.mirrors(p, 72, 101, 16, 12)
    if lid_open:
        faces.hold(p, "0,140 44,139,8 58,110,6 60,76,5 56,68,4 0,67", 69, 58, 6)
    else:
        screen = "0,137 42,136,8 56,112,5 52,107,4 0,106"
        with p.within(p.whole(screen), "glass"):
            faces.seats(p, 105, 19, 32)
            faces.glints(p, 104, 140, -48)
        p.sym("0,147 46,145,6 52,138 0,138", "light")
        p.line("0,109 -32,114,6", "well", 2.4)
        p.line("48,138 62,110,6 60,74,6 54,66,4 0,65", "ink/45", both=True)
        p.disc(0, 90, 7, "metal")
        p.disc(0, 90, 5.2, "slate")
    inner = 61 if lid_open else 42
    p.both(f"{inner},97,3 72,99,4 85,94,4 87,82,4 76,79,3 {inner},83,3", "tail")
    p.line(f"{inner + 6},93 74,94.5,3 82,91", "snow/50", 2, both=True)
    p.both("64,90 78,90 78,87 64,87", "accent/80")
    p.sym("0,40 60,40,5 80,44 87,32 82,21,4 0,18", "tyre")
    p.both("44,28,2 66,29,2 66,25,2 44,24,2", "metal")
    p.both("68,46,2 82,47,2 82,43,2 68,42,2", "tail")
    faces.plate(p, 48)


def rear() -> str:
    """Rear view."""
    bg, p = faces.stage(alpine.lake, 89, lowered=LOWERED)
    _tail(p, False)
    return document(f"{NAME}, rear view", bg.out + p.out, COLOURS)


def boot() -> str:
    """Boot open: a case, a rucksack and a holdall fill it to the shelf."""
    bg, p = faces.stage(alpine.lake, 89, boot=True, lowered=LOWERED)
    _tail(p, True)
    luggage.case(p, -46, 71, 28, 40, "accent")
    luggage.duffel(p, -14, 71, 38, 22, "pine")
    luggage.rucksack(p, 24, 71, 24, 32, "slate")
    p.sym("0,69 56,69 60,73,2 61,65 0,64", "metal")
    faces.lid(p, "0,186 56,184,8 60,172 52,142,5 0,142", "0,179 48,177,5 50,170 45,155,4 0,154")
    p.sym("0,189 58,187,6 60,172 54,184,6 0,186", "light")
    return document(f"{NAME}, boot with luggage", bg.out + p.out, COLOURS)


def cabin() -> str:
    """Cabin: two displays in one dark frame, hardly a button below them."""
    p = cabins.outlook("alps", "slate/45", "pine/30")
    cabins.frame(p, 74, 350, 130)
    p.shape("0,350 110,340,40 300,334,60 480,340,60 660,340,60 850,342,40 960,352 960,600 0,600", "slate")
    p.shape("0,350 110,340,40 300,334,60 480,340,60 660,340,60 850,342,40 960,352 960,386 0,382", "tyre")
    p.shape("640,396 960,402 960,414 640,406", "metal")
    p.shape("640,406 960,414 960,418 640,409", "accent/80")
    p.shape("650,446,12 930,450,12 936,520,12 656,514,12", "tyre/50")
    cabins.doors(p, 350, "tyre", "metal")
    p.shape("176,320,12 424,320,12 440,328,6 640,322,12 646,412,14 440,418,10 416,404,8 184,404,12", "well")
    cabins.gauge(p, 244, 362, 32, -50)
    cabins.gauge(p, 356, 362, 32, 30)
    p.shape("284,340,3 316,340,3 316,382,3 284,382,3", "pine")
    cabins.screen(p, 452, 336, 180, 62)
    p.shape("470,404,3 610,402,3 610,409,3 470,411,3", "slate")
    cabins.vent(p, 452, 426, 84, 30)
    cabins.vent(p, 550, 425, 84, 30)
    p.shape("430,466,10 652,462,10 664,600 416,600", "tyre")
    p.shape("452,486,8 630,484,8 634,520,8 448,522,8", "well")
    p.shape("500,532,8 570,532,8 576,570,8 494,570,8", "well")
    p.shape("522,536,6 548,536,6 552,560,8 518,560,8", "metal")
    p.disc(612, 552, 26, "well", 15)
    p.disc(612, 552, 20, "slate", 11)
    cabins.seats(p, "tyre", "ridge")
    cabins.steering(p, 300, 440, 110, 3, flat=True)
    return document(f"{NAME}, cabin", p.out, COLOURS)
