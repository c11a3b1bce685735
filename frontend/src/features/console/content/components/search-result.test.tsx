import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { render } from "@/testing/render";
import { SearchResult } from "./search-result";

vi.mock("@/lib/site-config", () => ({
  siteConfig: () => ({ contacts: { publicOrigin: "https://abano.example" } }),
}));

it("shows no marks of what a company grants", () => {
  render(
    <SearchResult title="Cars" description="Cars in Tbilisi. {{noDeposit}}We take no deposit." path="/" />,
  );
  expect(screen.getByText("Cars in Tbilisi. We take no deposit.")).toBeVisible();
});
