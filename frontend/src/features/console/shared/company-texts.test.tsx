import { i18n } from "@lingui/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { provideSiteConfig, type SiteConfig } from "@/lib/site-config";
import { render } from "@/testing/render";
import { testTenant } from "@/testing/site";
import { useCompanyTexts } from "./company-texts";

const speaking = (name: string) =>
  ({
    tenant: { ...testTenant, languages: ["en", "ka"] },
    locations: [{ code: "tbilisi", name }],
  }) as unknown as SiteConfig;

function Place() {
  return <p>{useCompanyTexts().locations[0]?.name}</p>;
}

afterEach(() => {
  cleanup();
  act(() => i18n.activate("en"));
  vi.unstubAllGlobals();
});

test("places are named in the user's language where the company speaks it, else in its first", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async ({ url }: Request) => {
    asked.push(new URL(url, "http://localhost").search);
    return Response.json({ success: true, site: speaking("თბილისი") });
  });
  provideSiteConfig(speaking("Tbilisi"));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Place />
    </QueryClientProvider>,
  );
  expect(screen.getByText("Tbilisi")).toBeVisible();
  act(() => i18n.loadAndActivate({ locale: "ka", messages: {} }));
  expect(await screen.findByText("თბილისი")).toBeVisible();
  act(() => i18n.loadAndActivate({ locale: "de", messages: {} }));
  expect(screen.getByText("Tbilisi")).toBeVisible();
  expect(asked).toEqual(["?lang=ka"]);
});
