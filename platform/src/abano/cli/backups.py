"""Commands that back up and restore."""

import os
from pathlib import Path
from typing import Annotated

import typer

from abano.cli.startup import with_database
from abano.config import load_settings

app = typer.Typer()


@app.command("backup-key")
def backup_key(
    output: Annotated[Path, typer.Argument(help="File for the private key; keep it away from the backups")],
) -> None:
    """Generate the key pair for backups. Prints the public key."""
    from abano.backup.archive import make_key

    public, private = make_key()
    # Never overwrites: an older backup may need the existing key.
    with os.fdopen(os.open(output, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(f"# public key: {public}\n{private}\n")
    print(public)


@app.command()
def backup(
    folder: Annotated[Path, typer.Option(help="Where backups are kept")],
    recipient: Annotated[list[str], typer.Option(help="Public key (age1…) to encrypt for; may be repeated")],
    keep_days: Annotated[int, typer.Option(help="Delete backups older than this; 0 = keep all", min=0)] = 0,
) -> None:
    """Back up everything the database keeps, encrypted. Runs beside the service."""
    from abano.backup.service import SUFFIX, back_up, delete_old
    from abano.kit.clock import SystemClock
    from abano.kit.counts import count_of

    settings, now = with_database(load_settings()), SystemClock().now()
    target = folder / f"abano-{now:%Y%m%dT%H%M%SZ}{SUFFIX}"
    summary = back_up(settings, target, recipient, now)
    size = target.stat().st_size
    print(f"{target}: {summary.total} rows at revision {summary.revision}, {size} bytes.")
    print(f"{summary.files} photographs and documents, {summary.lost} more not in their store.")
    if keep_days and (deleted := delete_old(folder, keep_days, now)):
        print(f"{deleted} older than {count_of(keep_days, 'day')} deleted.")


@app.command()
def restore(
    source: Annotated[Path, typer.Argument(help="The backup's file")],
    identity_file: Annotated[Path, typer.Option(help="The private key's file, as backup-key made it")],
) -> None:
    """Restore a backup into an empty database, in one transaction."""
    from abano.backup.service import restore as restore_backup

    lines = identity_file.read_text(encoding="utf-8").splitlines()
    identity = next((line for line in lines if line and not line.startswith("#")), "")
    summary = restore_backup(with_database(load_settings()), source, identity)
    print(f"{summary.total} rows restored from revision {summary.revision}.")
    print(f"{summary.files} photographs and documents restored.")
    print("Start analytics with an empty warehouse or the old one: it notices and reads everything again.")
