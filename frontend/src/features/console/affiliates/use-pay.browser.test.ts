import { expect, test } from "vitest";
import type { Affiliate } from "./api";
import { whyNot } from "./use-pay";
import { partsInWords } from "./words";

const noOne = {
  commissionPayable: 0,
  commissionPending: 0,
  commissionHeld: 0,
  commissionOwed: 0,
} as Affiliate;
const of = (figures: Partial<Affiliate>): Affiliate => ({ ...noOne, ...figures });

test("what is payable is paid, whatever else waits", () => {
  expect(
    whyNot(of({ commissionPayable: 1, commissionPending: 5, commissionHeld: 5 }), "completion"),
  ).toBeNull();
});

test("each reason against paying has its own sentence", () => {
  expect(whyNot(noOne, "completion")).toBe("This affiliate has no unpaid commissions");
  expect(whyNot(of({ commissionHeld: 5, commissionOwed: 5 }), "completion")).toBe(
    "All unpaid commissions of this affiliate are on hold",
  );
  expect(whyNot(of({ commissionPending: 5 }), "confirmation")).toBe(
    "Nothing is payable yet: a commission becomes payable when the booking is confirmed.",
  );
  expect(whyNot(of({ commissionPending: 5, commissionHeld: 5 }), "completion")).toContain(
    "when the rental is completed. Others are on hold.",
  );
});

test("zero parts are left out", () => {
  const money = (amount: number) => `€${amount}`;
  expect(partsInWords({ payable: 77, pending: 0, held: 5 }, money)).toBe("€77 payable, €5 on hold");
  expect(partsInWords({ payable: 0, pending: 0, held: 0 }, money)).toBe("");
});
