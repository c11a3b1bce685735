"""Toyota FJ Cruiser: 467 x 190.5 x 181 cm, wheelbase 269 cm, 24 cm off the ground.

Known by the white roof, the upright glass with three wipers, the round lamps in a white-lipped mouth, the
very wide rear pillar and the spare wheel on the door.
"""

from __future__ import annotations

from . import scenes
from .kit import Pen, document
from .wheels import wheel

NAME = "Toyota FJ Cruiser"
COLOURS = {"body": "#6d93a5", "shade": "#4f7284", "light": "#9bbac6"}

BODY = (
    "22,44,4 8,50,4 6,70,3 7,100,5 10,112,7 22,118,8 80,121,30 138,125,6 147,127,3 176,168,3 437,168,3 441,128,10 "
    "443,90,8 443,56,5 430,46,4 330,44 140,44"
)
ROOF = "171,163,2 180,175,8 206,181,16 300,183,40 400,181,20 430,177,8 439,166,4 439,162,2 300,164,40"


def side() -> str:
    """Side view on a stony track below twin horns."""
    bg = Pen()
    scenes.sky(bg, "ushba")
    scenes.gravel(bg, 11, "pine/25")
    bg.shape("760,416,4 790,372,8 838,356,10 884,372,8 930,366,8 960,380 960,420 760,420", "slate/35")
    bg.shape("790,372,8 838,356,10 858,366 830,384 800,392", "snow/60")
    p = Pen(1.5, 130, 490, up=True)
    scenes.shadow(bg, 130, 832, 490)
    p.shape("30,36 436,36 436,54 30,54", "tyre")
    # Spare wheel on the tail door.
    p.shape("443,96 452,96 452,116 443,116", "tyre")
    p.shape("447,72,6 462,72,8 467,90,10 467,124,10 462,142,8 447,142,6", "tyre")
    p.shape("452,76,4 462,78,6 465,92,8 465,122,8 462,136,6 452,138,4", "slate")
    with p.within(BODY, "body"):
        p.shape("4,102 22,119 138,126 150,130 146,120 80,115,30 20,110", "light")
        p.shape("0,86 140,86 330,88 450,90 450,0 0,0", "shade/60")
        p.shape("316,166 334,128 356,120 450,122 450,168", "body")
        p.line("20,107 80,112,40 150,115,40 444,113", "light", 3)
        p.shape("136,42 136,58 320,58 320,42", "tyre")
    # Glasshouse: the front door, the narrow rear half door, the wrapped quarter window.
    with p.within("152,127,3 178,165,4 300,166,4 312,164,6 334,134,6 328,127,4 240,125", "tyre"):
        p.shape("159,129 181,162,3 254,163,3 262,128", "glass")
        p.shape("270,129 263,163 298,163,4 306,160,4 326,134,5 320,129", "glass")
        p.shape("206,129 211,147,6 222,149,4 228,129", "well/55")
        p.shape("282,129 286,146,5 296,147,4 300,129", "well/60")
        p.shape("174,122 204,168 222,168 194,122", "snow/20")
        p.shape("272,122 296,168 304,168 282,122", "snow/16")
    p.shape("374,163,4 366,138,6 372,133,4 436,133,3 434,163,3", "tyre")
    p.shape("380,160,4 372,140,4 376,136,3 426,136,3 425,160,3", "glass")
    p.shape("386,136 402,160 412,160 396,136", "snow/18")
    p.shape("147,127.5 174,164 179,164 153,127.5", "glass")
    # White roof with its gutter.
    with p.within(ROOF, "snow"):
        p.shape("160,168 300,169,40 445,166 445,150 160,150", "metal")
        p.shape("400,184 430,178 441,160 428,160 412,176", "metal/70")
    p.line("171,163 300,164,40 439,162", "ink/45")
    # Doors: a wide one and a half door hung at the rear.
    p.line("152,126 148,100,20 150,60")
    p.line("266,126 266,62")
    p.line("342,124 340,96,12 322,76,10 320,62")
    p.line("150,64 320,64")
    p.shape("240,109,2 260,109,2 260,102,2 240,102,2", "tyre")
    p.shape("158,128,2 154,138,4 158,146,4 174,144,3 176,130,2", "tyre")
    p.shape("161,133 164,142 171,141 172,134", "metal/60")
    p.line("372,110 392,110 392,95 372,95 372,110", "ink/40")
    # Front: bumper with bright wing, mouth, lamp; rear bumper and lamp.
    p.shape("18,44,4 2,48,5 0,66,4 6,72,3 40,72,4 46,60,6 44,46", "tyre")
    p.shape("2,62,3 4,72,3 26,72,3 30,64,4", "metal")
    p.shape("6,78,2 8,104,4 20,105,3 24,90,4 20,78,3", "snow")
    p.shape("7,82,2 9,101,3 17,101,3 19,91,4 17,82,3", "slate")
    p.disc(12, 91.5, 7, "metal", 8.5)
    p.shape("28,100,2 40,100,2 42,92,2 30,92,2", "accent")
    p.shape("408,44 452,45,5 454,60,4 444,64,3 400,64 400,44", "tyre")
    p.shape("434,124,2 444,124,2 445,98,3 435,98,2", "tail")
    p.line("436,110 444,110", "snow/60")
    for x in (87, 356):
        p.shape(f"{x - 55},44 {x - 53},66,8 {x - 38},88,12 {x},92,20 {x + 38},88,12 {x + 53},66,8 {x + 55},44", "tyre")
        p.arch(x, 40, 45, 34, "well")
    wheel(p, (87, 356), 40.2, 23.4, "steel")
    return document(f"{NAME}, side view on a mountain track", bg.out + p.out, COLOURS)
