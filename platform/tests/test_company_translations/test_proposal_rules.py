"""What a service gets of a text, and which of its answers are proposals."""

import pytest

from abano.company.translations.rules import as_html, as_text

KEPT = '<span translate="no" class="notranslate">{}</span>'
NAME = KEPT.format("{name}")


def test_what_must_not_change_is_marked() -> None:
    text = "Hello {name} & co,\nsee https://example.com/a?b=1 or mail a@example.com <b>now</b>"
    assert as_html(text) == (
        f"Hello {NAME} &amp; co,<br>see {KEPT.format('https://example.com/a?b=1')}"
        f" or mail {KEPT.format('a@example.com')} {KEPT.format('&lt;b&gt;')}now{KEPT.format('&lt;/b&gt;')}"
    )


@pytest.mark.parametrize(
    ("answer", "proposal"),
    [
        (f"Hallo {NAME},<br/> bis bald &amp; tsch\u00fcss", "Hallo {name},\nbis bald & tsch\u00fcss"),
        ("Hallo {Name},<br>bis bald", None),
        ("Hallo,<br>bis bald", None),
        ("Hallo {name} {name},<br>bis bald", None),
        ("Hallo {name}, bis bald", None),
        ("Hallo {name},<br>bis <script>bald</script>", None),
        ("Hallo {name},<br>bis bald https://evil.example", None),
        ("", None),
        ("{name}<br>" + "x" * 1_000, None),
    ],
)
def test_an_answer_that_lost_or_added_something_is_no_proposal(answer: str, proposal: str | None) -> None:
    assert as_text(answer, "Hello {name},\nsee you & bye") == proposal
