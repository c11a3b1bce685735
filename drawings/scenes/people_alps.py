"""The team of the alpine company."""

from __future__ import annotations

from .faces import LIGHT, WARM, Look, portrait
from .kit import Pen
from .palette import ALPS


def _anna_back(p: Pen) -> None:
    p.disc(0, -108, 30, "hair-2")
    p.disc(-4, -112, 26, "hair-1")
    p.stroke("M-22 -118Q-6 -134 16 -122M-24 -106Q-4 -118 20 -108", "hair-2", 3.4)


def _anna_hair(p: Pen) -> None:
    p.d(
        "M10 -64C-10 -40 -34 -34 -52 -26C-56 -10 -56 2 -60 18C-72 -20 -70 -60 -46 -80C-24 -102 28 "
        "-102 48 -80"
        "C70 -58 72 -20 60 18C56 2 56 -10 52 -26C38 -34 22 -46 10 -64Z",
        "hair-1",
    )
    p.d(
        "M10 -64C22 -46 38 -34 52 -26C56 -10 56 2 60 18C72 -20 70 -58 48 -80C40 -88 30 -92 20 -94"
        "C30 -84 24 -72 10 -64Z",
        "hair-2",
    )
    p.d("M-56 -44C-48 -68 -30 -82 -10 -86C-26 -74 -40 -58 -48 -36Z", "snow/40")
    p.disc(-58, 24, 3.6, "accent")
    p.disc(58, 24, 3.6, "accent")


def _anna_cloth(p: Pen) -> None:
    p.d(
        "M-33 114C-20 130 20 130 33 114C44 116 46 124 44 130C30 152 -30 152 -44 130C-46 124 -44 116 -33 114Z",
        "cloth-2",
    )
    p.poly(
        "-92,202 -84,196 -48,214 -12,194 24,214 60,194 93,212 96,224 60,206 24,226 -12,206 -48,226 "
        "-84,208 -95,214",
        "snow/85",
    )
    p.stroke("M-86 238L-82 247M84 238L82 247", "ink/30")


def _lukas_hair(p: Pen) -> None:
    p.d(
        "M-60 4C-68 -26 -66 -56 -52 -70C-40 -94 -10 -106 16 -100C44 -100 66 -74 66 -44C66 -26 64 "
        "-10 60 4C56 -6 55 -18 53 -32"
        "C40 -34 24 -46 14 -56C-4 -44 -30 -40 -50 -44C-54 -30 -56 -10 -60 4Z",
        "hair-1",
    )
    p.d(
        "M14 -56C24 -46 40 -34 53 -32C55 -18 56 -6 60 4C64 -10 66 -26 66 -44C66 -70 50 -92 30 -98"
        "C40 -84 32 -66 14 -56Z",
        "hair-2",
    )
    p.d("M-50 -60C-40 -84 -18 -94 4 -92C-14 -86 -30 -72 -38 -52Z", "sun/40")


def _lukas_beard(p: Pen) -> None:
    p.d(
        "M-58 2C-56 40 -50 62 -40 78C-28 96 -12 101 0 101C12 101 28 96 40 78C50 62 56 40 58 2C54 22 "
        "44 36 32 40"
        "C18 36 8 42 0 42C-8 42 -18 36 -32 40C-44 36 -54 22 -58 2ZM-25 52C-12 46 12 46 25 52C18 74 "
        "-18 74 -25 52Z",
        "hair-1",
    )
    p.d("M58 2C56 40 50 62 40 78C32 90 18 99 6 101C28 88 42 66 45 33C52 26 56 14 58 2Z", "hair-2")


def _lukas_cloth(p: Pen) -> None:
    p.d("M-34 120C-40 134 -36 150 -20 164L0 176L20 164C36 150 40 134 34 120C20 138 -20 138 -34 120Z", "snow")
    p.d("M34 120C40 134 36 150 20 164L0 176L6 146C20 142 28 134 34 120Z", "slate/30")
    p.d("M-36 128L-52 136L-40 168L0 184L0 172L-22 158C-34 148 -38 138 -36 128Z", "cloth-2")
    p.d("M36 128L52 136L40 168L0 184L0 172L22 158C34 148 38 138 36 128Z", "cloth-2")
    p.stroke("M0 184L0 247", "ink", 3)
    p.poly("46,208 58,192 64,200 74,186 86,208", "accent")


def _sophie_back(p: Pen) -> None:
    p.d(
        "M-58 -50C-86 -30 -86 20 -78 50C-84 70 -74 88 -58 88L58 88C76 88 84 70 78 50C86 20 86 -30 58 -50Z",
        "hair-2",
    )


def _sophie_hair(p: Pen) -> None:
    p.d(
        "M-14 -62C-30 -44 -46 -38 -52 -24C-54 0 -58 14 -50 34C-44 52 -50 72 -60 80C-76 84 -88 70 "
        "-80 50C-90 26 -84 2 -78 -12"
        "C-80 -46 -58 -88 -14 -94C30 -104 68 -80 74 -36C82 -16 88 22 80 50C88 70 78 84 62 80C50 72 "
        "44 52 50 34"
        "C58 14 54 0 52 -20C36 -26 2 -38 -14 -62Z",
        "hair-1",
    )
    p.d(
        "M-14 -62C2 -38 36 -26 52 -20C54 0 58 14 50 34C44 52 50 72 62 80C78 84 88 70 80 50C88 22 82 "
        "-16 74 -36"
        "C70 -66 52 -84 30 -92C46 -76 36 -54 10 -56C0 -56 -8 -58 -14 -62Z",
        "hair-2",
    )
    p.d(
        "M-70 -20C-72 -50 -52 -76 -22 -84C-42 -68 -58 -46 -60 -20C-60 0 -70 10 -72 24C-76 10 -74 -6 -70 -20Z",
        "snow/60",
    )


def _sophie_cloth(p: Pen) -> None:
    p.poly("-34,128 34,128 12,186 -12,186", "snow")
    p.poly("34,128 12,186 4,186 14,140", "slate/26")
    p.d("M-36 128C-50 134 -60 138 -68 142L-38 190L-48 200L-8 247L0 247L-12 186Z", "cloth-2")
    p.d("M36 128C50 134 60 138 68 142L38 190L48 200L8 247L0 247L12 186Z", "ink/28")
    for i in range(5):
        p.disc(-26 + i * 13, 136 + (6, 11, 13, 11, 6)[i], 4.4, "sun" if i != 2 else "accent")


PICTURES = {
    "people/anna": lambda: portrait(
        Look(
            "Anna, bookings",
            LIGHT,
            ("#e0bd7c", "#bf9755"),
            ("#c2204f", "#981a40"),
            "sky",
            _anna_hair,
            _anna_cloth,
            back=_anna_back,
            half=55,
            jaw=37,
            chin=13,
            brow=3.6,
            smile="open",
            shoulders=114,
        ),
        ALPS,
    ),
    "people/lukas": lambda: portrait(
        Look(
            "Lukas, fleet and handover",
            WARM,
            ("#a4603a", "#7f4628"),
            ("#46525d", "#353f48"),
            "sun",
            _lukas_hair,
            _lukas_cloth,
            beard=_lukas_beard,
            half=58,
            jaw=46,
            chin=18,
            brow=5.2,
            smile="open",
            shoulders=138,
        ),
        ALPS,
    ),
    "people/sophie": lambda: portrait(
        Look(
            "Sophie, managing director",
            LIGHT,
            ("#cfcfcf", "#a2a6a9"),
            ("#274a63", "#1d3a50"),
            "stone",
            _sophie_hair,
            _sophie_cloth,
            back=_sophie_back,
            half=56,
            jaw=40,
            chin=14,
            brow=3.8,
            smile="lips",
            lines=True,
            shoulders=120,
            ears=False,
        ),
        ALPS,
    ),
}
