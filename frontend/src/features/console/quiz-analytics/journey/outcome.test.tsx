import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { render } from "@/testing/render";
import { JourneyChart } from "./chart";
import { Outcome } from "./outcome";
import type { Split, Step } from "./rules";

const step = (name: string): Step => ({
  step: name,
  questionId: null,
  questionText: null,
  visits: 0,
  share: 0,
  low: 0,
  high: 0,
  dropped: 0,
  dropRate: 0,
  stillActive: 0,
});

const noOne: Split = {
  visits: 0,
  booked: 0,
  rate: 0,
  low: 0,
  high: 0,
  tooFew: false,
  confirmed: 0,
  cancelled: 0,
  steps: [step("landing"), step("search")],
  time: { bookings: 0, quarter: null, median: null, threeQuarters: null, buckets: [] },
};

it("shows no rate of no visits", () => {
  render(<Outcome name="With the quiz" split={noOne} isChosen={false} onChoose={vi.fn()} />);
  expect(screen.getByRole("button")).toHaveTextContent("–");
  expect(screen.getByRole("button")).not.toHaveTextContent("0.0%");
});

it("shows no share of no visits at a step", () => {
  render(<JourneyChart steps={noOne.steps} />);
  for (const item of screen.getAllByRole("listitem")) {
    expect(item).toHaveTextContent("–");
    expect(item).not.toHaveTextContent("0.0%");
  }
});
