import { screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, it, vi } from "vitest";
import { keepRecommendation } from "@/features/site/shared/recommendation";
import type { SiteConfig } from "@/lib/site-config";
import { render } from "@/testing/render";
import { testSite, testTenant } from "@/testing/site";
import { RecommendedCar } from "./recommended-car";

const site = { ...testSite(), tenant: testTenant, displayCurrencies: [] } as unknown as SiteConfig;
vi.mock("@/lib/site-config", () => ({ siteConfig: () => site }));

it("leads to the dates of the recommended car, with what is known of the trip, and says who may drive", () => {
  window.history.replaceState(null, "", "/?quiz_completed=true&pickup=tbilisi&pickupDate=2031-07-01");
  keepRecommendation({
    car: "toyota-4runner",
    reasons: ["It climbs."],
    second: "subaru-forester",
    secondReason: null,
    groupSize: 2,
    ageNote: "Drivers must be 23 to 70 years old.",
  });
  render(
    <MemoryRouter>
      <RecommendedCar />
    </MemoryRouter>,
  );
  const link = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  const trip = "?quiz_completed=true&pickup=tbilisi&pickupDate=2031-07-01#dates";
  expect(link("Choose dates for this car")).toBe(`/cars/toyota-4runner${trip}`);
  expect(link("Subaru Forester")).toBe(`/cars/subaru-forester${trip}`);
  expect(screen.getByText("Drivers must be 23 to 70 years old.")).toBeTruthy();
});
