"""Encrypted files of backups and exports: keys, writing and reading."""

import io
import os
import tarfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pyrage
from pyrage import x25519

from abano.core.errors import AbanoError, Message

KEY_MISSING = Message(
    "backup_key_missing", "A backup needs at least one age public key to be made for.", for_operators=True
)
PUBLIC_KEY_FORM = Message(
    "backup_public_key_form",
    "A public key begins with age1; `abano backup-key` makes a pair.",
    for_operators=True,
)
PRIVATE_KEY_FORM = Message(
    "backup_private_key_form",
    "The private key's file has one line that begins with AGE-SECRET-KEY-.",
    for_operators=True,
)


class BadKey(AbanoError):
    """This is not an age key."""

    status = 422


class CannotDecrypt(AbanoError):
    """The backup cannot be opened: it is damaged, or was made for another key."""

    status = 422


class BackupWriter:
    """Writes members in order; each fits in memory."""

    def __init__(self, tar: tarfile.TarFile) -> None:
        self._tar = tar

    def add(self, name: str, content: bytes) -> None:
        member = tarfile.TarInfo(name)
        member.size = len(content)
        self._tar.addfile(member, io.BytesIO(content))


def make_key() -> tuple[str, str]:
    """A new pair: the public key that encrypts backups, and the private key that decrypts them."""
    identity = x25519.Identity.generate()
    return str(identity.to_public()), str(identity)


@contextmanager
def writing(target: Path, recipients: Sequence[str]) -> Iterator[BackupWriter]:
    """Write a backup to ``target``, which appears only when the block succeeds. Raises BadKey."""
    if not recipients:
        raise BadKey(KEY_MISSING())
    try:
        keys = [x25519.Recipient.from_str(text) for text in recipients]
    except pyrage.RecipientError as error:
        raise BadKey(PUBLIC_KEY_FORM()) from error
    unfinished = target.with_name(f".{target.name}.part")
    try:
        with (
            unfinished.open("wb") as file,
            _piped_through(lambda source: pyrage.encrypt_io(source, file, keys)) as pipe,
            tarfile.open(fileobj=pipe, mode="w|gz") as tar,
        ):
            yield BackupWriter(tar)
        _flush(unfinished)
        unfinished.rename(target)
    finally:
        unfinished.unlink(missing_ok=True)


@contextmanager
def reading(source: Path, identity: str) -> Iterator[Iterator[tuple[str, bytes]]]:
    """Read the members of a backup with their names, in order. Raises BadKey, CannotDecrypt."""
    try:
        keys = [x25519.Identity.from_str(identity)]
    except pyrage.IdentityError as error:
        raise BadKey(PRIVATE_KEY_FORM()) from error
    read_end, write_end = os.pipe()
    failures: list[BaseException] = []

    def decrypt() -> None:
        try:
            with source.open("rb") as file, os.fdopen(write_end, "wb") as pipe:
                pyrage.decrypt_io(file, pipe, keys)
        except BaseException as error:  # noqa: BLE001 - raised by the reading side
            failures.append(error)

    thread = threading.Thread(target=decrypt)
    thread.start()
    try:
        with os.fdopen(read_end, "rb") as pipe:
            try:
                with tarfile.open(fileobj=pipe, mode="r|gz") as tar:
                    yield _members(tar)
                # Read to the end: only there does decryption verify that nothing is missing.
                while pipe.read(65536):
                    pass
            except (tarfile.TarError, EOFError, OSError) as error:
                raise CannotDecrypt from (failures[0] if failures else error)
    finally:
        thread.join()
    if failures:
        raise CannotDecrypt from failures[0]


def _members(tar: tarfile.TarFile) -> Iterator[tuple[str, bytes]]:
    for member in tar:
        content = tar.extractfile(member)
        yield member.name, content.read() if content else b""


@contextmanager
def _piped_through(work: Callable[[IO[bytes]], None]) -> Iterator[IO[bytes]]:
    """A pipe to write to while ``work`` reads from it in a thread; its exception is raised at the end."""
    read_end, write_end = os.pipe()
    failures: list[BaseException] = []

    def run() -> None:
        try:
            with os.fdopen(read_end, "rb") as source:
                work(source)
        except BaseException as error:  # noqa: BLE001 - raised again below
            failures.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        with os.fdopen(write_end, "wb") as pipe:
            yield pipe
    finally:
        thread.join()
        if failures:
            raise failures[0]


def _flush(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())
