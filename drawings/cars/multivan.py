"""Volkswagen Multivan T6.1: 490.4 x 190.4 x 197 cm, wheelbase 300 cm.

Known by the short bonnet, the tall flat flank in two colours, three even windows and the sliding door's rail.
"""

from __future__ import annotations

from . import alpine, cabins, faces, luggage, scenes
from .kit import Pen, document
from .wheels import wheel

#: How far the body sinks over its tyres in front and rear views (cm).
LOWERED = 7
NAME = "Volkswagen Multivan"
COLOURS = {"body": "#3f6b63", "shade": "#2d524b", "light": "#73998f"}

BODY = (
    "12,24,4 4,32,5 1,48,8 2,68,6 5,88,6 14,97,8 42,108,20 66,115,10 76,121,8 106,158,24 "
    "128,180,18 152,191,18 "
    "192,196,40 330,197,60 448,195.5,20 476,191,10 483,184,8 487,142,20 489,100,20 "
    "489,60,8 487,36,6 478,26,4 430,25 60,24"
)
GLASS = "86,119,3 114,154,14 138,177,10 160,182.5,10 300,184,40 458,182.5,6 466,178,5 473,124,5 466,119,4"


def _ends(p: Pen) -> None:
    """Nose and tail of the side view: lamps, mouth, bumpers."""
    p.shape("4,80,1 9,94,4 22,101,4 46,107,3 46,92,5 24,82,4", "glass")
    p.shape("5,82,1 9,94,3 22,101,3 46,107,2 45,101 24,93,4 14,88", "snow")
    p.shape("20,85,3 24,90,3 36,94,3 34,87,3", "metal")
    p.shape("1,52 3,78 12,80,2 16,66,4 12,52", "tyre")
    p.line("4,72 14,74", "metal", 2)
    p.line("3,62 14,64", "metal", 2)
    p.shape("486.5,132 474,132,3 475,84,3 489,84", "tail")
    p.shape("475,112 488,112 488.5,104 475,104", "snow/60")


def side() -> str:
    """Side view past a chalet."""
    bg = Pen()
    alpine.meadow(bg)
    p = Pen(1.5, 112, 490, up=True)
    scenes.shadow(bg, 112, 848, 490)
    p.shape("91,20 391,21 391,44 91,44", "tyre")
    with p.within(BODY, "snow"):
        # The first colour ends at the window line.
        p.shape("40,107 90,110,20 300,111,60 495,110 495,0 -5,0 -5,107", "body")
        p.shape("430,111 495,110 495,200 462,200 470,180 476,124", "metal/70")
        p.shape("0,80 14,98 42,109 66,116 60,108 36,101,20 16,92", "light")
        p.shape("0,66 60,74,30 140,72,40 340,74,60 490,76 490,0 0,0", "shade/75")
        p.line("16,92 60,100,30 140,103,40 330,104,60 488,103", "light", 3)
        p.line("40,108 90,110.5,20 300,111.5,60 490,110.5", "metal", 2)
        p.shape("128,33 350,35 350,20 128,20", "tyre")
        p.shape("0,20 56,20 52,30,4 14,34 0,38", "tyre")
        p.shape("430,22 490,22 490,46 470,44,6 440,34,6", "tyre")
        p.line("128,46 350,48", "ink/25")
    with p.within(GLASS, "tyre"):
        p.shape("93,122 117,153,12 128,164 129,122", "glass")
        p.shape("134,122 133,168 142,176,8 162,179.5,8 190,180 192,122", "glass")
        p.shape("210,122 209,180.5 318,180.5 319,122", "glass")
        p.shape("338,122 337,180.5 455,179.5,5 461,176,4 467,124,4", "glass")
        p.shape("194,116 192,188 206,188 207,116", "snow")
        p.shape("321,116 320,188 334,188 335,116", "snow")
        for x in (152, 262, 400):
            p.shape(f"{x},120 {x + 6},142,8 {x + 18},144,4 {x + 24},120", "well/60")
        p.shape("140,116 178,184 194,184 160,116", "snow/20")
        p.shape("222,116 262,184 286,184 246,116", "snow/16")
        p.shape("296,116 316,150 316,130 308,116", "snow/14")
        p.shape("356,116 396,184 416,184 376,116", "snow/16")
    p.shape("76,121 106,158,24 126,178.5 136,183.5 112,156,20 84,120", "glass")
    p.line("86,116 84,80,20 90,32")
    p.line("200,118 201,36")
    p.line("328,118 329,60,12 336,44")
    p.line("92,34 200,35 334,37")
    # Rail of the sliding door.
    p.line("330,96 468,97", "tyre", 4)
    p.line("331,97.2 468,98.2", "light")
    p.shape("168,98,2 192,98.5,2 192,93,2 168,92.5,2", "light")
    p.line("169,92.5 192,93", "ink/50")
    p.shape("210,98,2 234,98.5,2 234,93,2 210,92.5,2", "light")
    p.line("211,92.5 234,93", "ink/50")
    p.shape("100,117,3 94,132,4 98,144,5 114,143,4 118,120,3", "body")
    p.shape("100,117,3 97,125 117,125 118,120,3", "tyre")
    _ends(p)
    for x in (91, 391):
        p.arch(x, 34.5, 40, 24, "well")
    wheel(p, (91, 391), 34.5, 22.4, "seven")
    return document(f"{NAME}, side view past a chalet", bg.out + p.out, COLOURS)


FACE = "0,197 52,196,20 70,191,12 80,160,10 87,124,8 93,112,8 95,92,10 95,54,9 93,34,6 86,26,4 0,25"


def front() -> str:
    """Front view."""
    bg, p = faces.stage(alpine.meadow, 95, lowered=LOWERED)
    faces.tyres(p, 93, 25, 32, LOWERED)
    with p.within(p.whole(FACE), "snow"):
        # Roof, pillars and bonnet in the second colour, down to a shallow V over the grille.
        p.sym("0,97 14,97 50,101 88,110 96,112 96,0 0,0", "body")
        p.both("34,118 26,102 38,103 50,118", "metal/55")
        p.line("0,97 14,97 50,101 88,110 94,111", "metal", 2, both=True)
        p.sym("0,68 95,72 95,25 0,25", "shade/65")
        faces.turned_away(p, 95, 197)
    screen = "0,187 50,186,14 64,181,8 81,126,5 77,121,4 0,118"
    with p.within(p.whole(screen), "glass"):
        faces.seats(p, 118, 36, 38)
        p.sym("0,127 82,127 82,115 0,115", "well/55")
        p.ring(38, 128, 13, "well/80", 4)
        p.sym("0,183 9,183,2 10,175,2 0,175", "well/80")
        faces.glints(p, 116, 188, -62)
    p.line("4,120 -56,127,10", "well", 2.4)
    p.line("64,122 14,125,10", "well", 2.4)
    faces.mirrors(p, 84, 117, 24, 28)
    p.sym("0,92 44,92,2 46,74,4 0,73", "tyre")
    p.sym("0,90 44,90 44,87 0,87", "metal")
    p.sym("0,80 45,80 45,77 0,77", "metal")
    p.disc(0, 84, 9, "metal")
    p.disc(0, 84, 7, "slate")
    p.both("48,93 62,96 86,103,4 91,92,4 90,76,5 66,74,4 50,76", "glass")
    p.both("48,93 62,96 86,103,3 90,94 66,89 50,88", "snow")
    p.both("58,84,3 70,86,3 70,78,3 58,78,3", "metal")
    p.both("74,87,3 84,89,3 85,80,3 74,79,3", "metal")
    p.sym("0,66 62,66,4 74,56,5 66,36,5 0,35", "tyre")
    for y in (60, 42):
        p.sym(f"0,{y} 62,{y} 62,{y - 2} 0,{y - 2}", "slate")
    p.both("76,58,3 90,62,3 90,44,4 80,42,4", "tyre")
    p.discs(83, 52, 4, "metal")
    faces.plate(p, 45)
    return document(f"{NAME}, front view", bg.out + p.out, COLOURS)


def _tail(p: Pen, lid_open: bool) -> None:
    """The van from behind, tailgate shut or open."""
    faces.tyres(p, 93, 25, 32, LOWERED)
    with p.within(p.whole(FACE), "snow"):
        p.sym("0,112 95,112 95,0 0,0", "body")
        p.sym("0,112 95,112 95,98 0,98", "light/60")
        p.sym("0,72 95,74 95,25 0,25", "shade/65")
        p.line("-95,112 95,112", "metal", 2)
        faces.turned_away(p, 95, 197)
    faces.mirrors(p, 86, 117, 18, 24)
    if lid_open:
        faces.hold(p, "0,186 58,185,8 74,150,8 76,66,5 72,56,4 0,55", 57, 76)
    else:
        screen = "0,184 58,183,8 74,128,5 70,121,4 0,120"
        with p.within(p.whole(screen), "glass"):
            faces.seats(p, 119, 28, 40)
            faces.glints(p, 118, 186, -66)
        p.line("0,123 -44,129,6", "well", 2.6)
        p.line("64,187 80,124,6 80,62,6 72,54,4 0,53", "ink/45", both=True)
        p.disc(0, 103, 8, "metal")
        p.disc(0, 103, 6, "slate")
        p.sym("0,88 34,88,4 32,68,4 0,68", "shade")
        faces.plate(p, 72)
    p.both("81,136,3 88,134,3 93,114,4 93,84,4 82,84,3", "tail")
    p.both("82,110,1 93,109,1 93,101,1 82,101,1", "snow/65")
    p.line("86,130 89,120 89,112", "snow/45", 2, both=True)
    p.sym("0,50 74,50,5 92,54 93,36,6 86,26,4 0,24", "tyre")
    p.both("66,42,2 88,44,2 88,39,2 66,38,2", "tail")


def rear() -> str:
    """Rear view."""
    bg, p = faces.stage(alpine.meadow, 95, lowered=LOWERED)
    _tail(p, False)
    return document(f"{NAME}, rear view", bg.out + p.out, COLOURS)


def boot() -> str:
    """Tailgate up: a room of its own for seven people's things."""
    bg, p = faces.stage(alpine.meadow, 95, boot=True, lowered=LOWERED)
    _tail(p, True)
    luggage.skis(p, 34, 62, 96)
    luggage.case(p, -66, 62, 32, 58, "accent")
    luggage.case(p, -31, 62, 28, 46, "stone")
    luggage.flat(p, -30, 114, 54, 20, "slate")
    luggage.case(p, 0, 62, 27, 50, "pine")
    luggage.duffel(p, 20, 60, 44, 22, "ridge")
    luggage.cooler(p, -48, 60, 32, 22)
    p.sym("0,58 72,58 76,62,2 77,53 0,52", "metal")
    faces.lid(p, "0,213 78,212,6 82,204 64,188,5 0,187", "0,209.5 66,208,4 69,203 60,194,4 0,193")
    return document(f"{NAME}, boot with luggage", bg.out + p.out, COLOURS)


def cabin() -> str:
    """Cabin: a high seat, an open shelf along the dash and the gear lever close to hand."""
    p = cabins.outlook("alps", "slate/45", "pine/40")
    cabins.frame(p, 48, 344, 60)
    p.shape("0,344 110,336,40 300,330,60 480,336,60 660,330,60 850,336,40 960,344 960,600 0,600", "slate")
    p.shape("0,344 110,336,40 300,330,60 480,336,60 660,330,60 850,336,40 960,344 960,366 0,366", "tyre")
    # The shelf, with a map and a pair of sun glasses left on it.
    p.shape("644,366,8 940,366,8 940,408,8 644,408,8", "well")
    p.shape("720,408 730,384 826,384 830,408", "stone")
    p.line("738,402 760,390,6 790,400,6 818,390", "accent", 2.4)
    p.shape("640,408 960,408 960,426 640,426", "metal")
    p.shape("0,404 200,404 200,420 0,420", "metal")
    p.shape("656,446,12 930,446,12 936,520,12 660,520,12", "tyre/50")
    cabins.doors(p, 344, "tyre", "body")
    p.shape("178,396 196,324,20 404,324,20 424,396", "tyre")
    cabins.gauge(p, 246, 366, 34, -50)
    cabins.gauge(p, 354, 366, 34, 30)
    p.shape("284,346,3 316,346,3 316,388,3 284,388,3", "pine")
    p.shape("430,346,12 636,346,12 640,470,10 610,560,16 456,560,16 426,470,10", "tyre")
    cabins.vent(p, 438, 354, 44, 56)
    cabins.vent(p, 584, 354, 44, 56)
    cabins.screen(p, 498, 358, 72, 50)
    for x in (470, 533, 596):
        cabins.knob(p, x, 444, 18)
    cabins.lever(p, 533, 550, 76)
    p.shape("456,572,6 610,572,6 620,600 446,600", "well")
    cabins.seats(p, "stone", "body")
    cabins.steering(p, 300, 438, 108, 3)
    return document(f"{NAME}, cabin", p.out, COLOURS)
