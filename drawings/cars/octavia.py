"""Skoda Octavia Combi, fourth generation: 468.9 x 182.9 x 146.8 cm, wheelbase 268.6 cm.

Known by the long level roof with bright rails, the folded flank and the upright grille with its bright rim.
"""

from __future__ import annotations

from . import alpine, cabins, faces, luggage, scenes
from .kit import Pen, document
from .wheels import wheel

#: How far the body sinks over its tyres in front and rear views (cm).
LOWERED = 4
NAME = "Skoda Octavia Combi"
COLOURS = {"body": "#54707f", "shade": "#3f5764", "light": "#8aa3af"}

BODY = (
    "14,18,3 5,24,4 1,40,8 2,60,7 6,71,6 16,77,8 36,86.5,20 82,96,30 124,101.5,20 "
    "135,104,10 169,123.5,30 211,140.5,24 254,145.5,40 "
    "320,146,60 392,142.5,20 440,135,4 447,132.5,2 446,129,3 440,127,4 455,106,10 "
    "462,99,6 466,86,8 468,66,8 468,46,8 "
    "465,30,6 456,22,4 400,20 60,18"
)
GLASS = (
    "143,105.5,3 175,124,20 215,138.5,16 256,141.5,30 330,141.5,30 396,137.5,14 426,131,4 "
    "436,112,5 428,108,4 300,106,40 "
    "240,105"
)


def side() -> str:
    """Side view on a pass road."""
    bg = Pen()
    alpine.mountain_pass(bg)
    p = Pen(1.5, 129, 486, up=True)
    scenes.shadow(bg, 129, 832, 486)
    p.shape("90,14 358,15 358,40 90,40", "tyre")
    with p.within(BODY, "body"):
        p.shape("0,65 6,72 36,88.5,20 82,98,30 134,105.5 130,99.5 82,91,30 40,82,20 16,71", "light")
        p.shape("0,62 60,72,30 130,70,40 340,74,60 470,80 470,0 0,0", "shade/75")
        p.shape("226,146 320,148.5 394,144 442,136 442,132.5 394,138.5,30 320,142.5,40 250,142.5", "light")
        p.line("20,78 66,84,30 150,89,40 330,93,60 460,95", "light", 3)
        p.line("136,44 260,40,60 322,50", "light/60")
        p.shape("124,25 322,27 322,16 124,16", "tyre")
        p.shape("0,16 56,16 50,22,4 14,27 0,30", "tyre")
        p.shape("396,18 470,18 470,38 456,38,6 442,30,6 398,26", "tyre")
    with p.within(GLASS, "tyre"):
        p.shape("149,106.5 177,123,18 216,136,14 244,138.5,10 242,106.5", "glass")
        p.shape("250,107 251,138.5 316,138.5,10 326,108", "glass")
        p.shape("336,108.5 326,138 394,134.5,12 419,129,5 429,112,4", "glass")
        p.shape("200,105 210,121,8 220,123,4 226,106", "well/60")
        p.shape("290,107 298,122,6 308,124,4 314,108", "well/60")
        p.shape("166,101 210,141 230,141 184,101", "snow/20")
        p.shape("262,103 294,142 306,142 274,103", "snow/16")
        p.shape("362,104 396,142 404,142 374,104", "snow/14")
    p.line("143,105.5 240,105 300,106,40 428,108,4 436,112,4 426,131", "metal", 2)
    p.shape("136,104 169,123,30 209,139 217,140.5 171,120,30 143,104", "glass")
    p.line("236,143 246,149,5 320,150.5,60 394,147,5 406,141", "tyre", 4)
    p.line("244,149.2 320,151,60 394,147.5", "metal", 2)
    p.line("152,105.5 147,66,20 149,25")
    p.line("247,106 246,66,20 242,26")
    p.line("338,108 336,86,14 320,52,18 316,28")
    p.line("148,26 316,28")
    p.shape("208,85,2 232,86,2 232,82,2 208,81,2", "metal")
    p.shape("300,88,2 324,89,2 324,85,2 300,84,2", "metal")
    p.shape("156,105,3 152,114,4 158,118,4 174,116,3 176,106,2", "body")
    p.shape("156,105,3 154,109 175,109 176,106,2", "tyre")
    p.line("392,98 410,99 411,84 393,83 392,98", "ink/35")
    p.shape("4,64,1 12,75,4 56,86,3 54,77,4 30,66,4", "glass")
    p.shape("5,66,1 12,75,3 56,86,2 50,81 24,73,3 16,68", "snow")
    p.shape("26,69,2 30,74,2 42,76,2 38,71,2", "metal")
    p.shape("0,44 2,68 10,71,2 14,60,4 10,46,4", "tyre")
    p.line("3,70 9,71 13,60,4 10,47", "metal", 2)
    p.shape("2,26 30,30,4 40,42,6 22,38,4", "tyre")
    p.shape("462,100 432,96,2 440,90,2 436,83,2 467,79", "tail")
    p.line("463,93 446,92", "snow/45")
    for x in (90, 358.6):
        p.arch(x, 31.6, 36, 18, "well")
    wheel(p, (90, 358.6), 31.6, 22.4, "ten")
    return document(f"{NAME}, side view on a pass road", bg.out + p.out, COLOURS)


FACE = "0,146.5 38,146,18 54,142,12 66,122,8 74,105,7 86,96,8 91,80,9 91.5,50,9 90,30,6 84,21,4 0,19"


def front() -> str:
    """Front view."""
    bg, p = faces.stage(alpine.mountain_pass, 91, lowered=LOWERED)
    p.both("48,143 50,149,4 54,149,4 56,140", "metal")
    faces.tyres(p, 90, 23, 27, LOWERED)
    with p.within(p.whole(FACE), "body"):
        p.sym("0,101 40,102 72,105 88,92 82,84 40,88 0,88", "light/75")
        p.both("20,102 34,102 46,88 36,88", "light")
        p.sym("0,66 91,70 91,19 0,19", "shade/65")
        faces.turned_away(p, 91, 147)
    screen = "0,142 38,141.5,14 51,138,8 64,113,4 61,107,4 0,102"
    with p.within(p.whole(screen), "glass"):
        faces.seats(p, 102, 28, 33)
        p.sym("0,108 62,110 62,99 0,99", "well/55")
        p.ring(33, 110, 11, "well/80", 4)
        p.sym("0,138 8,138,2 9,131,2 0,131", "well/80")
        faces.glints(p, 101, 143, -52)
    p.line("4,103 -44,108,10", "well", 2.4)
    p.line("50,106 10,107,10", "well", 2.4)
    faces.mirrors(p, 72, 103)
    # A bright-rimmed grille of upright bars.
    p.sym("0,90 10,88,3 38,84,5 42,76,4 34,58,6 0,57", "metal")
    p.sym("0,86 10,84.5,3 35,80.5,4 38,75,4 31,61,5 0,60", "tyre")
    for x in (6, 12, 18, 24, 30):
        p.line(f"{x},63 {x},80", "metal/70", 2, both=True)
    p.disc(0, 88, 4.6, "light")
    p.both("44,82 60,87 83,93,4 88,84,4 86,76,4 62,73,4 46,76", "glass")
    p.both("44,82 60,87 83,93,3 87,86 62,82 46,78", "snow")
    p.both("56,79,2 66,82,2 66,76,2 56,75,2", "metal")
    p.both("70,83,2 80,86,2 82,78,2 70,76,2", "metal")
    p.sym("0,50 52,50,4 62,42,4 54,30,5 0,29", "tyre")
    p.both("62,56,3 86,62,3 86,44,4 72,42,4", "tyre")
    p.line("66,54 84,58", "metal", 2, both=True)
    p.line("30,25 72,27,6 86,32", "tyre", 3, both=True)
    faces.plate(p, 40)
    return document(f"{NAME}, front view", bg.out + p.out, COLOURS)


def _tail(p: Pen, lid_open: bool) -> None:
    """The car from behind, hatch shut or open."""
    p.both("48,143 50,149,4 54,149,4 56,140", "metal")
    faces.tyres(p, 90, 23, 28, LOWERED)
    with p.within(p.whole(FACE), "body"):
        p.sym("0,108 72,108 88,96 91,86 0,92", "light/60")
        p.sym("0,74 91,76 91,19 0,19", "shade/65")
        faces.turned_away(p, 91, 147)
    faces.mirrors(p, 74, 102, 16, 12)
    if lid_open:
        faces.hold(p, "0,139 46,138,8 60,112,6 64,74,5 60,64,4 0,63", 65, 62)
    else:
        screen = "0,137 46,136,8 60,113,5 56,108,4 0,107"
        with p.within(p.whole(screen), "glass"):
            faces.seats(p, 106, 18, 33)
            faces.glints(p, 105, 140, -50)
        p.sym("0,146 50,144,6 54,138 0,138", "light")
        p.line("0,110 -34,115,6", "well", 2.4)
        p.line("52,138 66,111,6 64,72,6 58,62,4 0,61", "ink/45", both=True)
        p.sym("0,97 26,97,1 26,94,1 0,94", "metal")
        p.sym("0,86 33,86,4 30,68,4 0,68", "shade")
        faces.plate(p, 71)
    inner = 65 if lid_open else 44
    # Each lamp a C with a point inwards, like cut glass.
    p.both(f"{inner},99,2 74,102,4 87,96,4 89,82,4 80,79,3 72,88,2 {inner},91,2", "tail")
    p.both("74,97 83,94 84,86 79,88 77,92", "accent/80")
    p.sym("0,42 62,42,5 82,46 89,32 84,21,4 0,18", "tyre")
    p.both("40,28,2 70,29,2 70,25,2 40,24,2", "metal")
    p.both("70,48,2 84,49,2 84,45,2 70,44,2", "tail")
    if lid_open:
        faces.plate(p, 45)


def rear() -> str:
    """Rear view."""
    bg, p = faces.stage(alpine.mountain_pass, 91, lowered=LOWERED)
    _tail(p, False)
    return document(f"{NAME}, rear view", bg.out + p.out, COLOURS)


def boot() -> str:
    """Boot open: 640 litres swallow skis, two cases and a holdall."""
    bg, p = faces.stage(alpine.mountain_pass, 91, boot=True, lowered=LOWERED)
    _tail(p, True)
    luggage.skis(p, 18, 68, 66)
    luggage.case(p, -50, 68, 29, 46, "pine")
    luggage.case(p, -19, 68, 26, 38, "stone")
    luggage.duffel(p, 6, 67, 42, 22, "accent")
    p.sym("0,65 60,65 64,69,2 65,61 0,60", "metal")
    faces.lid(p, "0,192 60,190,8 64,176 54,142,5 0,142", "0,185 52,183,5 54,175 48,155,4 0,154")
    p.sym("0,195 62,193,6 64,176 58,190,6 0,192", "light")
    return document(f"{NAME}, boot with luggage", bg.out + p.out, COLOURS)


def cabin() -> str:
    """Cabin: a stepped dash with a bright strip and a free-standing screen over it."""
    p = cabins.outlook("massif", "slate/45", "pine/35")
    cabins.frame(p, 74, 350, 130)
    p.shape("0,350 110,340,40 300,334,60 480,342,60 660,342,60 850,342,40 960,352 960,600 0,600", "slate")
    p.shape("0,350 110,340,40 300,334,60 480,342,60 660,342,60 850,342,40 960,352 960,376 0,376", "tyre")
    p.shape("0,392 430,388 430,424 0,430", "body")
    p.shape("640,388 960,392 960,430 640,424", "body")
    p.shape("0,426 430,420 430,426 0,432", "metal")
    p.shape("640,420 960,426 960,432 640,426", "metal")
    p.shape("650,448,12 930,454,12 936,522,12 656,516,12", "tyre/50")
    cabins.doors(p, 350, "tyre", "body")
    p.shape("182,396 198,328,18 402,328,18 420,396", "tyre")
    p.shape("206,338,8 394,338,8 404,396 196,396", "well")
    cabins.gauge(p, 250, 370, 30, -50)
    cabins.gauge(p, 350, 370, 30, 40)
    cabins.screen(p, 440, 318, 196, 76)
    cabins.vent(p, 440, 408, 92, 28)
    cabins.vent(p, 546, 408, 92, 28)
    p.shape("436,446,8 642,446,8 646,470,8 432,470,8", "tyre")
    for x in (462, 500, 538, 576, 614):
        p.shape(f"{x - 13},452,3 {x + 13},452,3 {x + 13},463,3 {x - 13},463,3", "slate")
    p.shape("430,478,10 650,478,10 664,600 414,600", "tyre")
    p.shape("470,494,10 600,494,10 606,560,10 464,560,10", "well")
    p.shape("520,506,6 548,506,6 552,534,8 516,534,8", "metal")
    cabins.seats(p, "stone", "slate/40")
    # Two-spoke wheel: broad arms, a bright lower edge.
    cabins.steering(p, 300, 440, 110, 3)
    return document(f"{NAME}, cabin", p.out, COLOURS)
