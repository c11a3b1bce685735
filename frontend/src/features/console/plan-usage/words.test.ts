import { expect, test } from "vitest";
import { amountOf, measureNames, shareOf, withoutRoom } from "./words";

test.each([
  [0, null, null],
  [0, 10, 0],
  [5, 10, 0.5],
  [12, 10, 1],
  [0, 0, 1],
])("%s of %s is the share %s", (used, limit, share) => {
  expect(shareOf(used, limit)).toBe(share);
});

test("storage is shown in megabytes, all else as a number", () => {
  expect(amountOf("storage_bytes", 1_500_000)).toBe("1.5 MB");
  expect(amountOf("storage_bytes", 2_000_000_000)).toBe("2,000 MB");
  expect(amountOf("vehicles", 1200)).toBe("1,200");
});

test("every measure says what follows when it is used up", () => {
  for (const measure of Object.keys(measureNames) as (keyof typeof measureNames)[]) {
    expect(withoutRoom(measure).message ?? withoutRoom(measure).id).toBeTruthy();
  }
});
