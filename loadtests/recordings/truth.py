"""What someone read on the product's pages, beside what is true of the traffic that was generated."""

import re
from dataclasses import dataclass, field

from playwright.sync_api import Locator

NUMBER = re.compile(r"[+−-]?\d[\d,]*(?:\.\d+)?")


@dataclass
class Truth:
    """``lines``: a row of the table for each thing; ``wrong``: what contradicts the truth."""

    lines: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def compare(self, what: str, found: object, true: object, *, is_right: bool | None = None) -> None:
        """Both must be the same, unless ``is_right`` says what counts."""
        right = found == true if is_right is None else is_right
        self.lines.append(f"| {what} | {found} | {true} |{'' if right else ' WRONG'}")
        if not right:
            self.wrong.append(what)
        print(self.lines[-1], flush=True)

    def check(self) -> None:
        """Raises ValueError naming what the product got wrong."""
        if self.wrong:
            raise ValueError(f"The product contradicts the truth: {'; '.join(self.wrong)}.")


def numbers(text: str) -> list[float]:
    """All numbers of a text, such as 1,234 and −3.5."""
    return [float(each.replace(",", "").replace("−", "-")) for each in NUMBER.findall(text)]


def cells(row: Locator) -> list[str]:
    """The figures of a table's row as they are shown."""
    return [text.strip() for text in row.locator("td").all_inner_texts()]
