"""Innsbruck for the quiz of the alpine company: the Nordkette over painted houses on the Inn."""

from __future__ import annotations

from .build import arches
from .kit import Pen
from .land import birds, cloud, crown, forest, mountains, sun
from .palette import ALPS
from .town import cabin, town


def facade(p: Pen, x: float, w: int, floors: int, wall: str, gable: int) -> None:
    """A tall painted town house with rows of framed windows; origin at the left foot."""
    p.stamp(f"h{w}-{floors}{gable}", lambda: _facade(p, w, floors, gable), x, 0, 1, fill=wall)


def _facade(p: Pen, w: int, floors: int, gable: int) -> None:
    fh = 34.0
    h = fh * floors + 10
    p.poly(f"0,0 0,{-h} {w},{-h} {w},0", "inherit")
    if gable == 1:
        p.poly(f"0,{-h} {w / 2},{-h - w * 0.42} {w},{-h}", "inherit")
        p.poly(
            f"-5,{-h + 2} {w / 2},{-h - w * 0.5} {w + 5},{-h + 2} {w - 3},{-h + 2} "
            f"{w / 2},{-h - w * 0.36} 3,{-h + 2}",
            "clay",
        )
    else:
        p.poly(f"-4,{-h} 10,{-h - 26} {w - 10},{-h - 26} {w + 4},{-h}", "clay")
        p.poly(f"{w * 0.7},{-h} {w * 0.66},{-h - 26} {w - 10},{-h - 26} {w + 4},{-h}", "ink/24")
    p.poly(f"{w * 0.8},0 {w * 0.8},{-h} {w},{-h} {w},0", "slate/24")
    n = max(2, int(w * 0.78 / 22))
    step = (w * 0.78 - 4) / n
    d = "".join(f"M8 {-h + 16 + fh * i}L{w * 0.78} {-h + 16 + fh * i}" for i in range(floors - 1))
    p.stroke(d, "snow", 22, f' stroke-dasharray="14 {step - 14:.1f}"')
    p.stroke(d.replace("M8", "M10"), "slate", 18, f' stroke-dasharray="10 {step - 10:.1f}"')
    p.rects([(0, -34, w, 3)], "stone")
    arches(p, [(8 + step * i, -28, 13, 28 if i == 1 else 22) for i in range(n)], "slate/85")


def cathedral(p: Pen, x: float, y: float, k: float) -> None:
    """Twin towers with domed caps and lanterns, a great dome behind; 190 wide, 230 high."""
    with p.at(x, y, k):
        p.d("M-6 -96C-6 -140 26 -158 50 -160C74 -158 106 -140 106 -96Z", "pine")
        p.d("M50 -160C74 -158 106 -140 106 -96L70 -96C76 -120 70 -146 50 -160Z", "ink/35")
        p.rects([(42, -182, 16, 26)], "snow")
        p.d("M38 -180C40 -194 60 -194 62 -180Z", "pine")
        p.poly("-60,0 -60,-98 112,-98 112,0", "snow")
        p.poly("80,0 80,-98 112,-98 112,0", "slate/24")
        p.poly("-66,-96 -20,-118 70,-118 118,-96", "slate")
        for tx in (-92, -16):
            p.poly(f"{tx},0 {tx},-142 {tx + 36},-142 {tx + 36},0", "snow")
            p.poly(f"{tx + 23},0 {tx + 23},-142 {tx + 36},-142 {tx + 36},0", "slate/26")
            p.rects([(tx - 4, -146, 44, 6), (tx - 3, -100, 42, 4)], "stone")
            arches(p, [(tx + 10, -134, 14, 26), (tx + 10, -88, 12, 30)], "slate")
            p.d(
                f"M{tx} -146C{tx - 4} -166 {tx + 8} -176 {tx + 18} -180C{tx + 28} -176 {tx + 40} "
                f"-166 {tx + 36} -146Z",
                "pine",
            )
            p.d(
                f"M{tx + 22} -146C{tx + 28} -164 {tx + 24} -174 {tx + 18} -180C{tx + 28} -176 "
                f"{tx + 40} -166 {tx + 36} -146Z",
                "ink/40",
            )
            p.rects([(tx + 12, -194, 12, 15)], "snow")
            p.d(
                f"M{tx + 9} -193C{tx + 12} -206 {tx + 16} -208 {tx + 18} -218C{tx + 20} -208 "
                f"{tx + 24} -206 {tx + 27} -193Z",
                "pine",
            )


def city_tower(p: Pen, x: float, y: float, k: float) -> None:
    """The old watch tower with its gallery and green cap; 40 wide, 210 high."""
    with p.at(x, y, k):
        p.poly("-18,0 -18,-128 18,-128 18,0", "snow")
        p.poly("6,0 6,-128 18,-128 18,0", "slate/28")
        p.rects([(-25, -136, 50, 10)], "stone")
        p.stroke("M-24 -140L24 -140", "slate", 8, ' stroke-dasharray="2 3"')
        p.poly("-15,-136 -15,-160 15,-160 15,-136", "snow")
        p.d(
            "M-19 -158C-20 -176 -10 -180 -6 -184L-6 -194C-6 -204 -2 -206 0 -218C2 -206 6 -204 6 -194"
            "L6 -184C10 -180 20 -176 19 -158Z",
            "pine",
        )
        p.d(
            "M4 -158C8 -176 4 -180 2 -184L0 -218C2 -206 6 -204 6 -194L6 -184C10 -180 20 -176 19 -158Z",
            "ink/40",
        )
        p.disc(0, -110, 8, "slate")
        arches(p, [(-5, -86, 9, 18), (-5, -50, 9, 18), (-9, -154, 6, 14), (2, -154, 6, 14)], "slate")


WALLS = ("sun", "stone", "ridge", "snow", "rose", "grass")


def _row(p: Pen, spec: str) -> None:
    """Houses wall to wall: "width,floors,colour,gable" each."""
    x = 0.0
    for item in spec.split():
        a, b, c, d = (int(v) for v in item.split(","))
        facade(p, x, a, b, WALLS[c], d)
        x += a


def _landscape() -> Pen:
    p = Pen(1600, 1000, "Innsbruck in the morning: painted houses on the Inn below the Nordkette", ALPS)
    p.veil(0, 560, p.fade("0:sky 55:snow 100:sun"))
    sun(p, 150, 250, 48)
    cloud(p, 330, 150, 240, "snow/90")
    cloud(p, 1240, 110, 200, "snow/80")
    mountains(
        p,
        "-60,520 80,400 150,430 280,300 350,350 440,270 520,350 640,240 720,330 800,290 900,370 "
        "1010,260 1090,340 1180,300 "
        "1280,380 1400,290 1480,360 1640,420",
        700,
        ("ridge", "slate/58"),
        15,
        ("snow", 0.66),
        rough=0.14,
        depth=3,
        sway=20,
    )
    p.veil(330, 700, "0:snow/0 60:sky/50 100:snow/80")
    mountains(
        p,
        "-40,600 140,500 260,560 420,480 580,570 760,500 900,580 1100,500 1260,570 1420,510 1660,580",
        740,
        ("pine", "ink/36"),
        31,
        rough=0.06,
        depth=2,
        sway=14,
    )
    p.veil(460, 740, "0:sky/0 100:snow/75")
    town(p, "-20,690 300,660 700,650 1100,660 1640,680", 9, 0.8, "snow stone sun ridge")
    p.veil(560, 760, "0:snow/0 100:snow/45")
    p.stroke("M-10 330Q520 470 1100 504", "slate", 2)
    p.poly("1086,512 1086,496 1112,490 1118,512", "snow")
    p.poly("1082,496 1100,486 1120,492", "slate")
    cabin(p, 330, 409, 0.8)
    cabin(p, 700, 464, 0.6)
    cathedral(p, 520, 740, 1.3)
    city_tower(p, 1262, 740, 1.4)
    with p.at(-30, 800):
        _row(
            p,
            "104,4,0,0 86,5,2,1 96,4,3,0 112,5,4,0 86,5,1,1 104,4,2,0 86,5,3,1 112,5,0,0 96,4,4,0 "
            "86,5,3,1 104,4,5,0 86,5,1,1 112,5,2,0 86,5,3,1 96,4,0,0 104,4,4,0 86,5,2,1",
        )
    p.rects([(0, 800, 1600, 30)], "stone")
    p.rects([(0, 824, 1600, 176)], "water")
    p.veil(824, 1000, "0:pine/35 14:snow/20 40:snow/5 100:pine/60")
    p.rects([(0, 826, 1600, 6)], "slate/40")
    for i, x in enumerate((70, 190, 330, 640, 760, 1010, 1290, 1420, 1540)):
        crown(p, x, 822, 76, 62, i + 2, "grass", "moss")
    p.stroke(
        "M80 872L260 872M180 900L460 900M620 884L860 884M540 930L760 930M980 900L1240 900M1160 950"
        "L1420 950M260 966L480 966"
        "M1340 876L1500 876",
        "snow/50",
        3,
    )
    birds(p, "820,190 864,174 906,200")
    return p


def _portrait() -> Pen:
    p = Pen(800, 1200, "Innsbruck in the morning: painted houses on the Inn below the Nordkette", ALPS)
    p.veil(0, 700, p.fade("0:sky 55:snow 100:sun"))
    sun(p, 120, 380, 42)
    cloud(p, 400, 250, 200, "snow/90")
    mountains(
        p,
        "-60,600 60,500 120,530 240,420 300,480 400,370 470,460 560,400 640,480 720,420 900,540",
        800,
        ("ridge", "slate/58"),
        15,
        ("snow", 0.66),
        rough=0.14,
        depth=3,
        sway=16,
    )
    p.veil(480, 800, "0:snow/0 60:sky/50 100:snow/80")
    mountains(
        p,
        "-40,700 90,610 200,680 330,590 470,680 620,600 840,690",
        840,
        ("pine", "ink/36"),
        31,
        rough=0.06,
        depth=2,
        sway=12,
    )
    forest(p, "-40,720 120,690 300,690 500,700 660,690 840,720", 60, "pine", 26, 4)
    p.veil(560, 840, "0:sky/0 100:snow/75")
    town(p, "-20,790 200,770 400,762 640,770 820,780", 9, 0.72, "snow stone sun ridge")
    p.veil(680, 860, "0:snow/0 100:snow/45")
    p.stroke("M-10 470Q300 560 620 604", "slate", 2)
    p.poly("610,612 610,600 632,595 636,612", "snow")
    p.poly("606,600 622,591 640,597", "slate")
    cabin(p, 176, 519, 0.76)
    cathedral(p, 300, 830, 1.15)
    city_tower(p, 716, 830, 1.3)
    with p.at(-34, 890):
        _row(
            p,
            "104,4,0,0 86,5,2,1 96,4,3,0 112,5,4,0 86,5,1,1 104,4,2,0 86,5,3,1 112,5,0,0 96,4,4,0",
        )
    p.rects([(0, 890, 800, 26)], "stone")
    p.rects([(0, 912, 800, 288)], "water")
    p.veil(912, 1200, "0:pine/35 12:snow/20 40:snow/5 100:pine/65")
    p.rects([(0, 914, 800, 6)], "slate/40")
    for i, x in enumerate((50, 160, 420, 540, 720)):
        crown(p, x, 910, 74, 60, i + 2, "grass", "moss")
    p.stroke(
        "M60 964L220 964M140 1000L360 1000M420 974L600 974M480 1030L700 1030M220 1060L400 1060", "snow/50", 3
    )
    birds(p, "300,330 334,316 368,338")
    return p


PICTURES = {
    "scenes/innsbruck": _landscape,
    "scenes/innsbruck-portrait": _portrait,
}
