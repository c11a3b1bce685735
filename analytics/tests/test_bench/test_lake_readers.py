"""The program that reads the lake by Daft is no part of the product, and says what it needs."""

import sys

import pytest
from loadtests.bench import lake_readers
from loadtests.local_product import ROOT


@pytest.mark.parametrize("python", ["/nowhere/bin/python", "without Daft"])
def test_what_is_missing_is_named_with_how_to_get_it(python: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # The tests' own environment has no Daft.
    given = sys.executable if python == "without Daft" else python
    monkeypatch.setattr(sys, "argv", ["lake_readers", "--python", given])
    with pytest.raises(SystemExit, match=r"--require-hashes -r loadtests/lake/daft\.lock"):
        lake_readers.main()
    assert (ROOT / "loadtests" / "lake" / "daft.lock").is_file()
