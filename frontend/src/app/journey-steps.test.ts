import { expect, it, vi } from "vitest";
import { reach } from "@/features/site/shared/journey/journey";
import { noteSteps, stepsOf } from "./journey-steps";

vi.mock("@/features/site/shared/journey/journey", () => ({ reach: vi.fn() }));
const visit = { id: "1" as string | undefined };
vi.mock("@/lib/visit", () => ({ visitId: () => visit.id }));

const dates = "?pickupDate=2031-07-01&returnDate=2031-07-08";

it.each([
  ["/", "", null, ["landing"]],
  ["/", dates, null, ["landing", "search"]],
  ["/black", "", null, ["landing", "quiz_intro"]],
  ["/black", "?preview=draft", null, []],
  ["/cars/forester", "", null, ["landing", "car"]],
  ["/booking", dates, { step: 2 }, ["landing", "search", "wizard_1", "wizard_2"]],
  ["/my-booking", "", null, []],
  ["/admin/today", "", null, []],
])("%s%s says how far a visit has come", (path, search, state, steps) => {
  expect(stepsOf(path, search, state)).toEqual(steps);
});

it("says which links to the company were pressed, once a visit began", () => {
  let listener: ((event: unknown) => void) | undefined;
  vi.stubGlobal("window", { location: { pathname: "/" } });
  vi.stubGlobal("document", {
    addEventListener: (_: string, added: typeof listener) => {
      listener = added;
    },
  });
  noteSteps({ pathname: "/", search: "", state: null });
  const press = (href: string) => {
    vi.mocked(reach).mockClear();
    listener?.({ target: { closest: () => ({ href }) } });
    return vi.mocked(reach).mock.calls.map(([step]) => step);
  };
  expect(press("tel:+995322000000")).toEqual(["press_phone"]);
  expect(press("https://wa.me/995322000000?text=Hello")).toEqual(["press_whatsapp"]);
  expect(press("mailto:hello@example.com")).toEqual(["press_email"]);
  expect(press("https://example.com/wa.me/")).toEqual([]);
  visit.id = undefined;
  expect(press("tel:+995322000000")).toEqual([]);
});
