"""The visitor centre of Vashlovani, where the permit is issued."""

from __future__ import annotations

from .desert import badlands, pistachio, shrubs
from .kit import Pen
from .land import cloud, mountains, road, sky, tufts


def _house(p: Pen) -> None:
    p.poly("-280,0 -280,-118 230,-118 230,0", "snow")
    p.poly("90,0 90,-118 230,-118 230,0", "stone")
    p.poly("170,0 170,-118 230,-118 230,0", "slate/22")
    p.poly("-280,0 -280,-30 230,-30 230,0", "rock")
    p.poly("90,0 90,-30 230,-30 230,0", "ink/22")
    p.poly("-310,-114 -250,-176 200,-176 264,-114", "clay")
    p.poly("-310,-114 -250,-176 -120,-176 -160,-114", "sun/35")
    p.poly("120,-114 90,-176 200,-176 264,-114", "ink/26")
    p.rects([(-250, -92, 58, 44), (-176, -92, 58, 44), (120, -92, 36, 44), (182, -92, 32, 44)], "slate")
    p.poly("-250,-92 -214,-92 -240,-48 -250,-48", "snow/25")
    p.poly("-176,-92 -140,-92 -166,-48 -176,-48", "snow/25")
    p.rects([(-223, -92, 3, 44), (-149, -92, 3, 44), (137, -92, 3, 44)], "snow")


def _porch(p: Pen) -> None:
    """Timber porch with the door, and the flag beside the house."""
    p.rects([(-70, -94, 132, 94)], "ink/28")
    p.rects([(-28, -84, 48, 84)], "pine")
    p.rects([(-20, -76, 32, 40)], "sun/80")
    p.disc(13, -30, 2.6, "sun")
    p.poly("-100,-108 -4,-168 92,-108", "wood")
    p.poly("-76,-108 -4,-153 68,-108", "stone")
    p.poly("-4,-168 92,-108 68,-108 -4,-153", "ink/30")
    p.rects([(-90, -112, 10, 112), (70, -112, 10, 112), (-104, -112, 200, 9)], "wood")
    p.rects([(76, -103, 4, 103)], "ink/30")
    p.poly("-96,0 -96,8 -110,8 -110,16 100,16 100,8 86,8 86,0", "ridge")
    with p.at(-4, -116, 0.16):
        p.d("M0 0L-70 0C-80 -60 -30 -110 0 -130C30 -110 80 -60 70 0Z", "moss")
    p.rects([(-292, -240, 4, 240)], "slate")
    p.d("M-288 -238C-266 -246 -250 -226 -222 -236L-222 -204C-250 -194 -266 -214 -288 -206Z", "snow")
    p.rects([(-258, -238, 5, 32)], "accent")
    p.d("M-288 -224C-266 -232 -250 -212 -222 -222L-222 -217C-250 -207 -266 -227 -288 -219Z", "accent")


def _board(p: Pen) -> None:
    """Notice board with the map and the stamped permit."""
    p.d("M-84 -2L130 -2L100 10L-70 8Z", "ink/18")
    p.rects([(-78, -150, 9, 150), (70, -150, 9, 150)], "wood")
    p.rects([(75, -150, 4, 150)], "ink/30")
    p.poly("-100,-150 0,-186 100,-150 100,-142 -100,-142", "clay")
    p.poly("0,-186 100,-150 100,-142 30,-142", "ink/24")
    p.rects([(-84, -142, 168, 100)], "pine")
    p.rects([(-74, -132, 78, 80)], "steppe")
    p.d("M-74 -96C-50 -112 -30 -84 4 -100L4 -84C-30 -70 -50 -96 -74 -80Z", "water")
    p.d("M-74 -132L-20 -132C-30 -116 -56 -112 -74 -116Z", "grass")
    p.stroke("M-62 -62Q-44 -84 -30 -72T-6 -112", "accent", 2, ' stroke-dasharray="4 4"')
    p.rects([(14, -132, 58, 80)], "snow")
    p.rects([(22, -122, 30, 5)], "pine")
    p.rects([(22, -110, 42, 3), (22, -102, 42, 3), (22, -94, 34, 3), (22, -86, 38, 3)], "slate/45")
    p.disc(56, -68, 10, "accent")
    p.stroke("M51 -68L55 -64L61 -72", "snow")


def _picture() -> Pen:
    p = Pen(960, 600, "The visitor centre of the national park, where the permit is issued")
    sky(p, 340)
    cloud(p, 90, 90, 170, "snow/80")
    mountains(
        p,
        "-20,300 100,262 180,286 300,232 420,282 560,246 640,280 760,232 850,276 980,250",
        360,
        ("ridge", "slate/28"),
        8,
        ("snow", 0.55),
        depth=2,
        spurs=False,
    )
    p.veil(240, 360, "0:sun/0 60:sun/85 100:sun/95")
    badlands(p, "-20,330 80,280 160,306 260,262 360,320 470,350", 400, 4, size=0.7)
    p.veil(280, 400, "0:sun/0 100:sun/60")
    p.hill("-20,400 300,384 640,390 980,380", "steppe")
    for x, y, k in ((70, 410, 0.5), (910, 420, 0.75)):
        pistachio(p, x, y, k)
    p.d("M180 452L820 452L900 480L240 486Z", "dune/70")
    with p.at(470, 456):
        _house(p)
        _porch(p)
    with p.at(790, 566):
        _board(p)
    road(p, "470,474,90 460,500,130 430,540,220 390,640,380", "stone")
    road(p, "500,474,16 496,500,24 486,540,44 470,640,80", "dune/35")
    shrubs(p, "200,470 250,476 650,478 700,482 120,520", 18, 3)
    tufts(p, "60,560 130,580 220,570 660,586 720,560 900,590", "moss", 22, 2)
    return p


PICTURES = {
    "scenes/vashlovani-visitor-centre": _picture,
}
