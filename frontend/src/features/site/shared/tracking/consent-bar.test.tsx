import { act, cleanup, fireEvent, screen } from "@testing-library/react";
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
  cleanup();
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
  fireEvent.click(screen.getByRole("button", { name: "Reject" }));
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

const bar = (
  <MemoryRouter>
    <ConsentBar />
  </MemoryRouter>
);
const switches = () => screen.findAllByRole<HTMLInputElement>("switch");
const stored = () => JSON.parse(localStorage.getItem("abano_ad_answers") ?? "null");

it("asks in one line, and grants both with one tap", async () => {
  localStorage.clear();
  render(bar);
  expect(screen.getAllByRole("button").map((one) => one.textContent)).toEqual([
    "Reject",
    "Choose",
    "Accept all",
  ]);
  expect(screen.queryByRole("switch")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Accept all" }));
  await vi.waitFor(() => expect(calls.map(({ path }) => path)).toContain("/api/gclid/save"));
  expect(stored()).toMatchObject({ adUserData: true, adPersonalization: true, version: 1 });
  const [saved] = calls.filter(({ path }) => path === "/api/gclid/save");
  expect(saved?.body).toMatchObject({ consentState: "granted", adConsent: stored() });
});

it("preselects nothing, and stores each answer by itself", async () => {
  localStorage.clear();
  render(bar);
  fireEvent.click(screen.getByRole("button", { name: "Choose" }));
  expect((await switches()).map((one) => one.checked)).toEqual([false, false]);
  fireEvent.click(screen.getByRole("switch", { name: /Report bookings/ }));
  fireEvent.click(screen.getByRole("button", { name: "Save choice" }));
  await vi.waitFor(() => expect(calls.map(({ path }) => path)).toContain("/api/gclid/save"));
  expect(stored()).toMatchObject({ adUserData: true, adPersonalization: false });
  // Nothing was granted before that could be withdrawn.
  expect(calls.map(({ path }) => path)).not.toContain("/api/consent/ad-answers");
});

it("shows what was answered when asked again, and withdraws what is refused now", async () => {
  decideConsent("granted", { adUserData: true, adPersonalization: true });
  const id = consentId();
  render(bar);
  act(askAgain);
  fireEvent.click(screen.getByRole("button", { name: "Choose" }));
  expect((await switches()).map((one) => one.checked)).toEqual([true, true]);
  fireEvent.click(screen.getByRole("switch", { name: /Report bookings/ }));
  fireEvent.click(screen.getByRole("button", { name: "Save choice" }));
  await vi.waitFor(() => expect(calls.map(({ path }) => path)).toContain("/api/consent/ad-answers"));
  const [withdrawn] = calls.filter(({ path }) => path === "/api/consent/ad-answers");
  expect(withdrawn?.body).toMatchObject({ consentId: id, adUserData: false, adPersonalization: true });
  expect(stored()).toMatchObject({ adUserData: false, adPersonalization: true });
});
