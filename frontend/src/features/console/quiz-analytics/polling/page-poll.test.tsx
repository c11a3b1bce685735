import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { untilTick } from "../api";
import { FiguresLate } from "../rules/freshness";
import { figureOf } from "./page-poll";

vi.mock("@/features/console/shared/language", () => ({ inLanguage: () => ({}) }));

const view = { year: 2026, month: 6, days: undefined, filters: {} };
const fetched = vi.fn<(request: Request) => Promise<Response>>();
const never = new AbortController().signal;

function jsonResponse(body: object, status = 200): Promise<Response> {
  return Promise.resolve(
    Response.json({ success: true, figures: {}, tags: {}, counting: {}, ...body }, { status }),
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  fetched.mockReset();
});

it("asks once for all that is wanted at the same time, and then only for what has changed", async () => {
  fetched.mockReturnValueOnce(
    jsonResponse({
      figures: { overview: { one: 1 }, funnel: { two: 2 } },
      tags: { overview: '"o"', funnel: '"f"' },
    }),
  );
  const both = Promise.all([figureOf("overview", view, never), figureOf("funnel", view, never)]);
  await vi.runAllTimersAsync();
  expect(await both).toEqual([{ one: 1 }, { two: 2 }]);
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(new URL(fetched.mock.calls[0]?.[0].url ?? "").searchParams.get("figures")).toBe("overview,funnel");

  fetched.mockReturnValueOnce(Promise.resolve(new Response(null, { status: 304 })));
  const again = Promise.all([figureOf("overview", view, never), figureOf("funnel", view, never)]);
  await vi.runAllTimersAsync();
  expect(await again).toEqual([{ one: 1 }, { two: 2 }]);
  expect(fetched.mock.calls[1]?.[0].headers.get("if-none-match")).toBe('"o", "f"');
});

it("comes back for what is being counted, unless no one wants it any more", async () => {
  const left = new AbortController();
  const wanted = { ...view, month: 7 };
  fetched.mockReturnValueOnce(jsonResponse({ counting: { answers: 0.25, campaigns: 0.25 } }, 202));
  fetched.mockReturnValueOnce(jsonResponse({ figures: { answers: { three: 3 } }, tags: { answers: '"a"' } }));
  const answers = figureOf("answers", wanted, never);
  const campaigns = figureOf("campaigns", wanted, left.signal);
  const refused = expect(campaigns).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(100);
  left.abort();
  await vi.runAllTimersAsync();
  expect(await answers).toEqual({ three: 3 });
  await refused;
  expect(new URL(fetched.mock.calls[1]?.[0].url ?? "").searchParams.get("figures")).toBe("answers");
});

it("asks by the unit and the attribution in the same request, and again where another is wanted", async () => {
  const days = { unit: "day" } as const;
  const lasts = { windowDays: "30", credit: "last" } as const;
  const wanted = { ...view, month: 8 };
  fetched.mockReturnValueOnce(
    jsonResponse({
      figures: { timeline: { one: 1 }, money: { two: 2 } },
      tags: { timeline: '"t"', money: '"m"' },
    }),
  );
  fetched.mockReturnValueOnce(jsonResponse({ figures: { money: { three: 3 } }, tags: { money: '"n"' } }));
  const all = Promise.all([
    figureOf("timeline", wanted, never, days),
    figureOf("money", wanted, never, lasts),
    figureOf("money", wanted, never, { ...lasts, credit: "first" }),
  ]);
  await vi.runAllTimersAsync();
  expect(await all).toEqual([{ one: 1 }, { two: 2 }, { three: 3 }]);
  const asked = fetched.mock.calls.map(([request]) => new URL(request.url).searchParams);
  expect(asked.map((query) => [query.get("figures"), query.get("unit"), query.get("credit")])).toEqual([
    ["timeline,money", "day", "last"],
    ["money", null, "first"],
  ]);
});

it("calls figures late that a server in reach left out or did not answer in time", async () => {
  fetched.mockReturnValueOnce(jsonResponse({ figures: { overview: { one: 1 } }, tags: { overview: '"o"' } }));
  const wanted = { ...view, month: 9 };
  const known = figureOf("overview", wanted, never);
  const left = expect(figureOf("funnel", wanted, never)).rejects.toBeInstanceOf(FiguresLate);
  await vi.runAllTimersAsync();
  expect(await known).toEqual({ one: 1 });
  await left;
  fetched.mockRejectedValueOnce(new DOMException("timed out", "TimeoutError"));
  const slow = expect(figureOf("funnel", wanted, never)).rejects.toBeInstanceOf(FiguresLate);
  await vi.runAllTimersAsync();
  await slow;
  fetched.mockRejectedValueOnce(new TypeError("no network"));
  const away = expect(figureOf("funnel", wanted, never)).rejects.toBeInstanceOf(TypeError);
  await vi.runAllTimersAsync();
  await away;
});

it("beats for the whole page, however late something joins", () => {
  expect(untilTick(5000, 12_000, 11_000)).toBe(3000);
  expect(untilTick(5000, 15_000, 9000)).toBe(5000);
  // Asked for half a second ago: the next beat is left out.
  expect(untilTick(5000, 14_900, 14_400)).toBe(5100);
  expect(untilTick(5000, 14_900, -1e12)).toBe(100);
});
