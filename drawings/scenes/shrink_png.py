"""Make a rendered share picture small: at most 256 colours, best compression.

``python -m drawings.scenes.shrink_png in.png out.png`` takes a picture as
``chromium --headless --screenshot`` writes it.
"""

import sys
from pathlib import Path

from PIL import Image


def shrink(source: Path, target: Path) -> int:
    """Write the small copy; its size in bytes."""
    with Image.open(source) as picture:
        small = picture.convert("RGB").quantize(
            256, Image.Quantize.MEDIANCUT, kmeans=2, dither=Image.Dither.NONE
        )
        small.save(target, "PNG", optimize=True)
    return target.stat().st_size


if __name__ == "__main__":
    print(shrink(Path(sys.argv[1]), Path(sys.argv[2])), "bytes")
