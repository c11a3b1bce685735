import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { render } from "@/testing/render";
import { SkipLink } from "./skip-link";

it("is the first stop, skips everything above the content, and leaves the URL unchanged", async () => {
  render(
    <>
      <SkipLink />
      <header>
        <a href="/">Home</a>
      </header>
      <main id="content">
        <a href="/cars">Cars</a>
      </main>
    </>,
  );
  await userEvent.tab();
  expect(screen.getByRole("link", { name: "Skip to content" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(screen.getByRole("main")).toHaveFocus();
  expect(window.location.hash).toBe("");
  await userEvent.tab();
  expect(screen.getByRole("link", { name: "Cars" })).toHaveFocus();
});
