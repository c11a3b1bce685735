import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { render } from "@/testing/render";
import { PageError } from "./page-error";

test("a page that broke offers to load again, and does not claim that nothing was lost", () => {
  render(<PageError />);
  expect(screen.getByRole("link", { name: "Reload" })).toBeTruthy();
  expect(screen.getByRole("main").textContent).not.toMatch(/lost/);
});
