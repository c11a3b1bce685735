"""What a developer's machine needs to keep secret between two starts: made once, readable by its owner only."""

import json
import os
import secrets
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class LocalSecrets:
    secret_key: str
    internal_secret: str
    admin_password: str


def load_or_make(file: Path) -> LocalSecrets:
    """The secrets of this data folder; made at the first start."""
    if file.exists():
        return LocalSecrets(**json.loads(file.read_text(encoding="utf-8")))
    made = LocalSecrets(secrets.token_urlsafe(32), secrets.token_urlsafe(32), secrets.token_urlsafe(9))
    unfinished = file.with_suffix(".part")
    unfinished.unlink(missing_ok=True)
    handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as output:
        json.dump(asdict(made), output)
    unfinished.rename(file)
    return made
