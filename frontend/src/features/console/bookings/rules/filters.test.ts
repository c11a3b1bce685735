import { expect, test } from "vitest";
import { readUrl } from "@/lib/url-state";
import { asQuery, countSet, filterReaders, isFiltered } from "./filters";

const read = (query: string) => readUrl(query, filterReaders);

test("a link brings the whole view back", () => {
  const query = "search=ada&status=pending&car=Subaru+Forester&pickupFrom=2026-07-01&needsReview=true";
  expect(new URLSearchParams(asQuery(read(query))).toString()).toBe(
    "search=ada&status=pending&car=Subaru+Forester&pickupFrom=2026-07-01&needsReview=true",
  );
});

test("what is no filter counts as none", () => {
  const filters = read("status=lost&pickupFrom=tomorrow&needsReview=perhaps");
  expect(asQuery(filters)).toEqual({});
  expect(countSet(filters)).toBe(0);
});

test("the order is asked for, and is no filter", () => {
  const filters = read("sort=-pickupAt");
  expect(asQuery(filters)).toEqual({ sort: "-pickupAt" });
  expect(isFiltered(filters)).toBe(false);
  expect(asQuery(read("sort=status"))).toEqual({});
});

test("filters are counted without the search", () => {
  expect(countSet(read("search=ada&status=active&car=Golf"))).toBe(2);
});
