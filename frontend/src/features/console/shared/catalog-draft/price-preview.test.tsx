import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { SiteConfig } from "@/lib/site-config";
import { render } from "@/testing/render";
import { testSite, testTenant } from "@/testing/site";
import { PricePreview } from "./price-preview";

const site = {
  ...testSite(),
  tenant: { ...testTenant, timezone: "Asia/Tbilisi" },
  services: [{ code: "tent", label: "Dachzelt" }],
} as unknown as SiteConfig;
vi.mock("@/lib/site-config", () => ({ siteConfig: () => site }));

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("begins in two weeks by the company's calendar, with lines in the reader's language", async () => {
  // 01:30 on 2 July in Tbilisi.
  vi.useFakeTimers({ now: new Date("2031-07-01T21:30:00Z"), toFake: ["Date"] });
  const lines = [{ code: "tent", label: "Roof tent", quantity: 1, unitPrice: 70, amount: 70 }];
  const price = { totalPrice: 70, currency: "EUR", lines };
  const bodies: Record<string, string>[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "GET") return Response.json({ success: true, revision: 1, items: [] });
    bodies.push(await request.json());
    return Response.json({ success: true, live: price, draft: price });
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PricePreview car="Lada Niva" />
    </QueryClientProvider>,
  );
  expect(await screen.findAllByText("Dachzelt")).toHaveLength(2);
  expect(bodies[0]).toMatchObject({ pickupDate: "2031-07-16", returnDate: "2031-07-23" });
});
