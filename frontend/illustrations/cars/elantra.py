"""Hyundai Elantra, seventh generation (CN7): 467.6 x 182.5 x 141.5 cm, wheelbase 272 cm.

Known by its coupé line that ends in a duck tail, by the three creases meeting in the front door and by
the lamps drawn into points.
"""

from __future__ import annotations

from . import scenes
from .kit import Pen, document
from .wheels import wheel

NAME = "Hyundai Elantra"
COLOURS = {"body": "#a8483a", "shade": "#853429", "light": "#c9715f"}

#: Silhouette in cm from the nose, clockwise from the chin.
BODY = (
    "14,17,3 3,25,4 1,40,8 3,57,8 7,65,4 18,71,10 60,84,40 112,94,30 130,98,16 172,123,40 214,138,40 262,142.5,50 "
    "312,138,50 360,123.5,40 408,108,30 436,105.5,14 461,106.5,2 463,103,3 461,96,6 466,84,8 467,66,10 464,46,8 "
    "458,30,6 448,20,4 398,19 318,19 130,18 60,17"
)
#: Window line: one long pointed bow.
GLASS = "139,97,3 178,120,30 216,134,30 260,137.5,50 308,133.5,50 352,120,30 386,107,5 378,104,3 270,100.5,40"


def side() -> str:
    """Side view on the boulevard of a city in the plain."""
    bg = Pen()
    scenes.sky(bg, "range")
    scenes.cypresses(bg, "70,408,120 112,408,150 150,408,104 842,408,136 884,408,166 926,408,120", "pine/45")
    scenes.asphalt(bg)
    p = Pen(1.5, 130, 486, up=True)
    scenes.shadow(bg, 130, 830, 486)
    p.shape("20,14 455,16 455,40 20,40", "tyre")
    with p.within(BODY, "body"):
        # Upper faces catch the sky, the flank below the crease turns away.
        p.shape("0,60 7,66 60,85,40 130,99 126,93 62,79,40 14,66", "light")
        p.shape("60,76 190,80,60 250,76,60 330,80,60 470,90 470,0 0,0 0,52 30,60", "shade/55")
        p.shape("182,66 332,83,40 392,88,30 330,62,20 322,30 300,30", "shade/80")
        p.shape("182,66 300,30 322,24 120,22 124,50,20", "body/80")
        p.shape("122,25 324,27 324,16 122,16", "tyre")
        p.shape("0,16 60,16 54,23,4 14,28 0,32", "tyre")
        p.shape("396,18 470,18 470,42 452,40,6 440,30,6 400,27", "tyre")
        p.line("24,69 60,80,40 140,89,40 262,91,60 352,93,60 420,98", "light", 3)
        p.line("182,66 332,84,40 440,95", "light/70")
        p.line("182,66 322,30", "ink/25")
        p.line("60,75 182,66", "light/60")
    # Roof shade towards the rear, then the glasshouse.
    with p.within(BODY):
        p.shape("356,125 410,108 462,107 470,98 420,101 384,106", "light/70")
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
    # Lamps and mouth.
    p.shape("6,63,1 16,70,4 64,83,3 54,74,3 30,63,6", "glass")
    p.shape("8,65,1 17,70.5,4 64,83,2 52,78 24,69,4", "snow")
    p.shape("28,66,2 30,69,2 42,72,2 40,68,2", "metal")
    p.shape("1,36 3,57 14,60,3 24,48,6 14,34,4", "tyre")
    p.shape("4,24 26,30,4 40,46,6 30,32,6 14,20", "tyre")
    p.shape("462,102.5 414,97,3 424,91,3 446,90,3 444,82,3 466.5,79", "tail")
    p.line("462,96.5 428,94.5", "snow/45")
    p.line("453,90 452,82", "snow/45")
    for x in (88, 360):
        p.arch(x, 31.7, 36.2, 18, "tyre")
    wheel(p, (88, 360), 31.7, 22.6, "blade")
    return document(f"{NAME}, side view on a city boulevard", bg.out + p.out, COLOURS)
