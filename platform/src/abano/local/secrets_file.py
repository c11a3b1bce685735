"""Secrets of a developer's machine, generated at the first start and readable by their owner only."""

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
    """The secrets of this data folder, generated at the first start."""
    if file.exists():
        return LocalSecrets(**json.loads(file.read_text(encoding="utf-8")))
    generated = LocalSecrets(secrets.token_urlsafe(32), secrets.token_urlsafe(32), secrets.token_urlsafe(9))
    unfinished = file.with_suffix(".part")
    unfinished.unlink(missing_ok=True)
    handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as output:
        json.dump(asdict(generated), output)
    unfinished.rename(file)
    return generated
