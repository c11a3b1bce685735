"""The team of the Georgian company: who answers and books."""

from __future__ import annotations

from .faces import LIGHT, Look, portrait
from .kit import Pen


def _nino_back(p: Pen) -> None:
    p.d(
        "M-58 -60C-84 -30 -80 40 -86 96C-90 130 -82 160 -66 172L66 172C84 158 90 130 84 96C80 40 86 "
        "-30 60 -60Z",
        "hair-1",
    )
    p.d("M60 -60C86 -30 80 40 84 96C90 130 84 158 66 172L20 172C60 140 60 60 50 -20Z", "hair-2")


def _nino_hair(p: Pen) -> None:
    p.d(
        "M-18 -66C-40 -56 -54 -34 -56 -6C-58 20 -62 36 -70 52C-80 10 -78 -42 -58 -70C-34 -104 36 "
        "-104 60 -68"
        "C78 -40 78 10 70 52C62 36 58 20 56 -6C54 -34 24 -48 -18 -66Z",
        "hair-1",
    )
    p.d(
        "M56 -6C54 -34 24 -48 -18 -66C10 -64 34 -60 46 -46C48 -62 44 -78 34 -86C46 -84 54 -78 60 -68"
        "C78 -40 78 10 70 52"
        "C62 36 58 20 56 -6Z",
        "hair-2",
    )
    p.d("M-60 -44C-54 -66 -40 -80 -20 -86C-34 -74 -46 -56 -52 -34Z", "sun/22")
    p.disc(-58, 28, 4, "sun")
    p.disc(58, 28, 4, "sun")


def _nino_cloth(p: Pen) -> None:
    p.d("M-40 132L0 190L40 132L27 122L27 90L-27 90L-27 122Z", "skin-1")
    p.d("M-27 84C-10 110 14 108 27 84L27 122L40 132L0 190L4 146C14 128 4 116 -27 96Z", "skin-2")
    p.stroke("M-41 132L0 191L41 132", "cloth-2", 5)


def _tamar_curls(p: Pen, spots: str, colour: str) -> None:
    for spot in spots.split():
        x, y, r = (float(v) for v in spot.split(","))
        p.disc(x, y, r, colour)


def _tamar_back(p: Pen) -> None:
    _tamar_curls(p, "58,-50,34 74,-14,32 80,26,32 72,64,32 56,92,28 30,-84,34", "hair-2")
    _tamar_curls(
        p, "0,-86,36 -34,-80,36 -62,-48,36 -76,-10,34 -80,30,32 -70,66,32 -54,92,26 0,-40,60", "hair-1"
    )


def _tamar_hair(p: Pen) -> None:
    _tamar_curls(p, "44,-66,22 58,-44,17 62,-18,13", "hair-2")
    _tamar_curls(p, "-50,-52,20 -34,-70,22 -8,-74,24 20,-74,22 -60,-26,14 -20,-58,14 6,-60,15", "hair-1")
    p.stroke(
        "M-66 -62Q-60 -84 -40 -92M-84 -6Q-86 -24 -78 -34M-26 -84Q-16 -94 0 -92M-86 40Q-88 28 -84 18",
        "sun/50",
        3.4,
    )
    p.disc(-25, 5, 19, "snow/14")
    p.disc(25, 5, 19, "snow/14")
    ring = "M{0} 5C{0} -20 {1} -20 {1} 5C{1} 30 {0} 30 {0} 5Z"
    p.stroke(ring.format(-44, -6) + ring.format(6, 44) + "M-6 2Q0 -3 6 2M-44 2L-56 -4M44 2L56 -4", "ink", 4)


def _tamar_cloth(p: Pen) -> None:
    p.d(
        "M-32 112C-20 128 20 128 32 112C40 114 44 124 43 134C30 158 -30 158 -43 134C-44 124 -40 114 -32 112Z",
        "cloth-2",
    )
    p.d(
        "M-32 112C-20 128 20 128 32 112C36 113 39 117 40 122C26 142 -26 142 -40 122C-39 117 -36 113 -32 112Z",
        "sun/45",
    )
    p.stroke("M-84 196Q-90 220 -88 247M84 196Q90 220 88 247", "ink/30")


def _mariam_back(p: Pen) -> None:
    p.d("M-60 -50C-84 -20 -84 50 -74 92C-60 100 60 100 74 92C84 50 84 -20 60 -50Z", "hair-2")


def _mariam_hair(p: Pen) -> None:
    p.d(
        "M20 -60C-6 -44 -40 -42 -52 -36C-56 0 -52 44 -46 84C-60 98 -76 94 -80 84C-84 30 -82 -34 -62 "
        "-68C-36 -106 38 -106 62 -68"
        "C82 -34 84 30 80 84C76 94 60 98 46 84C52 44 58 0 54 -26C44 -34 30 -46 20 -60Z",
        "hair-1",
    )
    p.d(
        "M20 -60C30 -46 44 -34 54 -26C58 0 52 44 46 84C60 98 76 94 80 84C84 30 82 -34 62 -68C54 -82 "
        "42 -89 30 -93C40 -82 32 -68 20 -60Z",
        "hair-2",
    )
    p.d(
        "M-70 -28C-64 -58 -46 -80 -18 -88C-38 -72 -54 -50 -58 -24C-62 -10 -66 10 -72 14C-74 0 -73 "
        "-14 -70 -28Z",
        "sun/26",
    )


def _mariam_cloth(p: Pen) -> None:
    p.d(
        "M-50 112C-64 128 -66 146 -56 156C-20 178 24 178 58 154C66 142 62 124 48 110C30 138 -28 140 -50 112Z",
        "clay",
    )
    p.d(
        "M8 170C26 170 44 164 58 154C66 142 62 124 48 110C40 124 28 130 16 134C34 146 30 160 8 170Z", "ink/24"
    )
    p.d("M-30 164C-40 190 -44 220 -40 247L0 247C-6 220 -8 196 -2 172Z", "clay")
    p.d("M-14 168C-22 196 -22 224 -18 247L0 247C-6 220 -8 196 -2 172Z", "ink/20")
    p.stroke("M-52 132Q-8 162 46 134M-38 200L-6 202M-41 224L-4 226", "sun/80", 3)


PICTURES = {
    "people/nino": lambda: portrait(
        Look(
            "Nino, bookings",
            LIGHT,
            ("#3a2b27", "#261b19"),
            ("#7fa6a6", "#638a8b"),
            "sun",
            _nino_hair,
            _nino_cloth,
            back=_nino_back,
            half=55,
            jaw=36,
            chin=13,
            brow=3.6,
            smile="lips",
            shoulders=116,
        )
    ),
    "people/tamar": lambda: portrait(
        Look(
            "Tamar, customer care",
            LIGHT,
            ("#6a4331", "#4a2d22"),
            ("#d9a74f", "#b98737"),
            "stone",
            _tamar_hair,
            _tamar_cloth,
            back=_tamar_back,
            half=54,
            jaw=36,
            chin=13,
            low=86,
            brow=3.4,
            smile="open",
            shoulders=112,
            ears=False,
        )
    ),
    "people/mariam": lambda: portrait(
        Look(
            "Mariam, accounts",
            LIGHT,
            ("#8a4f36", "#683823"),
            ("#45535c", "#354149"),
            "sky",
            _mariam_hair,
            _mariam_cloth,
            back=_mariam_back,
            half=56,
            jaw=40,
            chin=14,
            brow=3.8,
            smile="lips",
            shoulders=118,
            ears=False,
        )
    ),
}
