import { cleanup, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { formatMoney } from "@/lib/format";
import type { SiteConfig } from "@/lib/site-config";
import { render } from "@/testing/render";
import { testSite, testTenant } from "@/testing/site";
import type { Details } from "../rules/schema";
import { DecisionTerms } from "./decision-terms";

const site = {
  ...testSite(),
  tenant: testTenant,
  documents: [],
  displayCurrencies: [],
} as unknown as SiteConfig;
vi.mock("@/lib/site-config", () => ({ siteConfig: () => site }));

const excess = (insuranceType: string) => {
  const details = {
    insuranceType,
    carType: "Subaru Forester",
    pickupDate: "2031-07-01",
    pickupTime: "09:00",
  };
  cleanup();
  render(<DecisionTerms details={details as Details} />);
  return screen.getByText(/for damage/).closest("[data-term=excess]");
};

it("says what the chosen protection leaves to pay, by its name", () => {
  expect(excess("minimum")).toHaveTextContent(
    `Decline Protection: you pay at most ${formatMoney(15_000)} for damage to the car`,
  );
  expect(excess("minimum")).not.toHaveTextContent(/your insurance/);
});

it("says beside no excess what is not covered", () => {
  expect(excess("enhanced")).toHaveTextContent(
    "Full Insurance: you pay nothing for damage that it covers" + "Not covered: Tyres while driving off-road",
  );
});
