import { expect, it, vi } from "vitest";
import { reach } from "@/features/site/shared/journey/journey";
import { noteSteps, stepsOf } from "./journey-steps";

vi.mock("@/features/site/shared/journey/journey", () => ({ reach: vi.fn() }));
const visit = { id: "1" as string | undefined };
vi.mock("@/lib/consent", async (actual) => ({
  ...(await actual<typeof import("@/lib/consent")>()),
  visitId: () => visit.id,
}));

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
  const origin = "https://cars.example";
  vi.stubGlobal("window", { location: { pathname: "/", origin, href: `${origin}/` } });
  vi.stubGlobal("document", {
    addEventListener: (_: string, added: typeof listener) => {
      listener = added;
    },
  });
  noteSteps({ pathname: "/", search: "", state: null });
  const calls = (href: string, textContent = "") => {
    vi.mocked(reach).mockClear();
    listener?.({ target: { closest: () => ({ href, textContent, getAttribute: () => null }) } });
    return vi.mocked(reach).mock.calls;
  };
  const press = (href: string) => calls(href).map(([step]) => step);
  expect(press("tel:+995322000000")).toEqual(["press_phone", "pressed"]);
  expect(press("https://wa.me/995322000000?text=Hello")).toEqual(["press_whatsapp", "pressed"]);
  expect(press("mailto:hello@example.com")).toEqual(["press_email", "pressed"]);
  expect(press("https://example.com/wa.me/")).toEqual(["pressed"]);
  // Neither queries nor numbers, and of the site only pages of visits.
  const detailOf = (href: string, text?: string) => calls(href, text)[0]?.[2];
  expect(detailOf("https://example.com/a?b=c#d", " Our\n photos ")).toEqual({
    page: "/",
    link: "https://example.com/a",
    label: "Our photos",
  });
  expect(detailOf("mailto:hello@example.com")).toMatchObject({});
  expect(calls("mailto:hello@example.com")[1]?.[2]).toMatchObject({ link: "mailto:" });
  expect(detailOf(`${origin}/cars/forester?x=1`)).toMatchObject({ link: "/cars/forester" });
  expect(calls(`${origin}/my-booking/secret`)).toEqual([]);
  expect(detailOf("", "Show more")).toEqual({ page: "/", link: undefined, label: "Show more" });
  visit.id = undefined;
  expect(press("tel:+995322000000")).toEqual([]);
});
