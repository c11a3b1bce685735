import { expect, test } from "vitest";
import { blockBody, blockSchema } from "./rules";

test("a block's times are those of the company's clocks", () => {
  const form = blockSchema.parse({
    kind: "workshop",
    title: "Brakes",
    from: "2026-12-01T09:00",
    until: "2026-12-02T18:30",
  });
  expect(blockBody(form, "Asia/Tbilisi")).toMatchObject({
    startsAt: "2026-12-01T05:00:00.000Z",
    endsAt: "2026-12-02T14:30:00.000Z",
  });
  expect(blockSchema.safeParse({ ...form, until: form.from }).success).toBe(false);
});
