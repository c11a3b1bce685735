"""One paid-search visitor all the way through, and the analyst who watches it happen."""

import re
from datetime import UTC, datetime, timedelta

from browser_visitors import book
from loadtests.local_product import EMAIL, PASSWORD
from playwright.sync_api import Browser, Page, ViewportSize, expect
from running_stack import Stack, query_stack

PHONE: ViewportSize = {"width": 390, "height": 844}
DESKTOP: ViewportSize = {"width": 1440, "height": 900}
AD = "/?gclid=TeSter-123&utm_source=google&utm_medium=cpc"

# By number: answers that skip no question.
CHOICES = {4: "The two of us", 9: "In a tent"}
ASKED = 18


def watch_analytics(browser: Browser, stack: Stack) -> Page:
    page = browser.new_context(viewport=DESKTOP, base_url=stack.origin).new_page()
    page.goto(f"{stack.origin}/admin/quiz-analytics")
    page.get_by_label("Email").fill(EMAIL)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Quiz analytics")).to_be_visible()
    expect(page.get_by_test_id("Total Sessions")).to_have_text(re.compile(r"\d+"))
    return page


def figure(page: Page, name: str) -> int:
    return int(page.get_by_test_id(name).inner_text())


def conversions(page: Page) -> int:
    overview = page.request.get(f"/api/quiz/analytics/overview?year={datetime.now(UTC).year}").json()
    return int(overview["analytics"]["conversionCount"])


def expect_figure(page: Page, name: str, value: int) -> None:
    expect(page.get_by_test_id(name)).to_have_text(str(value))


def answer_quiz(page: Page) -> list[str]:
    """Answer every question, the first option unless ``CHOICES`` names another; the texts asked, in order."""
    texts = []
    for number in range(1, ASKED + 1):
        expect(page.get_by_text(f"Question {number} of")).to_be_visible()
        heading = page.get_by_role("heading", level=1)
        texts.append(heading.inner_text())
        options = page.locator("button[aria-pressed]")
        wanted = options.filter(has_text=CHOICES[number]) if number in CHOICES else options.first
        wanted.click()
    return texts


def test_paid_visitor_from_click_to_booking_seen_live(browser: Browser, stack: Stack) -> None:
    admin = watch_analytics(browser, stack)
    before = {name: figure(admin, name) for name in ("Total Sessions", "Completed")}
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    page = context.new_page()

    page.goto(stack.origin + AD)
    expect(page).to_have_url(f"{stack.origin}/black{AD[1:]}")
    assert page.evaluate("localStorage.getItem('gclid')") == "TeSter-123"
    assert page.evaluate("sessionStorage.getItem('gclid')") == "TeSter-123"
    [cookie] = [item for item in context.cookies() if item["name"] == "cross_domain_gclid"]
    assert cookie["value"] == "TeSter-123"
    assert timedelta(days=89) < datetime.fromtimestamp(cookie["expires"], UTC) - datetime.now(UTC)

    page.get_by_role("button", name="Start Quiz").click()
    expect_figure(admin, "Total Sessions", before["Total Sessions"] + 1)
    texts = answer_quiz(page)
    assert len(set(texts)) == ASKED
    expect(page.get_by_text("Quiz Complete! Saving your preferences and redirecting...")).to_be_visible()
    page.wait_for_url(f"{stack.origin}/?**quiz_completed=true**")
    assert (
        page.url == f"{stack.origin}/?gclid=TeSter-123&utm_source=google&utm_medium=cpc&quiz_completed=true"
    )
    expect_figure(admin, "Completed", before["Completed"] + 1)
    first = admin.get_by_role("region", name=texts[0])
    # Other tests' sessions completed without an answer to it.
    [(answered, answer)] = query_stack(
        stack,
        "select count(*), (array_agg(a.answer_text order by a.answered_at desc))[1]"
        " from quiz_answers a join tenants t on t.id = a.tenant_id"
        " where t.slug = 'georgia' and a.question_text = %s",
        texts[0],
    )
    responses = re.compile(rf"^{answered} responses?\b")
    expect(first.get_by_text(responses)).to_be_visible()

    bookings = first.get_by_role("row").filter(has_text=answer).get_by_role("cell").nth(1)
    converted, booked = conversions(admin), int(bookings.inner_text().split()[0])
    book(page)
    rate = f"{100 * (converted + 1) / (before['Total Sessions'] + 1):.1f}%"
    expect(admin.get_by_test_id("Conversion Rate")).to_have_text(rate)
    expect(bookings).to_match_aria_snapshot(f'- cell "{booked + 1}"')
    admin.context.close()
    context.close()
