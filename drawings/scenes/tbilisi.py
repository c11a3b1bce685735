"""Old Tbilisi at morning: Narikala, Metekhi over the Mtkvari, balconies, sulphur baths, the cable car."""

from __future__ import annotations

from .build import belfry, church
from .kit import Pen
from .land import cloud, crown, mountains, sun
from .town import bath, cabin, cypress, house, narikala, tiled_bath, town


def metekhi(p: Pen) -> None:
    """The church on its cliff; origin at the middle of the cliff top, the cliff falls 250 down."""
    p.poly(
        "-420,-8 -300,-14 -150,-6 0,-2 130,-4 190,4 214,34 204,86 230,124 222,182 250,250 -420,250",
        "rock",
    )
    p.poly(
        "190,4 214,34 204,86 230,124 222,182 250,250 96,250 120,206 98,168 130,112 106,74 140,30", "ink/34"
    )
    p.poly("60,10 140,30 106,74 130,112 98,168 120,206 96,250 70,250 84,196 56,150 90,98", "ink/15")
    p.poly("-20,8 10,70 -14,112 20,170 8,250 -58,250 -34,178 -60,120", "ink/20")
    p.poly("-232,6 -170,44 -196,96 -150,150 -172,192 -140,250 -246,250 -226,180 -262,110", "ink/20")
    p.poly("-372,0 -340,60 -356,110 -318,170 -330,250 -396,250 -376,160 -400,80", "ink/20")
    p.poly("-120,10 -60,120 -84,160 -106,110", "sun/34")
    p.poly("-316,8 -262,110 -280,150 -300,104", "sun/34")
    p.poly("10,16 50,110 36,150 18,96", "sun/30")
    p.poly("-140,250 -128,206 -104,190 -84,250", "sun/26")
    p.stroke(
        "M-420 64L-392 66M-300 70L-282 68M-110 84L-60 82M-130 170L-70 176M30 186L72 182M-300 190L-250 186",
        "ink/22",
    )
    p.d(
        "M-420 -8L-300 -14L-150 -6L0 -2L130 -4L190 4L160 14L100 12L60 22L0 14L-60 18L-140 8L-200 16"
        "L-300 4L-420 16Z",
        "grass",
    )
    for x, y, w, h, seed in ((-44, 6, 56, 34, 2), (152, 8, 66, 40, 3)):
        crown(p, x, y, w, h, seed, "grass", "moss")
    church(p, 36, -2, 1.55, roof="slate")
    belfry(p, -86, -2, 1.25)


def _landscape() -> Pen:
    p = Pen(1600, 1000, "Tbilisi in the morning: Narikala, Metekhi church, the river and the sulphur baths")
    p.veil(0, 640, p.fade("0:sky 50:snow 100:sun"))
    sun(p, 170, 330, 52)
    cloud(p, 560, 170, 300, "snow/80")
    cloud(p, 1290, 120, 220, "snow/65")
    mountains(
        p,
        "-20,560 150,500 330,540 520,470 640,500 800,440 960,500 1640,480",
        720,
        ("ridge", "slate/22"),
        6,
        rough=0.05,
        depth=2,
        sway=8,
    )
    p.veil(420, 720, "0:sun/0 100:sun/80")
    mountains(
        p,
        "420,660 560,590 700,560 800,590 900,540 1000,560 1640,600",
        760,
        ("pine", "ink/25"),
        8,
        rough=0.05,
        depth=2,
        sway=8,
    )
    town(p, "440,680 560,660 700,650 820,660", 5, 0.62)
    p.veil(520, 760, "0:sun/0 50:sun/50 100:snow/70")
    # The fortress ridge.
    p.poly("700,760 800,690 850,620 884,556 960,520 1640,380 1640,800 700,800", "rock")
    p.stroke("M-10 196Q560 372 1236 440", "slate", 2)
    cabin(p, 500, 335, 1.0)
    cabin(p, 892, 402, 0.72)
    with p.at(900, 520):
        church(p, 420, -92, 0.7, roof="clay")
        narikala(p)
    p.d(
        "M836 660C860 600 880 562 900 556C950 548 1000 549 1060 548C1160 536 1260 500 1320 486C1420 "
        "470 1500 450 1640 400"
        "L1640 480L1400 560L1100 640L836 700Z",
        "grass",
    )
    p.d(
        "M1320 486C1420 470 1500 450 1640 400L1640 480L1400 560L1240 600C1300 560 1330 520 1320 486Z",
        "pine/35",
    )
    cypress(p, "1010,640 1040,630 1120,610 1300,560 1330,556 1500,520 1540,510 1566,512", 74)
    p.veil(330, 820, "0:snow/0 60:sun/25 100:snow/60")
    # The old town on the slope.
    town(p, "800,720 900,676 1060,640 1260,610 1640,580", 21, 0.98)
    p.veil(560, 820, "0:snow/0 100:snow/35")
    town(p, "770,760 900,730 1100,706 1400,680 1640,650", 33, 1.25)
    # River and its far bridge.
    p.rects([(0, 760, 1600, 240)], "water")
    p.d(
        "M520 752L830 752L830 772C800 760 770 760 744 790L736 790C714 758 650 758 626 790L618 790"
        "C596 760 560 760 520 776Z",
        "stone",
    )
    p.veil(762, 1000, "0:snow/55 30:snow/5 100:pine/50")
    p.stroke(
        "M560 812L700 812M640 832L800 832M420 880L640 880M560 906L860 906M240 944L520 944M700 960"
        "L980 960M380 978L470 978",
        "snow/50",
        3,
    )
    with p.at(290, 586):
        metekhi(p)
    for x, y, w, floors, wall in ((-30, 590, 120, 3, "sun"), (86, 586, 92, 2, "ridge")):
        house(p, x, y, w, floors, wall)
    p.d("M-10 836L540 836C560 850 500 856 440 856C300 862 120 850 -10 866Z", "pine/40")
    # Embankment with houses and baths.
    p.poly("840,790 840,752 1640,740 1640,1000 1080,1000 830,830", "stone")
    p.poly("830,830 840,790 880,790 1140,1000 1080,1000", "slate/35")
    for x, y, w, floors, wall in (
        (850, 794, 104, 2, "snow"),
        (960, 796, 122, 3, "ridge"),
        (1090, 798, 100, 2, "sun"),
        (1200, 794, 130, 3, "stone"),
    ):
        house(p, x, y, w, floors, wall)
    tiled_bath(p, 1470, 812, 1.15)
    p.d(
        "M1110 866L1230 866L1270 846L1180 840ZM1210 948L1370 948L1420 926L1300 918ZM1410 876L1540 "
        "876L1560 856Z",
        "ink/14",
    )
    for x, y, r in ((1120, 862, 62), (1290, 856, 56), (1420, 872, 66)):
        bath(p, x, y, r)
    for x, y, r in ((1220, 944, 92), (1500, 962, 110)):
        bath(p, x, y, r)
    p.hill(
        "1060,1020 1110,984 1180,976 1230,986 1290,968 1370,974 1420,986 1490,972 1560,980 1640,960", "pine"
    )
    return p


def _portrait() -> Pen:
    p = Pen(800, 1200, "Tbilisi in the morning: Metekhi church and the river below the Narikala fortress")
    p.veil(0, 760, p.fade("0:sky 55:snow 100:sun"))
    sun(p, 120, 440, 44)
    cloud(p, 420, 300, 210, "snow/80")
    cloud(p, 90, 180, 150, "snow/60")
    mountains(
        p,
        "-20,660 90,600 190,640 300,560 400,600 480,560 820,560",
        800,
        ("ridge", "slate/22"),
        6,
        rough=0.05,
        depth=2,
        sway=8,
    )
    p.veil(520, 800, "0:sun/0 100:sun/80")
    mountains(
        p, "180,740 300,680 400,700 480,660 840,700", 830, ("pine", "ink/25"), 8, rough=0.05, depth=2, sway=8
    )
    town(p, "270,772 350,758 440,752 520,756", 5, 0.5)
    p.veil(620, 830, "0:sun/0 50:sun/50 100:snow/70")
    p.stroke("M-10 372Q260 500 640 566", "slate", 2)
    cabin(p, 182, 452, 0.9)
    cabin(p, 398, 514, 0.66)
    p.poly("310,830 380,760 402,700 414,656 500,640 840,540 840,860 310,860", "rock")
    with p.at(424, 622, 0.6):
        church(p, 420, -92, 0.7, roof="clay")
        narikala(p)
    p.d(
        "M386 730C396 690 408 650 424 646C460 640 490 641 530 640C600 630 650 600 690 586C740 574 "
        "780 560 820 540L820 720L420 760Z",
        "grass",
    )
    p.d("M690 586C740 574 780 560 820 540L820 720L600 720C660 680 690 640 690 586Z", "pine/35")
    cypress(p, "486,700 504,694 560,682 668,640 684,638 770,616", 54)
    p.veil(520, 880, "0:snow/0 60:sun/25 100:snow/60")
    town(p, "400,768 470,730 580,700 840,660", 21, 0.72)
    p.veil(640, 880, "0:snow/0 100:snow/35")
    town(p, "380,800 450,774 600,752 840,730", 33, 0.95)
    p.rects([(0, 820, 800, 380)], "water")
    p.d(
        "M270 812L450 812L450 828C430 820 414 820 396 840L390 840C376 820 340 820 326 840L320 840"
        "C306 820 290 820 270 830Z",
        "stone",
    )
    p.veil(822, 1200, "0:snow/55 30:snow/5 100:pine/60")
    p.stroke(
        "M280 862L400 862M330 884L440 884M160 940L320 940M300 976L430 976M90 1040L250 1040M340 1070L520 1070",
        "snow/50",
        3,
    )
    with p.at(136, 716, 0.74):
        metekhi(p)
    house(p, -46, 714, 82, 2, "sun")
    p.d("M-10 898L318 898C330 910 290 914 250 914C160 918 70 912 -10 922Z", "pine/40")
    p.poly("440,836 440,806 820,796 820,1060 600,1010 430,866", "stone")
    p.poly("430,866 440,836 470,838 640,1010 820,1050 820,1090 600,1040", "slate/35")
    for x, y, w, floors, wall in (
        (446, 844, 84, 2, "snow"),
        (534, 846, 96, 3, "ridge"),
        (638, 846, 78, 2, "sun"),
    ):
        house(p, x, y, w, floors, wall)
    tiled_bath(p, 776, 858, 0.78)
    p.d("M590 898L690 898L720 880L640 876ZM660 986L800 986L800 966Z", "ink/14")
    for x, y, r in ((588, 898, 50), (712, 904, 54), (652, 972, 68), (788, 1000, 80)):
        bath(p, x, y, r)
    return p


PICTURES = {
    "scenes/tbilisi": _landscape,
    "scenes/tbilisi-portrait": _portrait,
}
