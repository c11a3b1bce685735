import { afterEach, expect, it, vi } from "vitest";
import { heldToken, heldTrip } from "@/features/site/shared/availability/own-hold";
import { holdCar, releaseUnless, type Trip } from "./hold";

const trip: Trip = {
  car: "Subaru Forester",
  pickupDate: "2031-07-01",
  pickupTime: "09:00",
  returnDate: "2031-07-08",
  returnTime: "09:00",
};
const longer = { ...trip, returnDate: "2031-07-10" };

afterEach(() => {
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

/** A server whose answers come when `answer` is called, in any order. */
function slowServer() {
  const calls: { path: string; body: { token: string | null }; answer: (token: string) => void }[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const body = await request.json();
    const token = await new Promise<string>((answer) => {
      calls.push({ path: new URL(request.url).pathname, body, answer });
    });
    return Response.json({ success: true, isHeld: true, token, seconds: 600 });
  });
  return calls;
}

it("a hold asked for while another is on its way takes that one's place", async () => {
  const calls = slowServer();
  const holds = Promise.all([holdCar(trip), holdCar(longer)]);
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  calls[0]?.answer("first");
  await vi.waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[1]?.body.token).toBe("first");
  calls[1]?.answer("second");
  await holds;
  expect(heldToken()).toBe("second");
  expect(heldTrip()).toBe(JSON.stringify(longer));
});

it("a release waits for the hold that it ends", async () => {
  const calls = slowServer();
  const hold = holdCar(trip);
  releaseUnless(longer);
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  calls[0]?.answer("first");
  await hold;
  await vi.waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[1]).toMatchObject({ path: "/api/availability/holds/release", body: { token: "first" } });
  calls[1]?.answer("");
  expect(heldTrip()).toBe("");
});

it("a hold that fails holds up no other", async () => {
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("Failed to fetch");
  });
  await expect(holdCar(trip)).rejects.toThrow("Failed to fetch");
  const calls = slowServer();
  const hold = holdCar(trip);
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  calls[0]?.answer("first");
  await hold;
  expect(heldToken()).toBe("first");
});
