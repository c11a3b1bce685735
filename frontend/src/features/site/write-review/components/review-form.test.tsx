import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SiteConfig } from "@/lib/site-config";
import { render } from "@/testing/render";
import { testSite, testTenant } from "@/testing/site";
import { ReviewForm } from "./review-form";

const site = { ...testSite(), tenant: testTenant, documents: [] } as unknown as SiteConfig;
vi.mock("@/lib/site-config", () => ({ siteConfig: () => site }));

const review = {
  car: "Subaru Forester",
  rating: 0,
  text: "",
  author: "Ada",
  language: "en",
  isOpen: true,
  isWritten: false,
};
let answers: Response[];
let sent: unknown[];
const save = vi.fn();

beforeEach(() => {
  answers = [];
  sent = [];
  save.mockReset();
  vi.stubGlobal("fetch", async (request: Request) => {
    sent.push(await request.json());
    return answers.shift() ?? Response.json({ ...review, isWritten: true });
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ReviewForm token="t" review={review} onSaved={save} />
    </QueryClientProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const text = () => screen.getByLabelText<HTMLTextAreaElement>("Your review");
const press = () => fireEvent.click(screen.getByRole("button", { name: "Send review" }));

test("what is missing is said beside it, and nothing is sent", async () => {
  press();
  await screen.findByText("Choose one to five stars");
  expect(text()).toHaveAccessibleDescription("Please write a few words");
  expect(sent).toEqual([]);
});

test("a refused field says why, and what was typed stays until it is taken", async () => {
  const fields = [{ field: "author", code: "too_long", message: "A shorter name, please" }];
  answers = [Response.json({ success: false, error: "Invalid", message: "", fields }, { status: 422 })];
  fireEvent.click(screen.getByLabelText("5 of 5 stars"));
  fireEvent.change(text(), { target: { value: "Quiet and clean" } });
  press();
  await waitFor(() =>
    expect(screen.getByLabelText("Name shown")).toHaveAccessibleDescription("A shorter name, please"),
  );
  expect(text().value).toBe("Quiet and clean");
  press();
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
  expect(sent[1]).toEqual({
    token: "t",
    rating: 5,
    text: "Quiet and clean",
    author: "Ada",
    language: "en",
  });
});
