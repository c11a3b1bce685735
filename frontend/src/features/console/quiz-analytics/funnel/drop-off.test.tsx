import { screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import { render } from "@/testing/render";
import { DropOff } from "./drop-off";
import { type Step, StepTable } from "./step-table";

const step = (questionId: string, stillAnswering: number): Step => ({
  questionId,
  questionText: `Question ${questionId}`,
  seen: 10,
  answered: 6,
  answerRate: 60,
  dropped: 3,
  dropRate: 30,
  stillAnswering,
  skipped: 4,
  medianSeconds: 2,
});
const steps = [step("q1", 2), step("q2", 0)];

it("says how many are still answering, beside those who stopped", () => {
  render(
    <MemoryRouter>
      <DropOff steps={steps} />
    </MemoryRouter>,
  );
  const [first, second] = screen.getAllByRole("listitem") as [HTMLElement, HTMLElement];
  expect(within(first).getByText("30.0% stopped")).toBeInTheDocument();
  expect(within(first).getByText("2 still answering")).toBeInTheDocument();
  expect(within(second).queryByText(/still answering/)).toBeNull();
});

it("has a column of them in the table", () => {
  render(
    <MemoryRouter>
      <StepTable steps={steps} />
    </MemoryRouter>,
  );
  const at = screen
    .getAllByRole("columnheader")
    .findIndex(({ textContent }) => textContent === "Still answering");
  const [, first] = screen.getAllByRole("row") as [HTMLElement, HTMLElement];
  expect(within(first).getAllByRole("cell")[at - 1]).toHaveTextContent("2");
});
