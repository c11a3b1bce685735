import { describe, expect, it } from "vitest";
import { clickIdsIn, isClickId, isPaidVisit, quizRedirect, repairedAddress, withClickIds } from "./rules";

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
    ["", false],
  ])("%s", (search, paid) => expect(isPaidVisit(search)).toBe(paid));

  it("go to the quiz with the whole query string, once", () => {
    const search = "?gclid=TeSter-123&utm_source=google&utm_medium=cpc&x=%C3%A9";
    expect(quizRedirect("/", search)).toBe(`/black${search}`);
    expect(quizRedirect("/", `${search}&quiz_completed=true`)).toBeNull();
    expect(quizRedirect("/booking", search)).toBeNull();
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

describe("encoded question marks", () => {
  it.each([
    ["/%3Fgclid=abc", "", "/?gclid=abc"],
    ["/booking%3Fgclid=abc", "", "/booking?gclid=abc"],
    ["/", "?%3Fgclid=abc", "/?gclid=abc"],
    ["/", "?utm_source=google%3Fgclid%3Dabc", "/?utm_source=google&gclid=abc"],
    ["/", "?gclid=abc", null],
    ["/", "?q=%3F", null],
  ])("%s%s", (path, search, expected) => expect(repairedAddress(path, search)).toBe(expected));
});
