import { expect, test } from "vitest";
import type { ReferredBooking } from "./api";
import { statusNote } from "./words";

const day = (iso: string) => iso.slice(0, 10);
const of = (figures: Partial<ReferredBooking>) =>
  ({ rentalEndsAt: "2026-07-08T05:00:00Z", refusalReason: null, ...figures }) as ReferredBooking;

test("what is pending says when it becomes payable by the company's rule", () => {
  const pending = of({ commissionStatus: "pending" });
  expect(statusNote(pending, "completion", day)).toBe(
    "Payable when the rental is completed, planned for 2026-07-08.",
  );
  expect(statusNote(pending, "confirmation", day)).toBe("Payable when the company confirms the booking.");
});

test("what was refused says why, in the company's words", () => {
  const refused = of({ commissionStatus: "refused", refusalReason: "The guest works for you." });
  expect(statusNote(refused, "completion", day)).toBe("Declined by the company: The guest works for you.");
});
