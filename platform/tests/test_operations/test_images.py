"""What images are built from."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
OF_SERVER = re.compile(r"from \"(?:\.\./)+(platform/src/[^\"]+)\"")


def test_the_frontend_is_built_with_all_it_takes_of_the_server() -> None:
    """Its part of the image has only what is copied there; ``make run`` builds it again when one of these changes."""
    sources = [*(ROOT / "frontend/src").rglob("*.ts"), *(ROOT / "frontend/src").rglob("*.tsx")]
    imported = {
        name
        for path in sources
        if ".test." not in path.name
        for name in OF_SERVER.findall(path.read_text(encoding="utf-8"))
    }
    copied = re.findall(
        r"^COPY (platform/src\S+) /build/\1$",
        (ROOT / "platform/Dockerfile").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    assert imported
    assert imported == set(copied)
    watched = (ROOT / "bootstrap.py").read_text(encoding="utf-8")
    assert all(f'"{Path(name).name}"' in watched for name in imported)
