"""Small pictures of the booking: empty road, thank-you, and the three steps of "how it works"."""

from __future__ import annotations

from .build import signpost
from .kit import Pen
from .land import birds, crest, fir, road, tufts


def _ridges(p: Pen, lines: tuple[tuple[str, str], ...], base: float, seed: int) -> None:
    for i, (spec, colour) in enumerate(lines):
        line = crest(spec, seed + i, 0.07, 2)
        p.poly([*line, (line[-1][0], base), (line[0][0], base)], colour)


def _empty_road() -> Pen:
    p = Pen(960, 400, "An empty road towards the ridge, a signpost beside it")
    p.veil(0, 280, p.fade("0:snow 60:snow 100:sun"))
    p.disc(210, 96, 70, "sun/35")
    p.disc(210, 96, 38, "sun")
    _ridges(
        p,
        (
            (
                "0,210 80,170 150,188 250,128 330,170 420,140 500,176 610,96 700,160 780,130 860,168 960,140",
                "ridge/60",
            ),
            ("0,236 120,200 220,226 340,186 450,226 560,206 680,170 780,216 880,190 960,214", "ridge"),
        ),
        300,
        4,
    )
    p.veil(150, 280, "0:snow/0 100:sun/55")
    p.hill("0,262 160,244 340,258 520,252 700,244 860,254 960,246", "pine", 300)
    p.veil(230, 300, "0:snow/0 100:snow/45")
    p.hill("0,282 200,272 480,278 760,270 960,280", "grass")
    p.d("M500 278C640 276 840 270 960 280L960 400L760 400C720 340 620 296 500 278Z", "moss/50")
    road(
        p, "488,277,5 494,282,8 512,292,14 500,306,26 466,326,52 450,352,100 470,382,170 490,430,260", "stone"
    )
    road(p, "488,278,1 494,283,1 511,292,2 499,306,3 464,326,6 448,352,12 468,382,18 488,430,28", "slate/30")
    signpost(p, 640, 344, 0.95)
    p.d("M632 343L700 343L680 349L628 348Z", "ink/16")
    for x, y, h in ((70, 330, 96), (128, 322, 62), (882, 322, 80), (930, 334, 120)):
        fir(p, x, y, h)
    tufts(p, "200,362 236,374 320,356 730,366 780,380 610,360", "pine/60", 16, 3)
    birds(p, "700,80 732,68 764,86", 8)
    return p


def _phone(p: Pen) -> None:
    """A phone, 180 x 340, origin in the middle of its face."""
    p.round_box(-88, -168, 180, 340, 26, "ink/25")
    p.round_box(-94, -174, 180, 340, 26, "ink")
    p.round_box(-84, -164, 160, 320, 18, "snow")
    p.d("M-84 -116L76 -116L76 -146C76 -158 70 -164 58 -164L-66 -164C-78 -164 -84 -158 -84 -146Z", "pine")
    p.disc(-58, -138, 12, "sun")
    p.round_box(-38, -146, 66, 7, 3.5, "snow/85")
    p.round_box(-38, -134, 40, 5, 2.5, "snow/45")
    p.round_box(-28, -171, 48, 6, 3, "slate")
    p.round_box(-72, -100, 100, 42, 12, "stone")
    p.round_box(-62, -88, 74, 6, 3, "slate/50")
    p.round_box(-62, -76, 50, 6, 3, "slate/50")
    p.round_box(-32, -46, 98, 30, 12, "pine/85")
    p.round_box(-22, -34, 60, 6, 3, "snow/85")
    p.round_box(-72, -4, 118, 74, 12, "stone")
    p.d("M-62 44L-36 20L-24 32L-6 8L36 60L-62 60Z", "ridge")
    p.d("M-6 8L36 60L10 60L2 36Z", "slate/40")
    p.round_box(-72, 84, 92, 30, 12, "stone")
    p.round_box(-62, 96, 56, 6, 3, "slate/50")
    p.round_box(-72, 128, 112, 18, 9, "sky")
    p.disc(58, 137, 10, "pine")
    p.d("M54 131L63 137L54 143Z", "snow")


def _keys(p: Pen) -> None:
    """Car keys on a ring: fob, blade and a leather tag with the ridge; about 220 x 200."""
    p.d("M-110 62C-40 40 120 34 196 40C170 66 -20 84 -110 62Z", "ink/16")
    # Leather tag with the ridge.
    p.d("M-14 8L-2 20L-52 78C-62 88 -82 90 -94 80C-106 70 -106 50 -96 40Z", "wood")
    p.d("M-2 20L-52 78C-62 88 -82 90 -94 80C-96 78 -98 76 -99 73C-88 78 -74 76 -66 68L-9 13Z", "ink/30")
    p.stroke("M-88 68L-76 50L-70 57L-62 45L-52 60", "sun", 3)
    # The key: fob, collar, blade.
    p.d("M100 4L196 4L206 12L206 18L196 24L188 17L180 24L170 18L160 24L150 18L140 24L128 20L100 22Z", "ridge")
    p.d("M100 14L206 14L206 18L196 24L188 17L180 24L170 18L160 24L150 18L140 24L128 20L100 22Z", "slate/45")
    p.d("M92 0L108 4L108 24L92 28Z", "slate")
    p.d(
        "M26 -12C32 -20 40 -22 50 -22L84 -18C94 -16 100 -8 100 2L100 26C100 36 94 44 84 46L50 50C40 "
        "50 32 48 26 40"
        "C18 30 18 -2 26 -12Z",
        "ink",
    )
    p.d(
        "M26 -12C32 -20 40 -22 50 -22L84 -18C90 -17 95 -14 97 -10L32 -6C26 6 24 24 27 41C18 30 18 -2 26 -12Z",
        "snow/20",
    )
    p.round_box(44, -8, 40, 18, 7, "slate")
    p.round_box(44, 17, 40, 18, 7, "accent")
    p.d("M58 4L64 -3L70 4Z", "snow")
    p.stroke(
        "M4 -12C22 -12 34 -2 34 12C34 26 22 34 6 34C-10 34 -20 24 -20 11C-20 -2 -10 -12 4 -12Z", "slate", 6
    )
    p.stroke("M-16 4C-12 -4 -6 -8 2 -8", "ridge", 2.6)


def _thankyou() -> Pen:
    p = Pen(960, 600, "A phone with a friendly message and the car keys beside it")
    p.veil(0, 440, p.fade("0:snow 70:snow 100:sun"))
    p.disc(190, 130, 90, "sun/35")
    p.disc(190, 130, 48, "sun")
    _ridges(
        p,
        (
            ("0,330 110,260 190,296 320,206 420,280 540,236 640,290 760,190 860,260 960,226", "ridge/55"),
            ("0,380 150,326 270,366 420,310 560,366 700,320 840,368 960,336", "ridge"),
        ),
        470,
        7,
    )
    p.veil(240, 470, "0:snow/0 100:sun/60")
    p.hill("0,430 220,404 460,424 720,400 960,422", "pine", 480)
    p.veil(390, 480, "0:snow/0 100:snow/35")
    p.rects([(0, 466, 960, 134)], "stone")
    p.rects([(0, 466, 960, 8)], "snow")
    p.rects([(0, 560, 960, 40)], "rock/25")
    p.d("M300 540L520 540L640 520L420 516Z", "ink/14")
    with p.at(390, 372):
        _phone(p)
    # The message that has just come in.
    with p.at(648, 214):
        p.d(
            "M-136 -86L128 -86C146 -86 158 -74 158 -56L158 34C158 52 146 64 128 64L-92 64L-150 104L-128 58"
            "C-138 52 -144 44 -144 34L-144 -56C-144 -74 -142 -86 -136 -86Z",
            "ink/14",
        )
        p.d(
            "M-128 -94L120 -94C138 -94 150 -82 150 -64L150 26C150 44 138 56 120 56L-100 56L-158 96L-136 50"
            "C-146 44 -152 36 -152 26L-152 -64C-152 -82 -144 -94 -128 -94Z",
            "pine",
        )
        p.disc(-94, -20, 36, "snow")
        p.stroke("M-110 -20L-99 -8L-78 -32", "pine", 8)
        p.round_box(-40, -58, 150, 14, 7, "snow")
        p.round_box(-40, -28, 164, 12, 6, "snow/55")
        p.round_box(-40, -2, 112, 12, 6, "snow/55")
    with p.at(650, 484, 1.1):
        _keys(p)
    return p


def _stage(p: Pen) -> None:
    """The round window on the ridge every step stands before."""
    ring = p.raw(
        "M240 20C328 20 400 92 400 180C400 268 328 340 240 340C152 340 80 268 80 180C80 92 152 20 240 20Z"
    )
    p.add(ring, "sky")
    with p.within(ring):
        p.disc(150, 92, 26, "snow/80")
        _ridges(
            p,
            (
                ("60,230 120,170 170,200 240,140 300,190 350,160 420,210", "ridge/70"),
                ("60,262 140,226 220,254 310,216 420,250", "ridge"),
            ),
            350,
            3,
        )
        p.hill("60,290 160,276 280,292 420,272", "grass", 350)


def _dates() -> Pen:
    p = Pen(480, 360, "A calendar with the days of the trip marked")
    _stage(p)
    p.d("M140 306L340 306L400 290L300 288Z", "ink/12")
    p.round_box(132, 96, 220, 206, 16, "ink/20")
    p.round_box(126, 90, 220, 206, 16, "snow")
    p.d("M126 142L346 142L346 106C346 96 340 90 330 90L142 90C132 90 126 96 126 106Z", "pine")
    p.d("M300 90L330 90C340 90 346 96 346 106L346 142L300 142Z", "ink/25")
    for x in (172, 300):
        p.round_box(x - 5, 76, 10, 32, 5, "slate")
        p.round_box(x - 5, 76, 4, 32, 2, "ridge")
    p.round_box(204, 110, 64, 12, 6, "snow/85")
    days = [
        (148 + c * 28.0, 160 + r * 32.0, 18.0, 18.0)
        for r in range(4)
        for c in range(7)
        if not (r == 3 and c > 3)
    ]
    p.rects(days, "stone")
    p.round_box(200, 187, 138, 28, 14, "accent/22")
    p.round_box(138, 219, 90, 28, 14, "accent/22")
    p.disc(213, 201, 14, "accent")
    p.disc(213, 233, 14, "accent")
    p.stroke("M207 201L211 206L219 196M207 233L211 238L219 228", "snow", 3)
    return p


def _confirm() -> Pen:
    p = Pen(480, 360, "A person answers: the booking is confirmed")
    _stage(p)
    p.d("M160 312L330 312L390 296L280 294Z", "ink/12")
    with p.at(210, 196, 0.72):
        _phone(p)
    with p.at(318, 140, 0.62):
        p.d(
            "M-122 -84L130 -84C148 -84 160 -72 160 -54L160 46C160 64 148 76 130 76L-82 76L-140 112L-126 70"
            "C-136 64 -142 56 -142 46L-142 -54C-142 -72 -138 -84 -122 -84Z",
            "ink/16",
        )
        p.d(
            "M-128 -94L120 -94C138 -94 150 -82 150 -64L150 36C150 54 138 66 120 66L-92 66L-150 102L-136 60"
            "C-146 54 -152 46 -152 36L-152 -64C-152 -82 -144 -94 -128 -94Z",
            "pine",
        )
        p.disc(-86, -14, 40, "accent")
        p.stroke("M-104 -14L-91 0L-68 -28", "snow", 6)
        p.round_box(-26, -46, 140, 18, 9, "snow")
        p.round_box(-26, -12, 150, 14, 7, "snow/55")
        p.round_box(-26, 16, 96, 14, 7, "snow/55")
    return p


def _wheel(p: Pen, x: float) -> None:
    p.disc(x, 0, 31, "ink")
    p.disc(x, 0, 18, "ridge")
    p.disc(x, 0, 18, "slate/30")
    p.disc(x - 1.5, -1.5, 14, "ridge")
    p.disc(x, 0, 5, "slate")


def _pickup() -> Pen:
    p = Pen(480, 360, "A car waits at the meeting point, the keys beside it")
    _stage(p)
    p.d("M60 306C140 292 340 292 424 306C380 320 110 320 60 306Z", "slate/60")
    p.d("M76 306L400 306L430 300L380 296Z", "ink/25")
    with p.at(226, 276):
        p.d(
            "M-150 4C-154 -10 -152 -34 -146 -44C-140 -52 -120 -58 -96 -60L-66 -98C-62 -104 -56 -106 "
            "-48 -106L88 -106"
            "C98 -106 106 -102 112 -94L134 -62C144 -58 148 -50 148 -40L150 -6C150 0 146 4 140 4Z",
            "pine",
        )
        p.d("M-150 4C-153 -8 -152 -20 -150 -30L149 -26L150 -6C150 0 146 4 140 4Z", "ink/40")
        p.d(
            "M-96 -60L-66 -98C-62 -104 -56 -106 -48 -106L88 -106C96 -106 102 -103 107 -99L-54 -99"
            "C-60 -99 -64 -96 -68 -90L-90 -62Z",
            "snow/28",
        )
        p.d("M-82 -60L-58 -92C-56 -95 -53 -96 -50 -96L-10 -96L-10 -60Z", "slate")
        p.d("M-2 -60L-2 -96L52 -96L52 -60ZM60 -60L60 -96L86 -96C94 -96 98 -94 102 -88L120 -60Z", "slate")
        p.d("M-74 -60L-50 -92L-34 -92L-58 -60ZM8 -60L28 -96L40 -96L20 -60Z", "snow/30")
        p.stroke("M-6 -98L-6 -8M56 -98L56 -34M-84 -52L140 -50", "ink/60")
        p.round_box(6, -46, 18, 5, 2.5, "ridge")
        p.round_box(62, -46, 18, 5, 2.5, "ridge")
        p.d("M-148 -40C-140 -46 -128 -46 -124 -40L-128 -30L-150 -28Z", "sun")
        p.d("M147 -46L140 -46L138 -28L149 -26Z", "accent")
        p.rects([(-152, -8, 302, 6)], "slate")
        p.rects([(-50, -112, 130, 4), (-40, -109, 5, 4), (68, -109, 5, 4)], "ink")
        p.disc(-92, 4, 37, "ink/75")
        p.disc(92, 4, 37, "ink/75")
        with p.at(0, 4):
            _wheel(p, -92)
            _wheel(p, 92)
    with p.at(350, 116):
        p.d(
            "M0 44C-16 18 -36 2 -36 -22C-36 -42 -20 -58 0 -58C20 -58 36 -42 36 -22C36 2 16 18 0 44Z", "accent"
        )
        p.d("M0 44C-4 30 10 8 16 -8C22 -26 16 -46 4 -58C22 -56 36 -42 36 -22C36 2 16 18 0 44Z", "ink/22")
        p.disc(0, -22, 15, "snow")
    return p


PICTURES = {
    "scenes/empty-road": _empty_road,
    "scenes/stop-thankyou": _thankyou,
    "scenes/how-1-dates": _dates,
    "scenes/how-2-confirm": _confirm,
    "scenes/how-3-pickup": _pickup,
}
