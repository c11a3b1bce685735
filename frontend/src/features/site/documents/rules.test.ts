import { expect, it } from "vitest";
import { backTarget } from "./rules";

const origin = "https://cars.example";

it.each([
  ["?from=/booking?car=fj", "", "", "/booking?car=fj"],
  ["?from=https://evil.example/x", "", "", "/"],
  ["?from=//evil.example/x", "", "", "/"],
  ["?from=/.//evil.example/x", "", "", "/"],
  ["?from=/\\evil.example/x", "", "", "/"],
  ["?from=javascript:alert(1)", "", "", "/"],
  ["", "", `${origin}/booking?a=1`, "/booking?a=1"],
  ["", "", `${origin}/privacy-policy`, "/"],
  ["", "", "https://search.example/", "/"],
  ["?from=/terms-of-service", "", `${origin}/thank-you`, "/thank-you"],
  ["", "/booking?car=fj", `${origin}/`, "/booking?car=fj"],
  ["?from=/black", "/booking", "", "/black"],
  ["", "/privacy-policy", `${origin}/thank-you`, "/thank-you"],
  ["", "//evil.example/x", "", "/"],
  // Another language's address is the same place of this one.
  ["", "", `${origin}/ka/booking?a=1`, "/booking?a=1"],
  ["?from=/ka", "", "", "/"],
  ["", "", `${origin}/ka/privacy-policy`, "/"],
  ["?from=/ka//evil.example", "", "", "/"],
  ["", "", `${origin}/fr/booking`, "/fr/booking"],
])("%s, left %s, after %s leads to %s", (search, left, referrer, target) => {
  expect(backTarget(search, left, referrer, origin, ["en", "ka"])).toBe(target);
});
