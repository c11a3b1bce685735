import { describe, expect, it } from "vitest";
import { freshnessOf, type Poll } from "./freshness";

const fresh: Poll = {
  dataUpdatedAt: 2000,
  isError: false,
  data: { realTimeMetadata: { dataThrough: "2026-06-10T09:00:05Z", stale: false } },
};

describe("freshnessOf", () => {
  it("says no more than the worst of the figures allows", () => {
    expect(freshnessOf([fresh, { ...fresh, dataUpdatedAt: 1000 }])).toEqual({
      checkedAt: 1000,
      completeUntil: 1000,
      behind: false,
    });
  });

  it("is behind as soon as one poll fails, though the others go on", () => {
    expect(freshnessOf([fresh, { ...fresh, isError: true }]).behind).toBe(true);
  });

  it("is behind when the server says so, and complete until then", () => {
    const dataThrough = "1970-01-01T00:00:01.500Z";
    const stale = { ...fresh, data: { realTimeMetadata: { dataThrough, stale: true } } };
    expect(freshnessOf([fresh, stale])).toEqual({ checkedAt: 2000, completeUntil: 1500, behind: true });
    const nothing = { ...fresh, data: { realTimeMetadata: { dataThrough: null, stale: true } } };
    expect(freshnessOf([fresh, nothing]).completeUntil).toBe(0);
  });

  it("stays complete until the last good answer when a poll fails", () => {
    expect(freshnessOf([fresh, { ...fresh, isError: true }]).completeUntil).toBe(2000);
  });

  it("has checked nothing before every figure has come", () => {
    const waiting: Poll = { dataUpdatedAt: 0, isError: false, data: undefined };
    expect(freshnessOf([fresh, waiting])).toEqual({ checkedAt: 0, completeUntil: 0, behind: false });
  });
});
