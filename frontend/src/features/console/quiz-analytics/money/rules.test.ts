import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { bookingsText, moneyText, packed, returnText, spanOf } from "./rules";

describe("amounts and returns", () => {
  it("shows parts of bookings only where there are some", () => {
    expect([bookingsText(3), bookingsText(2.5)]).toEqual(["3", "2.5"]);
  });
  it("shows a dash for unknown costs", () => {
    expect([moneyText(null, "EUR"), moneyText(0, "EUR")]).toEqual(["–", "€0"]);
  });
  it("leaves the cents of large amounts out", () => {
    expect([moneyText(99.5, "EUR"), moneyText(1234.56, "EUR")]).toEqual(["€99.50", "€1,235"]);
  });
  it("has no range where there are too few bookings", () => {
    expect(spanOf(null, null, returnText)).toBeNull();
    expect(spanOf(0.44, 312.4, returnText)).toBe("0.4 × – 312 ×");
  });
});

it("packs a file so that the server can unpack it", async () => {
  const text = "Campaign,Day,Cost\nსვანეთი,2026-09-01,1\n".repeat(2000);
  const sent = Buffer.from(await packed(new Blob([text])), "base64");
  expect(sent.length).toBeLessThan(2000);
  expect(gunzipSync(sent).toString("utf8")).toBe(text);
});
