import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Damage } from "@/features/console/shared/handover";
import { render } from "@/testing/render";
import { testSite, testTenant } from "@/testing/site";
import { DamagesPanel } from "./damages-panel";

const scratch: Damage = {
  id: "d1",
  recordId: "r1",
  bookingId: "b1",
  kind: "scratch",
  x: 200,
  y: 300,
  note: "rear bumper",
  foundAt: "2026-11-01T08:00:00Z",
  repairedAt: null,
  pictureIds: ["p1"],
};
const sent: string[] = [];

beforeEach(() => {
  const config = { ...testSite(), tenant: testTenant };
  document.body.innerHTML = `<script id="site-config" type="application/json">${JSON.stringify(config)}</script>`;
  sent.length = 0;
});
afterEach(() => vi.unstubAllGlobals());

/** A server that knows these damages and marks them as repaired. */
function draw(damages: Damage[]) {
  let known = damages;
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "POST") {
      sent.push(new URL(request.url).pathname);
      known = known.map((each) => ({ ...each, repairedAt: "2026-11-20T08:00:00Z" }));
    }
    return Response.json({ success: true, damages: known, body: "suv" });
  });
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <DamagesPanel vehicleId="v1" />
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

test("a damage is shown with its place and photograph, and is repaired after a question", async () => {
  draw([scratch]);
  expect(await screen.findByText("1. Scratch")).toBeTruthy();
  expect(screen.getByText("rear bumper")).toBeTruthy();
  expect(screen.getByAltText("Photograph 1")).toHaveAttribute(
    "src",
    "/api/admin/yard/records/r1/pictures/p1",
  );
  expect(screen.getByRole("button", { name: "Damage 1" })).toHaveStyle({ left: "20%", top: "30%" });
  expect(screen.getByRole("link", { name: /^Found/ })).toHaveAttribute("href", "/admin/bookings/b1");
  fireEvent.click(screen.getByRole("button", { name: "Mark as repaired: Scratch" }));
  expect(sent).toEqual([]);
  fireEvent.click(await screen.findByRole("button", { name: "It is repaired" }));
  expect(await screen.findByText("No known damage.")).toBeTruthy();
  expect(sent).toEqual(["/api/admin/vehicles/v1/damages/d1/repaired"]);
  expect(screen.getByText("1 repaired damage")).toBeTruthy();
  expect(screen.getByText(/^Repaired /)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Mark as repaired/ })).toBeNull();
});
