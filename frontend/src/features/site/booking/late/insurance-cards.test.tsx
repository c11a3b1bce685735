import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { formatMoney } from "@/lib/format";
import type { Insurance, SiteConfig } from "@/lib/site-config";
import { render } from "@/testing/render";
import { testInsurance, testTenant } from "@/testing/site";
import { InsuranceCards } from "./insurance-cards";

const site = { tenant: testTenant, displayCurrencies: [], insurance: [] } as unknown as SiteConfig;
vi.mock("@/lib/site-config", () => ({ siteConfig: () => site }));

function open(options: Insurance[]) {
  site.insurance = options;
  render(<InsuranceCards car={undefined} days={7} value="" error={undefined} onChange={() => undefined} />);
}

const seeded = testInsurance;

it.each(["georgia", "alps"])("compares the insurance of %s by the excess of each in money", (company) => {
  const options = seeded(company);
  open(options);
  expect(options.length).toBeGreaterThan(2);
  const repair = formatMoney(Math.max(...options.map(({ excess }) => excess ?? 0)));
  for (const { label, excess, dailyRate } of options) {
    const card = screen.getByRole("radio", { name: new RegExp(`^${label}`) }).closest("label");
    expect(card).toHaveTextContent(`Of damage to the car, you pay at most${formatMoney(excess ?? 0)}`);
    expect(card).toHaveTextContent(
      `Example: of a covered repair for ${repair} you pay ${formatMoney(excess ?? 0)}.`,
    );
    if (dailyRate > 0) expect(card).toHaveTextContent(`${formatMoney(dailyRate * 7)} for 7 days`);
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

it("claims no excess where the company has not set one", () => {
  open(seeded("georgia").map((item) => ({ ...item, excess: null })));
  expect(screen.queryByText(/you pay at most/)).toBeNull();
});

it("says beside a zero what is not covered after all", () => {
  open(seeded("georgia"));
  const [exclusion = ""] = seeded("georgia").at(-1)?.exclusions ?? [];
  const row = screen.getByText(formatMoney(0)).parentElement?.parentElement;
  expect(row).toHaveTextContent(`Not included: ${exclusion}`);
  expect(screen.getAllByText(exclusion)).toHaveLength(1);
});

it.each(["georgia", "alps", "starter"])("recommends no option of %s that is no cover", (company) => {
  for (const { recommended, dailyRate, excess } of seeded(company)) {
    expect(recommended && dailyRate === 0 && excess !== 0).toBe(false);
  }
});

it("says why the company recommends an option", () => {
  open(seeded("alps"));
  expect(screen.getByRole("radio", { name: /Our recommendation/ }).closest("label")).toHaveTextContent(
    `Our recommendationLowers what you pay for damage from ${formatMoney(3000)} to ${formatMoney(500)}`,
  );
});
