"""The product's own wall clock, moved while it runs. The database and this program keep the true time."""

import shutil
import subprocess
from pathlib import Path

SOURCE = Path(__file__).with_name("clock.c")


class MovableClock:
    """``environment`` is empty where there is no C compiler to build the shim with."""

    def __init__(self, folder: Path) -> None:
        self._offset = folder / "clock-offset"
        self.environment: dict[str, str] = {}
        self.move(0)
        compiler = shutil.which("cc")
        if compiler is None:
            return
        library = folder / "clock.so"
        command = [compiler, "-shared", "-fPIC", "-O2", "-o", str(library), str(SOURCE), "-ldl"]
        subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - our own source
        self.environment = {"LD_PRELOAD": str(library), "CLOCK_OFFSET_FILE": str(self._offset)}

    def move(self, seconds: int) -> None:
        """Show every process a time this many seconds away from the true one, at once."""
        content = seconds.to_bytes(8, "little", signed=True)
        if self._offset.exists():
            with self._offset.open("r+b") as file:
                file.write(content)
        else:
            self._offset.write_bytes(content)
