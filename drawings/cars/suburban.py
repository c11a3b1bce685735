"""Chevrolet Suburban, twelfth generation: 573 x 206 x 192 cm, wheelbase 341 cm.

Known by sheer length: a level bonnet, a straight window line and a third window longer than the doors'.
"""

from __future__ import annotations

from . import cabins, faces, luggage, scenes
from .kit import Pen, document
from .wheels import wheel

#: How far the body sinks over its tyres in front and rear views (cm).
LOWERED = 12
NAME = "Chevrolet Suburban"
COLOURS = {"body": "#4a565d", "shade": "#353f45", "light": "#77858c"}

BODY = (
    "18,30,4 5,36,6 1,52,6 2,76,5 4,100,6 6,116,5 17,124,8 70,130,40 148,135.5,10 "
    "159,141.5,8 190,168,20 216,183,20 "
    "250,189.5,30 340,191.5,60 460,190,60 536,186.5,14 560,183,3 561,178,4 554,174,5 565,134,16 569,112,12 "
    "571,84,6 573,74,4 573,50,6 569,38,5 556,33,4 480,33 70,30"
)
GLASS = (
    "163,137,3 194,164,14 222,179,14 256,184.5,20 340,186.5,40 450,185,40 530,181.5,8 "
    "544,178,5 551,142,6 546,137,5 "
    "360,136"
)


def ground(bg: Pen) -> None:
    """Where this car is shown."""
    scenes.sky(bg, "kazbek", 10)
    scenes.asphalt(bg, "stone")
    for x in range(-10, 970, 96):
        bg.shape(f"{x},386 {x + 5},386 {x + 5},430 {x},430", "slate/55")
    bg.shape("0,386,3 960,386 960,396 0,396", "metal")
    bg.shape("0,392 960,392 960,396 0,396", "slate/40")


def _ends(p: Pen) -> None:
    """Nose and tail of the side view: lamps, mouth, bumpers."""
    # Lamps: the C of light around the lamp, tall tail lamp.
    p.shape("4,94,2 6,113,3 18,120,5 48,121,3 50,110,4 30,100,6", "glass")
    p.shape("5,100,2 6,113,3 18,120,4 48,121,2 48,117.5 24,115.5,4 15,108,3 18,101", "snow")
    p.shape("26,104,3 32,110,3 42,111,3 38,105,3", "metal")
    p.shape("1,54 3,90 14,94,3 20,70,4 14,54", "tyre")
    p.line("3,78 16,80", "metal", 2.4)
    p.line("3,66 15,68", "metal", 2.4)
    p.shape("20,88,2 26,88,2 24,66,2 18,66,2", "snow")
    p.shape("567,132 556,135,4 560,88,4 571,90", "tail")
    p.line("564,112 568,112", "snow/50")


def side() -> str:
    """Side view on the military highway, the long straight before the pass."""
    bg = Pen()
    ground(bg)
    p = Pen(1.52, 44, 490, up=True)
    scenes.shadow(bg, 44, 912, 490)
    p.shape("103,27 444,28 444,50 103,50", "tyre")
    with p.within(BODY, "body"):
        p.shape("2,110 17,125.5 148,137 160,143 158,133 70,126,40 15,118", "light")
        p.shape("0,84 60,90,30 160,84,30 430,86,60 580,92 580,0 0,0", "shade/70")
        p.shape("220,187 340,193 460,191.5 545,187 545,183.5 460,186.5,40 340,188,40 240,186", "light")
        p.line("12,110 70,118,40 160,122,40 420,124,60 566,122", "light", 3)
        p.line("160,70 300,66,60 420,72", "ink/25")
        p.shape("0,28 0,46 40,46 60,28", "tyre")
        p.shape("500,30 512,48,6 574,50 574,30", "tyre")
    with p.within(GLASS, "tyre"):
        p.shape("169,139 196,163,12 224,176,10 262,181,10 266,139", "glass")
        p.shape("274,139 271,181.5 340,183,20 366,182.5 374,139", "glass")
        p.shape("394,139 386,182.5 450,181.5,20 527,178,6 540,175,4 547,142,4", "glass")
        p.shape("366,136 359,187 378,187 386,136", "body")
        p.shape("226,139 232,160,8 244,163,4 250,139", "well/60")
        p.shape("324,139 330,160,6 342,162,4 348,139", "well/60")
        p.shape("436,139 442,158,6 454,160,4 460,139", "well/60")
        p.shape("190,134 232,186 252,186 212,134", "snow/20")
        p.shape("286,134 320,188 332,188 300,134", "snow/16")
        p.shape("400,134 440,188 474,188 440,134", "snow/18")
        p.shape("486,134 522,188 528,188 494,134", "snow/14")
    p.line("163,137 360,136 546,137", "metal", 2)
    p.shape("158,141 190,168,20 214,182 226,185 192,164,18 166,140", "glass")
    # Rails.
    p.line("246,188 258,192.5,5 340,194.5,60 470,193,40 514,190,5 524,186", "tyre", 4.5)
    p.line("260,193.2 340,195.2,60 470,193.7,40 512,190.8", "metal", 2)
    # Doors, step, fuel flap.
    p.line("162,138 157,100,20 160,44")
    p.line("270,137 269,90,20 266,44")
    p.line("382,137 381,96,12 374,72,14 372,44")
    p.line("160,44 374,44")
    p.shape("152,38,3 398,40,3 398,33,3 150,31,3", "metal")
    p.shape("152,34 398,36 398,33,3 150,31,3", "slate")
    p.shape("232,113,2 258,114,2 258,108,2 232,107,2", "metal")
    p.shape("344,115,2 370,116,2 370,110,2 344,109,2", "metal")
    p.line("496,112 518,113 518,97 496,96 496,112", "ink/45")
    p.shape("170,138,3 165,150,4 170,158,4 188,156,3 192,140,3", "body")
    p.shape("170,138,3 168,144 191,144 192,140,3", "tyre")
    _ends(p)
    for x in (103, 444):
        p.shape(
            f"{x - 54},32 {x - 52},62,10 {x - 38},90,14 {x},95,26 {x + 38},90,14 {x + 52},62,10 {x + 54},32",
            "shade",
        )
        p.shape(
            f"{x - 49},30 {x - 47},60,10 {x - 34},86,14 {x},90,26 {x + 34},86,14 {x + 47},60,10 {x + 49},30",
            "well",
        )
    wheel(p, (103, 444), 42, 29, "six")
    return document(f"{NAME}, side view on a mountain highway", bg.out + p.out, COLOURS)


FACE = "0,191.5 52,190.5,18 70,186,12 84,156,10 91,138,8 99,126,8 103,108,10 103,64,8 101,44,6 92,36,4 0,35"


def front() -> str:
    """Front view."""
    bg, p = faces.stage(ground, 103, lowered=LOWERED)
    p.both("58,187 61,193.5,3 67,192.5,3 70,184", "tyre")
    faces.tyres(p, 101, 31, 46, LOWERED)
    with p.within(p.whole(FACE), "body"):
        p.sym("0,138 50,139 86,136,6 99,124 94,119 0,120", "light/70")
        p.both("30,139 40,139 52,120 44,120", "light")
        p.sym("0,138 26,138 40,120 0,120", "shade/40")
        p.sym("0,84 103,84 103,35 0,35", "shade/60")
        p.sym("0,192 70,190 72,183 0,186", "light")
        faces.turned_away(p, 103, 192)
    screen = "0,184 50,183,14 66,178,8 83,146,4 80,141,4 0,138"
    with p.within(p.whole(screen), "glass"):
        faces.seats(p, 138, 32, 40)
        p.sym("0,146 82,146 82,136 0,136", "well/55")
        p.ring(40, 147, 13, "well/80", 4)
        p.sym("0,180 10,180,2 11,173,2 0,173", "well/80")
        faces.glints(p, 136, 186, -64)
    p.line("8,140 -54,146,10", "well", 2.4)
    p.line("66,142 16,144,10", "well", 2.4)
    faces.mirrors(p, 87, 138, 28, 22)
    # A wall of a grille crossed by bright bars; the lamps bracket it with a C of light.
    p.sym("0,117 56,117,5 64,108,5 60,80,6 52,72,5 0,71", "tyre")
    for y in (112, 105, 90, 83, 76):
        p.sym(f"0,{y} 57,{y} 57,{y - 2} 0,{y - 2}", "slate")
    p.sym("0,100 62,100 62,95 0,95", "metal")
    p.sym("0,102 12,102,2 13,97.5,2 12,93,2 0,93", "light")
    p.line("0,118 58,118,6 66,109,6 61,79,6 54,70,5 0,70", "metal", 2.6, both=True)
    p.both("68,115,3 94,117,5 100,108,5 98,94,5 72,96,4", "glass")
    p.both("68,115,2 94,117,5 100,108,5 98,94,4 94,96 95,106,5 90,111,4 69,110", "snow")
    p.both("74,105,3 86,106,3 86,100,3 74,100,3", "metal")
    p.both("86,88,3 99,90,3 98,66,4 90,62,4", "tyre")
    p.both("93,88 97.5,88 96,66,3 92,66", "snow")
    p.sym("0,64 58,64,6 84,54,6 100,56 100,44,6 92,36,4 0,34", "tyre")
    p.sym("0,60 52,60,4 50,50,4 0,50", "well")
    p.sym("0,46 56,46,4 50,38,4 0,38", "metal")
    faces.plate(p, 52)
    return document(f"{NAME}, front view", bg.out + p.out, COLOURS)


def _tail(p: Pen, lid_open: bool) -> None:
    """The car from behind, liftgate shut or open."""
    p.both("58,187 61,193.5,3 67,192.5,3 70,184", "tyre")
    faces.tyres(p, 101, 31, 44, LOWERED)
    with p.within(p.whole(FACE), "body"):
        p.sym("0,136 90,136 99,126 102,118 0,120", "light/50")
        p.sym("0,92 103,92 103,35 0,35", "shade/60")
        faces.turned_away(p, 103, 192)
    faces.mirrors(p, 90, 136, 20, 20)
    if lid_open:
        faces.hold(p, "0,183 58,182,8 74,150,6 78,92,5 74,82,4 0,81", 83, 74)
    else:
        screen = "0,181 56,180,8 74,146,5 70,139,4 0,138"
        with p.within(p.whole(screen), "glass"):
            faces.seats(p, 137, 22, 40)
            faces.glints(p, 136, 184, -66)
        p.sym("0,191 60,189,6 64,184 0,182", "light")
        p.line("0,141 -44,147,6", "well", 2.6)
        p.line("62,184 80,146,6 82,92,6 76,80,4 0,79", "ink/45", both=True)
        p.sym("0,120 66,120,2 66,114,2 0,114", "metal")
        p.sym("0,123 11,123,2 11,112,2 0,112", "light")
        p.sym("0,108 34,108,4 32,88,4 0,88", "shade")
        faces.plate(p, 93)
    p.both("84,136,3 94,134,4 101,120,4 101,92,4 87,90,3", "tail")
    p.line("91,128 96,120,3 96,97", "snow/50", 2, both=True)
    p.both("86,104,1 100,104,1 100,99,1 86,99,1", "snow/60")
    p.sym("0,74 72,74,6 102,70 101,44,6 92,36,4 0,34", "tyre")
    p.sym("0,76 74,76,4 74,71,3 0,71", "slate")
    p.sym("0,50 60,50,4 56,40,4 0,40", "metal")
    p.both("70,58,2 92,60,2 92,55,2 70,54,2", "tail")


def rear() -> str:
    """Rear view."""
    bg, p = faces.stage(ground, 103, lowered=LOWERED)
    _tail(p, False)
    return document(f"{NAME}, rear view", bg.out + p.out, COLOURS)


def boot() -> str:
    """Boot open behind the third row: a family's luggage and room left."""
    bg, p = faces.stage(ground, 103, boot=True, lowered=LOWERED)
    _tail(p, True)
    luggage.case(p, -66, 85, 32, 56, "accent")
    luggage.case(p, -32, 85, 28, 46, "pine")
    luggage.case(p, -2, 85, 26, 52, "stone")
    luggage.rucksack(p, 32, 85, 30, 44, "pine")
    luggage.duffel(p, 8, 83, 40, 20, "ridge")
    luggage.cooler(p, -44, 83, 34, 22)
    p.sym("0,83 74,83 78,87,2 79,79 0,78", "metal")
    faces.lid(p, "0,212.5 76,211,7 80,200 68,186,5 0,184", "0,208.5 64,207.5,4 68,202 62,193,4 0,192")
    return document(f"{NAME}, boot with luggage", bg.out + p.out, COLOURS)


def cabin() -> str:
    """Cabin: a broad level dash with a wood rail, a standing screen and an armrest as wide as a chair."""
    p = cabins.outlook("kazbek", "slate/45", "stone")
    cabins.frame(p, 66, 352, 100)
    p.shape("0,350 110,342,40 300,336,60 480,340,60 660,336,60 850,342,40 960,350 960,600 0,600", "slate")
    p.shape("0,350 110,342,40 300,336,60 480,340,60 660,336,60 850,342,40 960,350 960,388 0,388", "tyre")
    p.shape("0,404 960,404 960,430 0,430", "wood")
    p.shape("0,404 960,404 960,409 0,409", "snow/25")
    p.shape("0,427 960,427 960,431 0,431", "metal")
    p.shape("650,450,12 920,450,12 930,520,12 654,520,12", "tyre/50")
    cabins.doors(p, 352, "tyre", "wood")
    p.shape("178,400 196,326,22 408,326,22 426,400", "tyre")
    p.shape("206,336,10 398,336,10 410,400 194,400", "well")
    cabins.gauge(p, 250, 372, 32, -60)
    cabins.gauge(p, 354, 372, 32, 20)
    cabins.vent(p, 448, 396, 62, 40)
    cabins.vent(p, 560, 396, 62, 40)
    cabins.vent(p, 780, 396, 70, 40)
    cabins.screen(p, 450, 312, 172, 70)
    p.shape("430,446,10 640,446,10 650,490,8 420,490,8", "tyre")
    for x in (454, 616):
        cabins.knob(p, x, 467, 16)
    for x in (486, 512, 538, 564):
        p.shape(f"{x},458,3 {x + 20},458,3 {x + 20},476,3 {x},476,3", "slate")
    # Console: cup holders and the wide armrest.
    p.shape("420,490 650,490 668,600 402,600", "well")
    p.disc(486, 514, 24, "slate", 11)
    p.disc(486, 516, 18, "well", 8)
    p.disc(584, 514, 24, "slate", 11)
    p.disc(584, 516, 18, "well", 8)
    p.shape("428,540,12 642,540,12 664,600 406,600", "stone")
    p.shape("560,540 642,540,12 664,600 570,600", "well/16")
    p.line("535,542 535,600", "slate/50", 2)
    cabins.seats(p, "stone", "slate/40")
    cabins.steering(p, 302, 442, 110, 4)
    return document(f"{NAME}, cabin", p.out, COLOURS)
