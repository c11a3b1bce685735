"""Both stores keep, give back and remove; an unreachable bucket is reported as such."""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import httpx
import pytest
from pydantic import SecretStr

from abano.core.config import BadSettings, Settings, load_settings
from abano.storage.store import MediaStore, MediaUnavailable, media_store

CONTENT = b"a photograph"
DIGEST = "ab" * 32


@pytest.fixture(scope="module")
def bucket_server() -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = subprocess.Popen(
        [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    address = f"http://127.0.0.1:{port}"
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        try:
            if httpx.put(f"{address}/photographs", trust_env=False).is_success:
                break
        except httpx.TransportError:
            time.sleep(0.1)
    yield address
    server.terminate()
    server.wait(240)


@pytest.fixture(params=["folder", "bucket"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> MediaStore:
    if request.param == "folder":
        return media_store(Settings(data_dir=tmp_path))
    address = request.getfixturevalue("bucket_server")
    settings = Settings(
        data_dir=tmp_path,
        media=f"s3://photographs/{uuid4().hex}",
        s3_endpoint=address,
        s3_access_key="key",
        s3_secret_key=SecretStr("secret"),
    )
    return media_store(settings)


def test_a_store_keeps_gives_back_and_removes(store: MediaStore) -> None:
    ours, theirs = uuid4(), uuid4()
    assert store.get(ours, DIGEST) is None
    store.put(ours, DIGEST, CONTENT)
    store.put(ours, DIGEST, CONTENT)
    assert store.get(ours, DIGEST) == CONTENT
    # The same content of another company is another file.
    assert store.get(theirs, DIGEST) is None
    store.put(theirs, DIGEST, CONTENT)
    assert sorted((each.tenant, each.digest) for each in store.all()) == sorted(
        [(ours, DIGEST), (theirs, DIGEST)]
    )
    assert [each.tenant for each in store.all(ours)] == [ours]
    store.remove(ours, DIGEST)
    store.remove(ours, DIGEST)
    assert store.get(ours, DIGEST) is None
    assert store.get(theirs, DIGEST) == CONTENT


def test_an_unreachable_bucket_is_reported(tmp_path: Path) -> None:
    with socket.socket() as no_one:
        no_one.bind(("127.0.0.1", 0))
        settings = Settings(
            data_dir=tmp_path,
            media="s3://photographs",
            s3_endpoint=f"http://127.0.0.1:{no_one.getsockname()[1]}",
            s3_access_key="key",
            s3_secret_key=SecretStr("secret"),
        )
        with pytest.raises(MediaUnavailable):
            media_store(settings).put(uuid4(), DIGEST, CONTENT)


@pytest.mark.parametrize("value", ["gs://bucket", "s3://", "https://example.com/media"])
def test_only_folders_and_buckets_are_taken(value: str) -> None:
    with pytest.raises(BadSettings, match="ABANO_MEDIA"):
        load_settings({"ABANO_MEDIA": value})
