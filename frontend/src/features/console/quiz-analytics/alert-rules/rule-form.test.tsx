import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, within } from "@testing-library/react";
import { beforeAll, expect, it } from "vitest";
import { render } from "@/testing/render";
import { testTenant } from "@/testing/site";
import { choicesQuery } from "../api";
import type { View } from "../rules/view";
import { RuleForm } from "./rule-form";

beforeAll(() => {
  document.body.innerHTML = `<script id="site-config" type="application/json">${JSON.stringify({ tenant: testTenant })}</script>`;
});

const view: View = { year: 2026, month: undefined, days: undefined, filters: { device: "phone" } };

it("offers the campaigns of the period by name", () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(choicesQuery(view, "utmCampaign").queryKey, {
    choices: {
      utmCampaign: [
        { value: "autumn & 4x4", sessions: 12 },
        { value: "(none)", sessions: 3 },
      ],
    },
  } as never);
  render(
    <QueryClientProvider client={client}>
      <RuleForm view={view} readers={[]} rule={null} onDone={() => undefined} />
    </QueryClientProvider>,
  );
  const select = screen.getByRole("combobox", { name: "Sessions" });
  const options = within(select).getAllByRole<HTMLOptionElement>("option");
  expect(options.map(({ text }) => text)).toEqual([
    "Current filters of the page",
    "All",
    "Campaign autumn & 4x4",
    "Sessions without a campaign",
  ]);
});
