import { act, fireEvent, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, it, vi } from "vitest";
import { applyConsent, askAgain, consentId, decideConsent } from "@/lib/consent";
import { render } from "@/testing/render";
import { storeClickIds } from "./click-store";
import { ConsentBar } from "./consent-bar";

const tracking = vi.hoisted(() => ({ consentRequired: true, clickIdDomains: [] as string[] }));
vi.mock("@/lib/site-config", () => ({ siteConfig: () => ({ tracking }) }));

const calls: { path: string; body: Record<string, unknown> }[] = [];

beforeEach(() => {
  calls.length = 0;
  localStorage.clear();
  sessionStorage.clear();
  window.scrollTo = () => undefined;
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal("fetch", async (input: Request | string, options?: RequestInit) => {
    const url = typeof input === "string" ? input : input.url;
    const text = typeof input === "string" ? String(options?.body) : await input.text();
    calls.push({ path: new URL(url, window.location.href).pathname, body: text ? JSON.parse(text) : {} });
    return new Response('{"success":true,"gclid":null}', { headers: { "content-type": "application/json" } });
  });
  window.history.replaceState(null, "", "/booking?gclid=FromAddress1&pickup=tbilisi#top");
  decideConsent("granted");
  applyConsent();
});

it("takes back in the browser, in the address and on the server what was stored by a consent", async () => {
  storeClickIds({ gclid: "FromBefore1" });
  const id = consentId();
  render(
    <MemoryRouter>
      <ConsentBar />
    </MemoryRouter>,
  );
  expect(screen.queryByRole("region")).toBeNull();
  act(askAgain);
  fireEvent.click(screen.getByRole("button", { name: "Decline" }));
  await vi.waitFor(() => expect(calls.map(({ path }) => path)).toContain("/api/gclid/save"));
  const [refusal] = calls.filter(({ path }) => path === "/api/consent/refusal");
  expect(refusal?.body).toMatchObject({ consentId: id, clickIds: ["FromBefore1", "FromAddress1"] });
  expect(refusal?.body.deviceFingerprint).toMatch(/^[0-9a-f]{16}$/);
  expect(window.location.search + window.location.hash).toBe("?pickup=tbilisi#top");
  expect(localStorage).toHaveLength(0);
  expect(sessionStorage).toHaveLength(0);
  const saved = calls.find(({ path }) => path === "/api/gclid/save");
  expect(saved?.body).toMatchObject({ consentState: "refused", referrer: "" });
  expect(JSON.stringify(saved?.body)).not.toMatch(
    /gclid|FromAddress1|FromBefore1|deviceFingerprint|consentId/,
  );
  expect(screen.queryByRole("region")).toBeNull();
});
