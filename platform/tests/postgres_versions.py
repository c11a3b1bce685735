"""Which versions of Postgres are on this machine: the embedded one, those of .ci/postgres-versions, Debian's."""

from pathlib import Path

import pytest

from abano.ops.local.embedded_postgres import embedded_programs

FETCHED = Path(__file__).parents[2] / ".ci" / "postgres-versions" / "node_modules"
SUPPORTED = (15, 16, 17, 18)
OLDER_ARE_SLOW = [*(pytest.param(each, marks=pytest.mark.slow) for each in SUPPORTED[:-1]), SUPPORTED[-1]]


def programs_of(version: int) -> Path | None:
    """The bin folder of Postgres ``version``, or None."""
    places = [
        FETCHED / f"postgres-{version}" / "native" / "bin",
        Path(f"/usr/lib/postgresql/{version}/bin"),
    ]
    if version == 18:
        places.append(embedded_programs())
    return next((place for place in places if (place / "initdb").exists()), None)


def link_libraries(programs: Path) -> None:
    """npm leaves symbolic links out of a package; without these the server's libraries are not found."""
    for library in (programs.parent / "lib").glob("lib*.so.*.*"):
        name, version = library.name.split(".so.")
        link = library.with_name(f"{name}.so.{version.partition('.')[0]}")
        if not link.exists():
            link.symlink_to(library.name)
