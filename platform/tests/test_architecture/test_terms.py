"""`make check` refuses the terms of .ci/terms.txt, in prose and as parts of names, and says what to write instead."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


def check_terms(path: Path) -> subprocess.CompletedProcess[str]:
    codespell = Path(sys.executable).parent / "codespell"
    return subprocess.run([str(codespell), str(path)], cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("# Asked by somebody else.", "somebody ==> someone"),
        ("# Kept for whoever signs in.", "whoever ==> anyone who"),
        ("def is_forsaken() -> bool: ...", "forsaken ==> abandoned"),
        ("const isSomebodyHere = true;", "Somebody ==> Someone"),
        ("MOST_ROWS = 500", "MOST_ ==> MAX_"),
        ('msgid "Send an e-mail"', "e-mail ==> email"),
    ],
)
def test_a_planted_term_is_found_with_its_replacement(tmp_path: Path, text: str, finding: str) -> None:
    planted = tmp_path / "planted.py"
    planted.write_text(f"{text}\n")
    found = check_terms(planted)
    assert found.returncode != 0
    assert finding.lower() in found.stdout.lower()


def test_plain_words_pass(tmp_path: Path) -> None:
    plain = tmp_path / "plain.py"
    plain.write_text("MAX_ROWS = 500  # someone asked for most of them by email\n")
    assert check_terms(plain).returncode == 0
