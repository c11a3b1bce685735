"""Which colours a drawing of a company's site has."""

import hashlib

from abano.site.schemas import Colors


def palette_of(colors: Colors) -> str:
    """Eight digits that are others for any other colours."""
    return hashlib.sha256(colors.model_dump_json().encode()).hexdigest()[:8]
