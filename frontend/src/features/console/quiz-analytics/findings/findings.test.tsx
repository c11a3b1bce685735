import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "@/lib/api";
import { render } from "@/testing/render";
import { testTenant } from "@/testing/site";
import { ViewContext } from "../components/view-context";
import type { View } from "../rules/view";
import { Findings } from "./findings";
import type { Finding } from "./words";

beforeEach(() => {
  document.body.innerHTML = `<script id="site-config" type="application/json">${JSON.stringify({ tenant: testTenant })}</script>`;
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const view: View = { year: 2026, month: undefined, days: undefined, filters: {} };
const range = { sessions: 1000, low: -26.4, high: -15 };

const question: Finding = {
  kind: "question",
  questionId: "q1",
  questionText: "When?",
  dropped: 200,
  dropRate: 20,
  bookings: -20,
  ...range,
  cause: { filter: "device", value: "phone", dropRate: 30, otherDropRate: 5 },
};
const campaign: Finding = {
  kind: "campaign",
  source: "google",
  medium: "cpc",
  campaign: "Winter",
  rate: 0,
  otherRate: 18,
  bookings: -9.7,
  ...range,
};
const change: Finding = {
  kind: "change",
  metric: "completion",
  source: null,
  medium: null,
  campaign: null,
  rate: 20,
  otherRate: 60,
  bookings: 0,
  ...range,
};

function show(findings: Finding[], counting = false) {
  vi.spyOn(api, "GET").mockResolvedValue({
    data: {
      success: true,
      counting,
      stale: false,
      beforeFrom: "2026-05-23",
      beforeTo: "2026-05-31",
      findings,
    },
    response: new Response(),
  } as never);
  const choose = vi.fn();
  const look = vi.fn();
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <ViewContext value={{ view, look }}>
          <Findings view={view} onChoose={choose} />
        </ViewContext>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  return { choose, look };
}

it("says where bookings are lost and who causes it, and leads to the sessions", async () => {
  const { choose, look } = show([question, campaign]);
  const [first, second] = (await screen.findAllByRole("listitem")) as [HTMLElement, HTMLElement];
  expect(first).toHaveTextContent("Visitors leave at “When?”");
  expect(first).toHaveTextContent("200 of 1,000 sessions end here (20.0%). Phone: 30.0%, all others: 5.0%.");
  expect(first).toHaveTextContent("−20 bookings");
  expect(first).toHaveTextContent("−26 to −15");
  await userEvent.click(within(first).getByRole("button", { name: "Filter" }));
  expect(choose).toHaveBeenLastCalledWith({ device: "phone" });
  await userEvent.click(within(first).getByRole("button", { name: "Show sessions" }));
  expect(look).toHaveBeenLastCalledWith({
    kind: "dropped",
    question: "q1",
    title: "Visitors leave at “When?”",
  });
  expect(second).toHaveTextContent("google / cpc · Winter books less often");
  await userEvent.click(within(second).getByRole("button", { name: "Filter" }));
  expect(choose).toHaveBeenLastCalledWith({ utmSource: "google", utmCampaign: "Winter" });
});

it("names the days that a change is against, and no bookings where none are at stake", async () => {
  show([change]);
  const item = await screen.findByRole("listitem");
  expect(item).toHaveTextContent("Completion rate fell to 20.0%");
  expect(item).toHaveTextContent("60.0% in 23–31 May 2026.");
  expect(item).not.toHaveTextContent("bookings");
  expect(within(item).queryByRole("button", { name: "Filter" })).toBeNull();
});

it("shows four at first", async () => {
  show(["A", "B", "C", "D", "E"].map((name) => ({ ...campaign, campaign: name })));
  expect(await screen.findAllByRole("listitem")).toHaveLength(4);
  await userEvent.click(screen.getByRole("button", { name: "Show all 5 findings" }));
  expect(screen.getAllByRole("listitem")).toHaveLength(5);
});

it("says that nothing differs only when everything is counted", async () => {
  show([], true);
  expect(await screen.findByText("Calculating…")).toBeInTheDocument();
});
