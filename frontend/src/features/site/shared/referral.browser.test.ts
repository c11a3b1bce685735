import { beforeEach, expect, test } from "vitest";
import { holdInMemory } from "@/lib/storage";
import { forgetReferral, rememberedReferral, rememberReferral } from "./referral";

const day = 86_400_000;

beforeEach(() => {
  holdInMemory("nothing");
  forgetReferral();
});

test("the newest code is remembered for 90 days, in capital letters", () => {
  rememberReferral("?ref=nomad-7kqmx", 0);
  rememberReferral("?utm_source=blog", day);
  expect(rememberedReferral(90 * day)).toBe("NOMAD-7KQMX");
  rememberReferral("?ref=OTHER", 80 * day);
  expect(rememberedReferral(91 * day)).toBe("OTHER");
  expect(rememberedReferral(171 * day)).toBe("");
});

test.each(["?ref=", "?ref=%3Cscript%3E", `?ref=${"A".repeat(41)}`, "?ref=a b", ""])(
  "%s is no code",
  (search) => {
    rememberReferral(search, 0);
    expect(rememberedReferral(0)).toBe("");
  },
);

test("without consent nothing is written, and with it what came before is kept", () => {
  holdInMemory("tracking");
  rememberReferral("?ref=NOMAD", 0);
  expect(rememberedReferral(0)).toBe("NOMAD");
  expect(window.localStorage.getItem("referral_code")).toBeNull();
  holdInMemory("nothing");
  expect(window.localStorage.getItem("referral_code")).toContain("NOMAD");
});
