import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { usePromo } from "./use-promo";

type Answer = { valid: boolean; referrer: { name: string } | null; discount: { percentage: number } | null };

const asked: string[] = [];
let answer: (code: string) => Promise<Answer>;
const good: Answer = { valid: true, referrer: { name: "Nino" }, discount: { percentage: 10 } };
const bad: Answer = { valid: false, referrer: null, discount: null };

beforeEach(() => {
  asked.length = 0;
  answer = async (code) => (code === "NINO" ? good : bad);
  vi.stubGlobal("fetch", async (request: Request) => {
    const { promoCode } = await request.json();
    asked.push(promoCode);
    return Response.json(await answer(promoCode));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Field() {
  const [code, setCode] = useState("");
  const promo = usePromo(code);
  const verdict = promo.isValidating
    ? "checking"
    : promo.isValid
      ? `${promo.referrer}, ${promo.percentage}%`
      : (promo.error ?? "none");
  return (
    <>
      <input aria-label="Code" value={code} onChange={(event) => setCode(event.target.value)} />
      <output>{verdict}</output>
    </>
  );
}

function open() {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Field />
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), field: screen.getByLabelText("Code") };
}

it("asks once, after the last key, and names who recommended", async () => {
  const { user, field } = open();
  expect(screen.getByRole("status")).toHaveTextContent("none");
  await user.type(field, " NINO ");
  expect(screen.getByRole("status")).toHaveTextContent("checking");
  await expect.poll(() => screen.getByRole("status").textContent).toBe("Nino, 10%");
  expect(asked).toEqual(["NINO"]);
});

it("says that a code is not valid, and nothing of an empty field", async () => {
  const { user, field } = open();
  await user.type(field, "OTHER");
  await expect.poll(() => screen.getByRole("status").textContent).toBe("Invalid promo code");
  await user.clear(field);
  expect(screen.getByRole("status")).toHaveTextContent("none");
});

it("judges a code again that is typed again later", async () => {
  const { user, field } = open();
  await user.type(field, "NINO");
  await expect.poll(() => screen.getByRole("status").textContent).toBe("Nino, 10%");
  await user.type(field, "X");
  await expect.poll(() => screen.getByRole("status").textContent).toBe("Invalid promo code");
  answer = async () => bad;
  await user.type(field, "{Backspace}");
  expect(screen.getByRole("status")).toHaveTextContent("checking");
  await expect.poll(() => screen.getByRole("status").textContent).toBe("Invalid promo code");
  expect(asked).toEqual(["NINO", "NINOX", "NINO"]);
});

it("drops the answer to an older text", async () => {
  let late: (found: Answer) => void = () => undefined;
  answer = (code) => (code === "NINO" ? new Promise((resolve) => (late = resolve)) : Promise.resolve(bad));
  const { user, field } = open();
  await user.type(field, "NINO");
  await expect.poll(() => asked).toEqual(["NINO"]);
  await user.type(field, "2");
  await expect.poll(() => screen.getByRole("status").textContent).toBe("Invalid promo code");
  late(good);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.getByRole("status")).toHaveTextContent("Invalid promo code");
});

it("says that it could not ask, and asks again when the line is back", async () => {
  answer = () => Promise.reject(new TypeError("Failed to fetch"));
  const { user, field } = open();
  await user.type(field, "NINO");
  await expect.poll(() => screen.getByRole("status").textContent).toBe("Failed to validate promo code");
  answer = async () => good;
  window.dispatchEvent(new Event("offline"));
  window.dispatchEvent(new Event("online"));
  await expect.poll(() => screen.getByRole("status").textContent).toBe("Nino, 10%");
});
