import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { formatMoney } from "@/lib/format";
import type { Insurance, SiteConfig } from "@/lib/site-config";
import { render } from "@/testing/render";
import { platformJson } from "@/testing/seeds";
import { testTenant } from "@/testing/site";
import { InsuranceCards } from "./insurance-cards";

const site = { tenant: testTenant, displayCurrencies: [], insurance: [] } as unknown as SiteConfig;
vi.mock("@/lib/site-config", () => ({ siteConfig: () => site }));
vi.stubGlobal(
  "ResizeObserver",
  class {
    observe() {}
    disconnect() {}
    unobserve() {}
  },
);
afterEach(cleanup);

type Seeded = Insurance & { excess: string | null };

function open(options: Seeded[]) {
  site.insurance = options.map((item) => ({
    ...item,
    excess: item.excess === null ? null : Number(item.excess),
    dailyRate: Number(item.dailyRate),
  }));
  render(<InsuranceCards value="" error={undefined} onChange={() => undefined} />);
}

const seeded = (company: string) =>
  platformJson<{ insurance: Seeded[] }>(`src/abano/seeds/${company}/catalog.json`).insurance;

it.each(["georgia", "alps"])("compares the insurance of %s by the excess of each in money", (company) => {
  const options = seeded(company);
  open(options);
  expect(options.length).toBeGreaterThan(2);
  for (const { label, excess } of options) {
    expect(screen.getByRole("radio", { name: new RegExp(`^${label}`) })).toHaveTextContent(
      `Of damage to the car, you pay at most${formatMoney(Number(excess))}`,
    );
  }
});

it.each(["georgia", "alps"])(
  "no exclusion of %s carries a tick, and each says that it is none",
  (company) => {
    const options = seeded(company);
    open(options);
    for (const { bullets, exclusions } of options) {
      expect(exclusions.length).toBeGreaterThan(0);
      for (const text of exclusions) {
        for (const found of screen.getAllByText(text)) {
          const line = found.parentElement;
          expect(line?.querySelector(".lucide-check")).toBeNull();
          expect(line?.querySelector(".lucide-x")).toHaveAttribute("aria-hidden", "true");
          expect(line).toHaveTextContent(`Not included: ${text}`);
        }
      }
      for (const text of bullets) {
        expect(text).not.toMatch(/\b(not|you pay|yours to pay)\b/i);
        for (const found of screen.getAllByText(text)) {
          expect(found.parentElement).toHaveTextContent(`Included: ${text}`);
        }
      }
    }
  },
);

it("claims no excess where the company has not settled one", () => {
  open(seeded("georgia").map((item) => ({ ...item, excess: null })));
  expect(screen.queryByText(/you pay at most/)).toBeNull();
});
