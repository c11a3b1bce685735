import { i18n } from "@lingui/core";
import { act, cleanup, screen } from "@testing-library/react";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { afterEach, expect, it } from "vitest";
import { render } from "@/testing/render";
import { translate } from "@/testing/translations";
import { DistributionCard } from "../answers/distribution";
import { Campaigns } from "../campaigns/campaigns";

translate("ru", [["{rate} of them booked", "{rate} забронировали"]]);
translate("de", [[["Sessions", "column of campaigns"], "Sitzungen"]]);

afterEach(() => {
  cleanup();
  act(() => i18n.activate("en"));
});

const answer = {
  text: "Family",
  value: "family",
  count: 1200,
  percentage: 62.5,
  conversions: 30,
  conversionRate: 2.5,
  low: 1.7,
  high: 3.5,
  lift: 12.4,
  significant: false,
  evidence: "chance",
} as const;
const question = {
  questionId: "q1",
  questionText: "With whom do you travel?",
  totalResponses: 1920,
  totalConversions: 40,
  questionConversionRate: 2.1,
  answers: [answer],
};

it("draws figures again in the other language, though nothing but the language changed", () => {
  render(<DistributionCard question={question} number={1} end={8} />);
  expect(screen.getByText("2.1% of them booked")).toBeVisible();
  expect(screen.getByText("62.5%")).toBeVisible();
  act(() => i18n.activate("ru"));
  expect(screen.getByText(/^2,1\s%\sзабронировали$/)).toBeVisible();
  expect(screen.getByText(/^62,5\s%$/)).toBeVisible();
  expect(screen.getByText(/^\+12\s%/)).toBeVisible();
});

it("draws the heads of a table again, and its money", () => {
  const campaign = {
    source: "google",
    medium: "cpc",
    campaign: "brand",
    totalSessions: 1500,
    completionRate: 80,
    conversionCount: 30,
    conversionRate: 2,
    bookedValue: 12345.5,
  } as Parameters<typeof Campaigns>[0]["campaigns"][number];
  const page = <Campaigns campaigns={[campaign]} currency="EUR" />;
  render(<RouterProvider router={createMemoryRouter([{ path: "/", element: page }])} />);
  expect(screen.getByText("€12,345.50")).toBeVisible();
  act(() => i18n.activate("de"));
  expect(screen.getByRole("columnheader", { name: "Sitzungen" })).toBeInTheDocument();
  expect(screen.getByText(/^12\.345,50\s€$/)).toBeVisible();
  expect(screen.getByText("1.500")).toBeVisible();
});
