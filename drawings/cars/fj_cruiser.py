"""Toyota FJ Cruiser: 467 x 190.5 x 181 cm, wheelbase 269 cm, 24 cm off the ground.

Known by the white roof, the upright glass with three wipers, the round lamps in a white-lipped mouth, the
very wide rear pillar and the spare wheel on the door.
"""

from __future__ import annotations

from . import cabins, faces, luggage, scenes
from .kit import Pen, document
from .wheels import wheel

#: How far the body sinks over its tyres in front and rear views (cm).
LOWERED = 15
NAME = "Toyota FJ Cruiser"
COLOURS = {"body": "#6d93a5", "shade": "#4f7284", "light": "#9bbac6"}

BODY = (
    "22,44,4 8,50,4 6,70,3 7,104,4 9,115,5 18,120,6 80,123,30 138,126,6 147,127,3 "
    "176,168,3 437,168,3 441,128,10 "
    "443,90,8 443,56,5 430,46,4 330,44 140,44"
)
ROOF = "171,163,2 180,175,8 206,181,16 300,183,40 400,181,20 430,177,8 439,166,4 439,162,2 300,164,40"


def ground(bg: Pen) -> None:
    """Where this car is shown."""
    scenes.sky(bg, "tetnuldi")
    scenes.gravel(bg, 11, "pine/25")
    bg.shape("760,416,4 790,372,8 838,356,10 884,372,8 930,366,8 960,380 960,420 760,420", "slate/35")
    bg.shape("790,372,8 838,356,10 858,366 830,384 800,392", "snow/60")


def _ends(p: Pen) -> None:
    """Nose and tail of the side view: lamps, mouth, bumpers."""
    # Front: bumper with bright wing, mouth, lamp; rear bumper and lamp.
    p.shape("18,44,4 2,48,5 0,66,4 6,72,3 40,72,4 46,60,6 44,46", "tyre")
    p.shape("2,62,3 4,72,3 26,72,3 30,64,4", "metal")
    p.shape("5,79,2 6,107,4 17,108,4 21,94,4 17,79,4", "snow")
    p.shape("5,83,2 6,103,3 14,103.5,3 17,93,4 14,83,3", "tyre")
    p.disc(9.5, 93, 4.6, "metal", 8.6)
    p.disc(8.8, 93, 3, "snow", 6.2)
    p.shape("25,104,2 37,104,2 39,96,2 27,96,2", "accent")
    p.shape("408,44 452,45,5 454,60,4 444,64,3 400,64 400,44", "tyre")
    p.shape("434,124,2 444,124,2 445,98,3 435,98,2", "tail")
    p.line("436,110 444,110", "snow/60")


def side() -> str:
    """Side view on a stony track below a white pyramid."""
    bg = Pen()
    ground(bg)
    p = Pen(1.5, 130, 490, up=True)
    scenes.shadow(bg, 130, 832, 490)
    p.shape("87,41 356,41 356,54 87,54", "tyre")
    # Spare wheel on the tail door.
    p.shape("443,96 452,96 452,116 443,116", "tyre")
    p.shape("447,72,6 462,72,8 467,90,10 467,124,10 462,142,8 447,142,6", "tyre")
    p.shape("452,76,4 462,78,6 465,92,8 465,122,8 462,136,6 452,138,4", "slate")
    with p.within(BODY, "body"):
        p.shape("4,106 18,121.5 80,124.5 138,127.5 150,130 146,121 80,117,30 18,113", "light")
        p.shape("0,86 140,86 330,88 450,90 450,0 0,0", "shade/60")
        p.shape("316,166 334,128 356,120 450,122 450,168", "body")
        p.line("22,109 80,113,40 150,115,40 444,113", "light", 3)
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
    _ends(p)
    for x in (87, 356):
        p.shape(
            f"{x - 55},44 {x - 53},66,8 {x - 38},88,12 {x},92,20 {x + 38},88,12 {x + 53},66,8 {x + 55},44",
            "tyre",
        )
        p.arch(x, 40, 45, 34, "well")
    wheel(p, (87, 356), 40.2, 23.4, "steel")
    return document(f"{NAME}, side view on a mountain track", bg.out + p.out, COLOURS)


FACE = "0,166 74,164,3 80,140,8 84,128,6 92,118,8 95,100,6 95,60,6 92,48,5 0,46"
CAP = "0,183 50,182,16 68,178,10 76,166,4 76,162,2 0,164"


def front() -> str:
    """Front view."""
    bg, p = faces.stage(ground, 95, lowered=LOWERED)
    faces.tyres(p, 95, 30, 50, LOWERED)
    with p.within(p.whole(FACE), "body"):
        p.sym("0,127 82,126 93,117 90,108 0,110", "light/75")
        p.both("38,127 46,127 50,110 40,110", "light")
        p.sym("0,127 34,127 36,112 0,112", "shade/35")
        p.sym("0,84 95,84 95,46 0,46", "shade/60")
        faces.turned_away(p, 95, 166)
    # Upright screen with three wipers under a white cap.
    screen = "0,161 68,159.5,4 77,132,5 74,128,4 0,127"
    with p.within(p.whole(screen), "glass"):
        faces.seats(p, 126, 27, 38)
        p.sym("0,133 76,133 76,124 0,124", "well/55")
        p.ring(38, 134, 12, "well/80", 4)
        p.sym("0,158 8,158,2 9,152,2 0,152", "well/80")
        faces.glints(p, 124, 164, -66)
    for x in (-54, -6, 42):
        p.line(f"{x},128 {x + 26},133", "well", 2.6)
    with p.within(p.whole(CAP), "snow"):
        p.sym("0,168 80,166 80,160 0,162", "metal")
        p.shape("52,184 60,160 80,160 80,184", "metal/55")
    faces.mirrors(p, 79, 127, 24, 20, "tyre")
    p.both("88,66 97,66,4 98,92,6 92,96,4 84,84", "tyre")
    # The mouth: white lip, black mesh, round lamps at its ends.
    p.sym("0,109 56,109,6 70,103,8 70,84,8 60,78,6 0,78", "snow")
    p.sym("0,105.5 54,105.5,5 66,101,7 66,86,7 58,81.5,5 0,81.5", "tyre")
    p.line("0,98 36,98", "slate", 2, both=True)
    p.line("0,88 36,88", "slate", 2, both=True)
    p.sym("0,95.5 27,95.5,1 27,91,1 0,91", "metal")
    p.discs(52, 93.5, 12, "slate")
    p.discs(52, 93.5, 10.4, "metal")
    p.discs(52, 93.5, 7.6, "snow")
    p.both("47,98 50,101,2 57,98,3 50,97,2", "sky")
    p.both("74,102,3 84,100,3 85,90,3 74,90,3", "accent")
    # Bumper with bright wings and a skid plate.
    p.sym("0,77 78,77,4 94,70,4 94,56,5 84,48,5 64,42,4 0,42", "tyre")
    p.both("62,75,4 80,75,4 92,69,3 92,60,4 74,57,5 62,64,4", "metal")
    p.discs(76, 66, 5.4, "slate")
    p.discs(76, 66, 3.8, "snow")
    p.sym("0,54 46,54,4 40,42,4 0,42", "metal")
    faces.plate(p, 60)
    return document(f"{NAME}, front view", bg.out + p.out, COLOURS)


def _spare(p: Pen, x: float, y: float, squash: float = 1.0) -> None:
    """The spare wheel about (x, y) cm, narrowed by ``squash`` when its door stands open."""
    p.disc(x, y, 38 * squash, "tyre", 38)
    p.disc(x, y, 34 * squash, "well/50", 34)
    p.disc(x, y, 24 * squash, "metal", 24)
    p.disc(x, y, 19 * squash, "slate", 19)
    p.disc(x, y, 8 * squash, "metal", 8)
    for dx, dy in ((0, 13), (0, -13), (11.5, 6.5), (-11.5, 6.5), (11.5, -6.5), (-11.5, -6.5)):
        p.disc(x + dx * squash, y + dy, 3.4 * squash, "metal", 3.4)


def _tail(p: Pen, lid_open: bool) -> None:
    """The car from behind, door shut or swung away to the left."""
    faces.tyres(p, 95, 30, 48, LOWERED)
    with p.within(p.whole(FACE), "body"):
        p.sym("0,128 84,128 93,117 94,110 0,112", "light/60")
        p.sym("0,84 95,84 95,46 0,46", "shade/60")
        faces.turned_away(p, 95, 166)
    faces.mirrors(p, 84, 127, 18, 18, "tyre")
    p.both("88,66 97,66,4 98,92,6 92,96,4 84,84", "tyre")
    if lid_open:
        faces.hold(p, "0,161 58,160,5 66,134,5 66,78,4 62,74,3 0,74", 76, 64)
    else:
        screen = "0,160 60,159,4 68,136,5 64,130,4 0,129"
        with p.within(p.whole(screen), "glass"):
            faces.seats(p, 128, 20, 38)
            faces.glints(p, 126, 164, -58)
        p.line("64,160 72,134,6 72,76,4 0,74", "ink/45", both=True)
    with p.within(p.whole(CAP), "snow"):
        p.sym("0,167 80,165 80,160 0,162", "metal")
        p.shape("52,184 60,160 80,160 80,184", "metal/55")
    p.both("78,124,3 89,122,3 90,94,3 79,94,3", "tail")
    p.both("79,112,1 89.5,111,1 89.5,104,1 79,104,1", "snow/70")
    p.sym("0,73 80,73,4 94,69,4 94,56,5 84,46,5 0,44", "tyre")
    p.both("60,71,3 80,71,3 92,67,3 92,60,4 62,60,3", "metal")
    p.sym("0,56 34,56,3 30,46,3 0,46", "slate")


def rear() -> str:
    """Rear view: the spare wheel fills the door."""
    bg, p = faces.stage(ground, 95, lowered=LOWERED)
    _tail(p, False)
    _spare(p, 4, 112)
    p.shape("56,120,2 68,120,2 68,108,2 56,108,2", "tyre")
    faces.plate(p, 80, -54, 16)
    return document(f"{NAME}, rear view", bg.out + p.out, COLOURS)


def boot() -> str:
    """Boot open: the door swings to the left with the spare wheel on it."""
    bg, p = faces.stage(ground, 95, boot=True, lowered=LOWERED)
    _tail(p, True)
    luggage.rucksack(p, -50, 78, 30, 46, "pine")
    luggage.case(p, -14, 78, 27, 46, "accent")
    luggage.cooler(p, 16, 76, 38, 26)
    luggage.duffel(p, 17, 102, 36, 18, "stone")
    p.sym("0,76 66,76 70,79,2 70,72 0,71", "metal")
    # The open door, seen at a slant: pane, lining, wheel behind.
    _spare(p, -130, 112, 0.42)
    p.shape("-72,162,3 -122,170,3 -128,134,4 -128,66,4 -72,74,3", "body")
    p.shape("-76,157,3 -118,163,4 -122,136,4 -76,134,3", "tyre")
    p.shape("-80,153,2 -114,158,3 -117,140,3 -80,138,2", "sky")
    p.shape("-104,156 -96,156 -106,140 -114,140", "snow/60")
    p.shape("-77,128,4 -121,128,4 -121,76,4 -77,80,4", "slate")
    p.shape("-86,118,3 -112,118,3 -112,96,3 -86,98,3", "tyre/70")
    return document(f"{NAME}, boot with luggage", bg.out + p.out, COLOURS)


def cabin() -> str:
    """Cabin: an upright flat screen with three wipers, painted panels, three dials on the dash."""
    p = cabins.outlook("tetnuldi", "stone", "pine/25")
    cabins.frame(p, 84, 330, 40, "metal")
    for x in (210, 450, 690):
        p.line(f"{x},326 {x + 120},314", "well", 4)
    p.shape("0,330 80,326,20 880,326,20 960,330 960,600 0,600", "tyre")
    p.shape("0,372 420,366 420,450 0,456", "body")
    p.shape("628,366 960,372 960,456 628,450", "body")
    p.shape("0,372 420,366 420,374 0,380", "light")
    p.shape("628,366 960,372 960,380 628,374", "light")
    p.shape("0,444 420,438 420,450 0,456", "shade")
    p.shape("628,438 960,444 960,456 628,450", "shade")
    cabins.doors(p, 334, "tyre", "body")
    p.shape("664,392,8 700,392,8 700,424,8 664,424,8", "shade")
    p.shape("720,398,8 900,402,8 900,420,8 720,416,8", "tyre")
    # Compass, tilt and outside air on the dash top.
    p.shape("440,330 452,288,16 596,288,16 608,330", "well")
    cabins.gauge(p, 478, 310, 17, 0)
    cabins.gauge(p, 524, 308, 17, 60)
    cabins.gauge(p, 570, 310, 17, -40)
    p.shape("186,372 204,320,20 396,320,20 414,372", "well")
    cabins.gauge(p, 300, 366, 38, 30)
    cabins.gauge(p, 226, 372, 24, -70)
    cabins.gauge(p, 374, 372, 24, 70)
    # A square centre stack in body colour with large knobs.
    p.shape("428,342,10 620,342,10 626,520,8 422,520,8", "body")
    p.shape("428,342,10 446,342 442,520 422,520,8", "light")
    p.shape("602,342 620,342,10 626,520,8 606,520", "shade")
    cabins.vent(p, 452, 352, 66, 40)
    cabins.vent(p, 530, 352, 66, 40)
    p.shape("450,402,5 598,402,5 598,440,5 450,440,5", "well")
    p.shape("478,408,3 570,408,3 570,426,3 478,426,3", "pine")
    p.line("486,417 540,417", "sky", 3)
    for x in (464, 584):
        p.disc(x, 420, 9, "slate")
    for x in (470, 524, 578):
        cabins.knob(p, x, 478, 23)
    p.shape("420,520 628,520 650,600 398,600", "well")
    cabins.lever(p, 492, 596, 88)
    cabins.lever(p, 576, 596, 66)
    cabins.seats(p, "slate", "body")
    cabins.steering(p, 300, 436, 108, 4)
    return document(f"{NAME}, cabin", p.out, COLOURS)
