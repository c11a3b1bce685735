import { beforeEach, expect, it, vi } from "vitest";
import { applyConsent } from "@/lib/consent";
import { checkForBots } from "./bot-check";
import type { Provider } from "./provider";

const site = vi.hoisted(() => ({
  botCheck: { configured: true, siteKey: "site-key" as string | null },
  tracking: { consentRequired: false },
}));
vi.mock("@/lib/site-config", () => ({ siteConfig: () => site }));

const verify = vi.fn<(request: Request) => Promise<Response>>();

function providing(execute: Provider["execute"]) {
  return vi.fn(async () => ({ execute }));
}

beforeEach(() => {
  sessionStorage.clear();
  applyConsent();
  site.botCheck = { configured: true, siteKey: "site-key" };
  verify.mockReset();
  verify.mockImplementation(async () => Response.json({ success: true, score: 0.9 }));
  vi.stubGlobal("fetch", verify);
  vi.spyOn(console, "warn").mockReturnValue(undefined);
});

it("has the token for the action judged by the server", async () => {
  const execute = vi.fn(async () => "token-1");
  const result = await checkForBots("header_form_submission", providing(execute));
  expect(result).toMatchObject({ success: true, score: 0.9 });
  expect(execute).toHaveBeenCalledWith("site-key", { action: "header_form_submission" });
  const request = verify.mock.calls[0]?.[0];
  expect(request?.url).toContain("/api/recaptcha/verify");
  expect(await request?.json()).toEqual({ token: "token-1", action: "header_form_submission" });
});

it("loads nothing where it is not configured", async () => {
  site.botCheck = { configured: false, siteKey: null };
  const load = providing(async () => "token");
  expect(await checkForBots("booking_submission", load)).toEqual({ success: true });
  expect(load).not.toHaveBeenCalled();
});

it("takes a missing token as success", async () => {
  expect(
    await checkForBots(
      "booking_submission",
      providing(async () => ""),
    ),
  ).toEqual({ success: true });
  expect(verify).not.toHaveBeenCalled();
});

it("is over for the session when the key is not for this domain", async () => {
  const wrong = providing(async () => {
    throw new Error("Invalid domain for site key");
  });
  expect(await checkForBots("booking_submission", wrong)).toEqual({ success: true });
  const load = providing(async () => "token");
  await checkForBots("booking_submission", load);
  expect(load).not.toHaveBeenCalled();
  expect(console.warn).not.toHaveBeenCalled();
});

it.each([
  ["refused", async () => Response.json({ success: false, score: 0.1 }), "reCAPTCHA verification failed"],
  ["an error of the server", async () => new Response("{}", { status: 503 }), "503"],
  [
    "no network",
    async () => {
      throw new TypeError("Failed to fetch");
    },
    "Failed to fetch",
  ],
])("%s is a failure that is logged and never thrown", async (_, answer, error) => {
  verify.mockImplementation(answer);
  const result = await checkForBots(
    "booking_submission",
    providing(async () => "token"),
  );
  expect(result.success).toBe(false);
  expect(result.error).toContain(error);
  expect(console.warn).toHaveBeenCalledOnce();
});

it("waits three seconds at most for someone else's server", async () => {
  vi.useFakeTimers();
  const result = checkForBots("booking_submission", () => new Promise<Provider>(() => undefined));
  await vi.advanceTimersByTimeAsync(3000);
  expect((await result).success).toBe(false);
  vi.useRealTimers();
});
