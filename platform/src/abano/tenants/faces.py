"""The faces that a company's pages may be set in. Pure.

Each is a pair of families of the stylesheet (frontend/src/styles.css), for text and for headings.
"""

from typing import Literal, get_args

Face = Literal["noto-sans", "noto-serif", "mixed"]
FACES: tuple[Face, ...] = get_args(Face)
FIRST: Face = "noto-sans"
_FAMILIES: dict[Face, tuple[str, str]] = {
    "noto-sans": ("sans", "sans"),
    "noto-serif": ("serif", "serif"),
    "mixed": ("sans", "serif"),
}


def face_or_first(stored: object) -> Face:
    """A stored face, or the first one where none is stored or it is no longer known."""
    return next((face for face in FACES if face == stored), FIRST)


def face_variables(face: Face) -> dict[str, str]:
    """CSS custom properties by their names."""
    text, headings = _FAMILIES[face]
    return {"face-text": f"var(--face-{text})", "face-headings": f"var(--face-{headings})"}


def face_css(face: Face) -> str:
    return "".join(f"--{name}:{value};" for name, value in face_variables(face).items())
