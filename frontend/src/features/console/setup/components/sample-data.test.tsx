import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Setup } from "@/features/console/shared/setup/api";
import { render } from "@/testing/render";
import { SampleData } from "./sample-data";

const setup: Setup = { success: true, isOpen: false, steps: [], done: 0, sampleState: "offered" };

function show(changes: Partial<Setup>, mayChange = true) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SampleData setup={{ ...setup, ...changes }} mayChange={mayChange} />
    </QueryClientProvider>,
  );
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("sample data is offered to an owner of an empty company alone", () => {
  show({});
  expect(screen.getByRole("button", { name: "Add sample data" })).toBeEnabled();
  cleanup();
  show({}, false);
  expect(screen.queryByText("Sample data")).toBeNull();
  cleanup();
  show({ sampleState: "none" });
  expect(screen.queryByText("Sample data")).toBeNull();
});

test("who may not remove it still sees that it is there", () => {
  show({ sampleState: "added" }, false);
  expect(screen.getByText("Your site has sample data")).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
});

test("a removal is one click and says what stays", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async ({ method, url }: Request) => {
    asked.push(`${method} ${new URL(url, "http://localhost").pathname}`);
    return Response.json({ success: true, kept: [{ part: "cars", label: "VW Golf", reason: "changed" }] });
  });
  show({ sampleState: "added" });
  fireEvent.click(screen.getByRole("button", { name: "Remove sample data" }));
  expect(await screen.findByText("VW Golf")).toBeVisible();
  expect(screen.getByText("You changed it, so it is yours now")).toBeVisible();
  expect(asked).toEqual(["DELETE /api/admin/setup/sample-data"]);
});
