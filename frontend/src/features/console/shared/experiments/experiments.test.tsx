import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { render } from "@/testing/render";
import { testTenant } from "@/testing/site";
import type { Experiment } from "./api";
import { ExperimentCard } from "./experiment-card";
import { Experiments } from "./experiments";
import { areWhole, evenShares, signed } from "./rules";

vi.mock("@/lib/site-config", () => ({ siteConfig: () => ({ tenant: testTenant }) }));
vi.mock("@/features/console/shared/session", () => ({
  useMe: () => ({ tenant: { timezone: "Asia/Tbilisi" } }),
}));

const started: Experiment = {
  subject: "quiz",
  id: "e1",
  name: "Fewer questions",
  outcome: "running",
  promoteWinner: true,
  startedAt: "2026-06-10T22:00:00Z",
  startedBy: "Nino",
  endsAt: "2026-07-08T22:00:00Z",
  endedAt: null,
  arms: [
    { version: "v1", share: 50, sessions: 412, bookings: 40 },
    { version: "v2", share: 50, sessions: 398, bookings: 45 },
  ],
  comparisons: [{ version: "v2", lift: 0.125, low: -0.31, high: 0.84, isDecided: false }],
  isDrawBroken: false,
  winner: null,
};
const versions = ["v2", "v1"].map((version) => ({
  version,
  publishedAt: "2026-06-01T09:00:00Z",
  publishedBy: null,
  note: "",
  isCurrent: version === "v1",
  questions: 6,
}));
let sent: unknown[];

beforeEach(() => {
  sent = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "POST") {
      sent.push(await request.json());
      return Response.json({ success: true, experiment: started }, { status: 201 });
    }
    if (request.url.includes("/size"))
      return Response.json({
        success: true,
        lift: 0.3,
        pastDays: 28,
        sessions: 560,
        bookings: 60,
        sessionsNeeded: 3210,
        daysNeeded: 161,
      });
    return Response.json({ success: true, running: null, past: [] });
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function draw(element: React.ReactElement) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MemoryRouter>
      <QueryClientProvider client={client}>{element}</QueryClientProvider>
    </MemoryRouter>,
  );
}

test("the verdict says what is known, in words", () => {
  const [open] = started.comparisons ?? [];
  if (!open) throw new Error("no comparison");
  const card = (changes: Partial<Experiment>) => {
    cleanup();
    draw(<ExperimentCard experiment={{ ...started, ...changes }} />);
    return document.body.textContent ?? "";
  };
  expect(card({})).toContain("v2 beside v1: +13%; too early to tell – the truth lies between −31% and +84%.");
  const link = screen.getByRole("link", { name: "v2 in quiz analytics" });
  expect(link.getAttribute("href")).toMatch(/^\/admin\/quiz-analytics\?quizVersion=v2&from=2026-06-11&to=/);
  const decided = { ...open, lift: 0.31, low: 0.04, high: 0.7, isDecided: true };
  expect(card({ outcome: "decided", winner: "v2", comparisons: [decided] })).toContain(
    "Decided: v2 converts better than v1 (+31%); the truth lies between +4% and +70%.",
  );
  const worse = { ...decided, lift: -0.4, low: -0.6, high: -0.1 };
  expect(card({ outcome: "decided", winner: "v1", comparisons: [worse] })).toContain(
    "v2 converts worse than v1",
  );
  const none = { ...open, lift: null, low: -1, high: null };
  expect(card({ comparisons: [none] })).toContain("too few bookings yet to compare v2 with v1");
  expect(card({ outcome: "expired", endedAt: started.endsAt })).toContain("no difference was proved");
  expect(screen.queryByRole("button", { name: "Stop" })).toBeNull();
  expect(card({ isDrawBroken: true })).toContain("do not trust this comparison");
  expect(card({ comparisons: null })).toContain("Couldn't load the figures");
});

test("an experiment is started with the version that is asked now first", async () => {
  draw(<Experiments subject="quiz" className="" versions={versions} />);
  await userEvent.click(await screen.findByRole("button", { name: "Start an experiment" }));
  const form = within(screen.getByRole("dialog"));
  expect((await form.findByRole("status")).textContent).toContain("about 3,210 sessions: some 161 days");
  expect(form.getByRole("status").textContent).toContain("longer than you plan");
  await userEvent.type(form.getByLabelText("What it tries out"), "Fewer questions");
  const share = form.getByLabelText("Share of v1");
  await userEvent.clear(share);
  await userEvent.type(share, "70");
  expect(form.getByRole("alert").textContent).toContain("120");
  expect((form.getByRole("button", { name: "Start it" }) as HTMLButtonElement).disabled).toBe(true);
  const other = form.getByLabelText("Share of v2");
  await userEvent.clear(other);
  await userEvent.type(other, "30");
  await userEvent.click(form.getByRole("button", { name: "Start it" }));
  expect(sent).toEqual([
    {
      subject: "quiz",
      name: "Fewer questions",
      arms: [
        { version: "v1", share: 70 },
        { version: "v2", share: 30 },
      ],
      days: 28,
      promoteWinner: true,
    },
  ]);
});

test("shares are even, and whole when they add up and each version is there once", () => {
  expect(evenShares(3)).toEqual([34, 33, 33]);
  expect(areWhole([0, 1].map((place) => ({ version: `v${place}`, share: 50 })))).toBe(true);
  expect(areWhole([0, 1].map(() => ({ version: "v1", share: 50 })))).toBe(false);
  expect([signed(0.124), signed(-0.124), signed(0.001)]).toEqual(["+12%", "−12%", "0%"]);
});
