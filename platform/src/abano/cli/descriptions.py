"""Commands that write what the frontend is generated from."""

import json
from pathlib import Path
from typing import Annotated

import typer

from abano.config import Settings

app = typer.Typer()


@app.command()
def openapi(
    output: Annotated[Path | None, typer.Argument(help="File to write; none = print")] = None,
) -> None:
    """Write the API description that the frontend's types are generated from."""
    from abano.main import create_app

    # No connection is opened, so any address will do.
    settings = Settings(database_url="postgresql://localhost/abano")
    text = json.dumps(create_app(settings).openapi(), indent=2, ensure_ascii=False, sort_keys=True) + "\n"
    if output:
        output.write_text(text, encoding="utf-8")
    else:
        print(text, end="")


@app.command("server-messages")
def server_messages(output: Annotated[Path, typer.Argument(help="File to write")]) -> None:
    """Write the sentences of the API as the frontend's message descriptors."""
    from abano.http.message_catalog import as_typescript

    output.write_text(as_typescript(), encoding="utf-8")
