import { expect, test } from "vitest";
import { readUrl } from "@/lib/url-state";
import type { CustomerDetail } from "../api";
import { asQuery, filterReaders } from "./filters";
import { bodyOf, formOf, hasEnded } from "./form";

test("only what is set is asked for", () => {
  const none = readUrl("", filterReaders);
  expect(asQuery(none)).toEqual({});
  expect(asQuery({ search: "  ada ", language: "ka", blacklisted: "true", sort: "-spent" })).toEqual({
    search: "ada",
    language: "ka",
    blacklisted: true,
    sort: "-spent",
  });
  expect(asQuery({ ...none, search: " ", language: "K!" })).toEqual({});
});

test("what is left empty is nothing to the server", () => {
  const customer = { name: "Ada", language: null, licenceNumber: "", licenceExpiresOn: null };
  const form = formOf(customer as CustomerDetail);
  expect(form).toEqual({ name: "Ada", language: "", licenceNumber: "", licenceExpiresOn: "" });
  expect(bodyOf(form, "then")).toEqual({ ...customer, seenAt: "then" });
});

test("a licence is good on its last day", () => {
  expect(hasEnded("2031-05-01", "2031-05-01")).toBe(false);
  expect(hasEnded("2031-05-01", "2031-05-02")).toBe(true);
  expect(hasEnded(null, "2031-05-02")).toBe(false);
});
