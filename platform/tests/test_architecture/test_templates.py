"""HTML from templates: values are escaped, and none is missing unnoticed."""

import pytest
from jinja2 import UndefinedError

from abano.core.templates import render_html
from abano.messaging.outbox.layout import Letter, Recipient, html_of

MESSAGE = "messaging/outbox/templates/message.mjml"


def test_every_value_is_escaped() -> None:
    page = render_html(
        "site/pages/templates/plain_page.html",
        language='"><b>',
        title="</title><script>",
        text="<img src=x onerror='y'>",
    )
    assert "<script" not in page
    assert "<img" not in page
    assert "<b>" not in page
    assert page.count("&lt;/title&gt;") == 2


def test_link_cannot_leave_its_attribute() -> None:
    link = "https://x.example/\"onclick='y'"
    company = Recipient("Abano", "team@example.com", "", "https://abano.example")
    page = html_of(Letter("Hello", link=link), company, "Hello", "en")
    assert 'href="https://x.example/&#34;onclick=&#39;y&#39;"' in page


def test_missing_value_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        render_html(MESSAGE, opening="Hello")
