"""The measure of a poll: a route that returns a ready Python value as JSON."""

import json
import os
from pathlib import Path

import uvicorn
from fastapi import FastAPI
from fastapi.responses import JSONResponse

if __name__ == "__main__":
    value = json.loads(Path(os.environ["BARE_BODY"]).read_text())
    app = FastAPI()

    @app.get("/readyz")
    async def readyz() -> JSONResponse:
        return JSONResponse({"success": True})

    @app.get("/bare")
    async def figures() -> JSONResponse:
        return JSONResponse(value)

    uvicorn.run(
        app, host="127.0.0.1", port=int(os.environ["BARE_PORT"]), access_log=False, log_level="warning"
    )
