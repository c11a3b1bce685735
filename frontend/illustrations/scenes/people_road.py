"""The team of the Georgian company: who is out with the cars."""

from __future__ import annotations

from .faces import TAN, WARM, Look, portrait
from .kit import Pen


def _collar(p: Pen, shirt: str = "stone") -> None:
    """An open shirt collar."""
    p.poly("-34,124 -46,138 -18,176 0,148", shirt)
    p.poly("34,124 46,138 18,176 0,148", shirt)
    p.poly("34,124 46,138 18,176 8,160", "ink/16")


def _jacket(p: Pen) -> None:
    p.poly("-34,126 -2,150 2,247 -20,247", "stone")
    p.poly("34,126 2,150 -2,247 22,247", "stone")
    p.d("M-36 128C-50 134 -58 138 -66 142L-34 200L-44 208L-12 247L-60 247L-100 160Z", "ink/22")
    p.d("M36 128C50 134 58 138 66 142L34 200L44 208L12 247L60 247L100 160Z", "ink/30")
    _collar(p, "snow")


def _giorgi_hair(p: Pen) -> None:
    p.d(
        "M-62 4C-70 -30 -66 -62 -46 -78C-24 -100 30 -102 50 -76C66 -58 68 -28 62 4C58 -2 56 -12 55 "
        "-24C54 -40 48 -50 40 -56"
        "C14 -66 -18 -66 -40 -54C-50 -46 -54 -34 -55 -22C-56 -12 -58 -2 -62 4Z",
        "hair-1",
    )
    p.d(
        "M40 -56C48 -50 54 -40 55 -24C56 -12 58 -2 62 4C68 -28 66 -58 50 -76C44 -84 36 -88 28 -91"
        "C36 -80 40 -68 40 -56Z",
        "hair-2",
    )
    p.d("M-52 -62C-40 -80 -16 -90 6 -88C-14 -84 -34 -74 -44 -58Z", "snow/45")


def _giorgi_beard(p: Pen) -> None:
    p.d(
        "M-60 -2C-56 10 -54 20 -50 28C-38 36 -30 40 -22 40C-10 36 10 36 22 40C30 40 40 36 50 28C54 "
        "20 56 10 60 -2"
        "C62 40 56 76 40 96C26 112 -26 112 -40 96C-56 76 -62 40 -60 -2Z",
        "hair-1",
    )
    p.d("M60 -2C62 40 56 76 40 96C32 106 16 109 2 109C26 96 42 70 46 31L50 28C54 20 56 10 60 -2Z", "hair-2")
    p.d("M-24 54C-10 46 10 46 24 54C18 68 -18 68 -24 54Z", "skin-1")
    p.d("M0 40C8 34 22 38 32 50C20 52 8 50 0 46C-8 50 -20 52 -32 50C-22 38 -8 34 0 40Z", "hair-2")
    p.stroke("M-34 70Q-30 84 -22 92M-12 78Q-10 90 -6 96M14 80Q14 90 12 96", "snow/40")


def _levan_cap(p: Pen) -> None:
    p.d(
        "M-60 8C-64 -10 -62 -26 -58 -36L58 -36C62 -26 64 -10 60 8C56 0 54 -14 53 -28L-53 -28C-54 "
        "-14 -56 0 -60 8Z",
        "hair-1",
    )
    p.d("M-63 -32C-66 -84 -36 -106 0 -106C36 -106 66 -84 63 -32Z", "pine")
    p.d("M22 -103C48 -96 64 -74 63 -32L36 -32C42 -62 38 -86 22 -103Z", "ink/55")
    p.d(
        "M-60 -38C-36 -54 36 -54 60 -38C68 -28 68 -18 60 -12C38 -26 -38 -26 -60 -12C-68 -18 -68 -28 -60 -38Z",
        "pine",
    )
    p.d("M-60 -38C-36 -54 36 -54 60 -38C36 -48 -36 -48 -60 -38Z", "snow/25")
    p.d("M24 -49C40 -47 52 -43 60 -38C68 -28 68 -18 60 -12C48 -19 36 -22 24 -22Z", "ink/45")
    p.poly("-18,-58 -6,-76 0,-69 8,-82 20,-58", "snow")
    p.poly("8,-82 20,-58 10,-58", "ridge")
    p.d("M-54 -52C-50 -76 -34 -92 -14 -97C-30 -86 -40 -70 -42 -52Z", "snow/18")


def _levan_shade(p: Pen) -> None:
    p.d("M-56 -20C-30 -34 30 -34 56 -20L55 -8C30 -22 -30 -22 -55 -8Z", "ink/14")
    p.d(
        "M-55 22C-50 40 -46 50 -40 62C-28 84 -14 91 0 91C14 91 28 84 40 62C46 50 50 40 55 22C50 30 "
        "40 36 30 38"
        "C10 34 -10 34 -30 38C-40 36 -50 30 -55 22Z",
        "hair-1/22",
    )


def _levan_cloth(p: Pen) -> None:
    p.poly("-36,126 -54,134 -30,176 0,150 30,176 54,134 36,126 0,146", "cloth-2")
    p.poly("-36,126 -54,134 -30,176 0,150", "snow/16")
    p.stroke("M0 150L0 247", "ink/50")
    p.rects([(40, 196, 40, 4), (40, 200, 40, 30)], "ink/18")


def _davit_hair(p: Pen) -> None:
    p.d(
        "M-60 0C-66 -24 -66 -50 -56 -64C-52 -84 -34 -100 -6 -100C6 -108 44 -104 54 -78C68 -64 66 "
        "-24 60 0C57 -8 56 -20 54 -34"
        "C46 -46 40 -50 34 -58C10 -46 -22 -48 -40 -56C-50 -46 -54 -36 -54 -30C-56 -18 -57 -8 -60 0Z",
        "hair-1",
    )
    p.d(
        "M34 -58C40 -50 46 -46 54 -34C56 -20 57 -8 60 0C66 -24 68 -64 54 -78C48 -94 34 -102 20 -104"
        "C36 -92 42 -74 34 -58Z",
        "hair-2",
    )
    p.d("M-46 -66C-42 -82 -26 -92 -6 -92C-20 -86 -30 -78 -34 -64Z", "sun/22")


def _davit_beard(p: Pen) -> None:
    p.d(
        "M-56 6C-54 40 -48 58 -38 72C-26 88 -12 92 0 92C12 92 26 88 38 72C48 58 54 40 56 6C52 24 44 "
        "36 32 40C14 38 8 42 0 42"
        "C-8 42 -14 38 -32 40C-44 36 -52 24 -56 6ZM-24 52C-12 46 12 46 24 52C18 72 -18 72 -24 52Z",
        "hair-1/34",
    )


def _davit_cloth(p: Pen) -> None:
    p.d("M-36 128C-66 140 -92 150 -108 170L-92 247L-34 247L-26 160Z", "pine")
    p.d("M36 128C66 140 92 150 108 170L92 247L34 247L26 160Z", "pine")
    p.d("M36 128C66 140 92 150 108 170L92 247L66 247L60 160Z", "ink/45")
    p.poly("60,186 72,172 78,180 88,166 98,186", "snow")
    _collar(p, "snow")


PICTURES = {
    "people/giorgi": lambda: portrait(
        Look(
            "Giorgi, founder",
            WARM,
            ("#c4c2bb", "#989892"),
            ("#2d4a52", "#213a42"),
            "stone",
            _giorgi_hair,
            _jacket,
            beard=_giorgi_beard,
            half=60,
            jaw=50,
            brow=6,
            lines=True,
            shoulders=140,
        )
    ),
    "people/levan": lambda: portrait(
        Look(
            "Levan, fleet manager",
            TAN,
            ("#33302d", "#211f1e"),
            ("#5c6b73", "#47545c"),
            "sky",
            _levan_cap,
            _levan_cloth,
            beard=_levan_shade,
            half=60,
            jaw=52,
            chin=20,
            brow=5.6,
            smile="open",
            shoulders=142,
        )
    ),
    "people/davit": lambda: portrait(
        Look(
            "Davit, hands over the cars",
            WARM,
            ("#4b3526", "#33241a"),
            ("#e4dccd", "#c8bfae"),
            "sun",
            _davit_hair,
            _davit_cloth,
            beard=_davit_beard,
            half=57,
            jaw=48,
            chin=19,
            brow=5.2,
            smile="open",
            shoulders=136,
        )
    ),
}
