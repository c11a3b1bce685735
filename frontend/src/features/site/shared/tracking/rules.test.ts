import { describe, expect, it } from "vitest";
import {
  clickIdsIn,
  isClickId,
  isPaidVisit,
  quizRedirect,
  repairedUrl,
  withClickIds,
  withoutIds,
} from "./rules";

describe("paid visits", () => {
  it.each([
    ["?gclid=TeSter-123", true],
    ["?gbraid=0AAAA", true],
    ["?utm_source=google&utm_medium=cpc", true],
    ["?utm_source=Google&utm_medium=PPC", true],
    ["?utm_source=google&utm_medium=paid_search", true],
    ["?utm_source=google&utm_medium=organic", false],
    ["?utm_source=bing&utm_medium=cpc", false],
    ["?gclid=", false],
    ["?gclid=%20%20", false],
    ["?gclid=of.another~form", true],
    ["", false],
  ])("%s", (search, paid) => expect(isPaidVisit(search)).toBe(paid));

  it("go to the quiz with the whole query string, once", () => {
    const search = "?gclid=TeSter-123&utm_source=google&utm_medium=cpc&x=%C3%A9";
    expect(quizRedirect("/", search)).toBe(`/black${search}`);
    expect(quizRedirect("/", `${search}&quiz_completed=true`)).toBeNull();
    expect(quizRedirect("/booking", search)).toBeNull();
    expect(quizRedirect("/thank-you", search)).toBeNull();
    expect(quizRedirect("/", "?utm_source=newsletter")).toBeNull();
  });
});

describe("click ids", () => {
  it.each([
    ["Cj0KCQ-_9", true],
    ["a".repeat(200), true],
    ["a".repeat(201), false],
    ["<script>", false],
    ["", false],
    [null, false],
  ])("%s", (text, valid) => expect(isClickId(text)).toBe(valid));

  it("are read and added without touching the rest", () => {
    expect(clickIdsIn("?gclid=a&wbraid=b&gbraid=%3C")).toEqual({ gclid: "a", wbraid: "b" });
    expect(withClickIds("?a=1", { gclid: "x" })).toBe("?a=1&gclid=x");
    expect(withClickIds("?gclid=mine", { gclid: "other" })).toBe("?gclid=mine");
    expect(withClickIds("", {})).toBe("");
  });
});

describe("addresses without ids", () => {
  it.each([
    ["?gclid=a&utm_source=google", "?utm_source=google"],
    ["?gbraid=a&wbraid=b", ""],
    ["?sessionId=quiz_1&fingerprint=0123456789abcdef&quiz_completed=true", "?quiz_completed=true"],
    ["?pickup=tbilisi%20airport", "?pickup=tbilisi%20airport"],
    ["", ""],
  ])("%s", (search, bare) => expect(withoutIds(search)).toBe(bare));
});

describe("encoded question marks", () => {
  it.each([
    ["/%3Fgclid=abc", "", "/?gclid=abc"],
    ["/booking%3Fgclid=abc", "", "/booking?gclid=abc"],
    ["/", "?%3Fgclid=abc", "/?gclid=abc"],
    ["/", "?utm_source=google%3Fgclid%3Dabc", "/?utm_source=google&gclid=abc"],
    ["/", "?%3Fgclid%3Dabc%26utm_source%3Dgoogle", "/?gclid=abc&utm_source=google"],
    ["/%3Fgclid%3Dabc", "", "/?gclid=abc"],
    ["/", "?utm_term=a%26b&%3Fgclid=abc", "/?utm_term=a%26b&gclid=abc"],
    ["/booking", "?car=fj%3Fgclid%3Dabc", "/booking?car=fj&gclid=abc"],
    ["/booking%3Fgclid%3Dabc%26pickup%3Dtbilisi", "", "/booking?gclid=abc&pickup=tbilisi"],
    ["/", "?%253Fgclid%253Dabc", "/?gclid=abc"],
    ["/", "?gclid%3Dabc&utm_campaign=a%26b%3Dc", "/?gclid=abc&utm_campaign=a%26b%3Dc"],
    ["/", "?%3Fgclid=abc&utm_campaign=a%26b", "/?gclid=abc&utm_campaign=a%26b"],
    ["/", "?utm_source=x&%3Fgbraid=b%3Fwbraid=w&utm_term=z", "/?utm_source=x&gbraid=b&wbraid=w&utm_term=z"],
    ["/", "?gclid=abc", null],
    ["/", "?q=%3F", null],
    ["/", "?q=what?&&gclid=abc", null],
    ["/", "?note=%3Dgclid", null],
  ])("%s%s", (path, search, expected) => expect(repairedUrl(path, search)).toBe(expected));
});
