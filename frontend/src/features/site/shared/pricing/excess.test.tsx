import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { IncludedList } from "@/components/ui/included-list";
import { formatMoney } from "@/lib/format";
import type { Insurance } from "@/lib/site-config";
import { render } from "@/testing/render";
import { platformJson } from "@/testing/seeds";
import { coverOf } from "./excess";

afterEach(cleanup);

const option = { bullets: ["Theft"], exclusions: ["Tyres"], dailyRate: 0 } as unknown as Insurance;
const euros = (amount: number) => formatMoney(amount, "EUR");

it.each([
  [null, ["Theft"], ["Tyres"]],
  [0, ["Theft", "No excess: nothing of a damage to pay"], ["Tyres"]],
  [5000, ["Theft"], ["Tyres", "You pay up to €5,000 for damage to the car"]],
])("an excess of %s", (excess, included, excluded) => {
  expect(coverOf({ ...option, excess }, euros)).toEqual({ included, excluded });
});

it.each(["georgia", "alps"])(
  "no exclusion of %s carries a tick, and each says that it is none",
  (company) => {
    const { insurance } = platformJson<{ insurance: Insurance[] }>(`src/abano/seeds/${company}/catalog.json`);
    for (const item of insurance) {
      const { included, excluded } = coverOf({ ...item, excess: Number(item.excess) }, euros);
      render(<IncludedList included={included} excluded={excluded} />);
      expect(excluded.length).toBeGreaterThan(0);
      for (const text of excluded) {
        const line = screen.getByText(text).parentElement;
        expect(line?.querySelector(".lucide-check")).toBeNull();
        expect(line?.querySelector(".lucide-x")).toHaveAttribute("aria-hidden", "true");
        expect(line).toHaveTextContent(`Not included: ${text}`);
      }
      for (const text of included) {
        expect(text).not.toMatch(/\b(not|you pay|yours to pay)\b/i);
        expect(screen.getByText(text).parentElement).toHaveTextContent(`Included: ${text}`);
      }
      cleanup();
    }
  },
);
