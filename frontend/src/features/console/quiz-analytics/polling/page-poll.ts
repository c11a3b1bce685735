import type { components } from "@/api/schema.gen";
import { inLanguage } from "@/features/console/shared/text-language";
import { api } from "@/lib/api";
import type { Attribution } from "../money/rules";
import { FiguresLate } from "../rules/freshness";
import type { Unit } from "../rules/units";
import { parametersOf, type View } from "../rules/view";
import { counted, counting } from "./counting";

type Figures = { [Name in FigureName]: NonNullable<components["schemas"]["PageFigures"][Name]> };
export type FigureName = keyof components["schemas"]["PageFigures"];
type Parameters = ReturnType<typeof parametersOf> & { lang?: string };

/** What one figure is asked by, beside the view: the unit of time of a timeline, the attribution of money. */
export type ExtraParams = Partial<{ unit: Unit } & Attribution>;

interface Ask {
  figure: FigureName;
  parameters: Parameters;
  extraParams: ExtraParams;
  signal: AbortSignal;
  resolve: (body: unknown) => void;
  reject: (reason: unknown) => void;
}

// What is asked for within this goes out together: panels ask on their own.
const gatherMilliseconds = 30;
// The server goes on counting only for who comes back soon.
const askAgainMilliseconds = 700;
// A poll that hangs would keep the next from being sent.
const maxPollMilliseconds = 15_000;
const maxKept = 80;

const waiting = new Map<string, Ask[]>();
/** The last of each figure, with its tag: only what has changed is sent again. The oldest come first. */
const kept = new Map<string, { tag: string; body: unknown }>();

/** A figure of the view, asked for in one request with all that is asked for at the same time. */
export function figureOf<Name extends FigureName>(
  figure: Name,
  view: View,
  signal: AbortSignal,
  extraParams: ExtraParams = {},
): Promise<Figures[Name]> {
  const parameters = { ...parametersOf(view), ...inLanguage() };
  return new Promise((resolve, reject) => {
    join({ figure, parameters, extraParams, signal, resolve: resolve as Ask["resolve"], reject });
  });
}

function join(ask: Ask): void {
  const key = JSON.stringify(ask.parameters);
  const asks = waiting.get(key);
  if (asks) {
    asks.push(ask);
    return;
  }
  waiting.set(key, [ask]);
  window.setTimeout(() => {
    const all = waiting.get(key) ?? [];
    waiting.delete(key);
    void send(key, all);
  }, gatherMilliseconds);
}

async function send(key: string, all: readonly Ask[]): Promise<void> {
  const given = all.filter(({ signal }) => !signal.aborted);
  for (const ask of all.filter(({ signal }) => signal.aborted)) {
    counted(nameOf(key, ask));
    ask.reject(ask.signal.reason);
  }
  // The first that says how to divide or attribute says it for the request.
  const extraParams: ExtraParams = Object.assign({}, ...given.map((ask) => ask.extraParams).reverse());
  const asks = given.filter((ask) => isWithin(ask.extraParams, extraParams));
  // Divided or attributed otherwise: in its own request.
  for (const ask of given.filter((one) => !asks.includes(one))) join(ask);
  const [first] = asks;
  if (!first) return;
  const figures = [...new Set(asks.map(({ figure }) => figure))];
  const names = new Map(asks.map((ask) => [ask.figure, nameOf(key, ask)]));
  const tags = [...names.values()].flatMap((name) => kept.get(name)?.tag ?? []);
  try {
    const { data } = await api.GET("/api/quiz/analytics/page", {
      params: {
        query: { ...first.parameters, ...extraParams, figures: figures.join(",") },
        ...(tags.length > 0 && { header: { "If-None-Match": tags.join(", ") } }),
      },
      signal: AbortSignal.timeout(maxPollMilliseconds),
    });
    for (const [figure, name] of names) keep(name, data?.tags[figure], data?.figures[figure]);
    for (const ask of asks) finish(ask, nameOf(key, ask), data?.counting[ask.figure]);
  } catch (error) {
    for (const ask of asks) {
      counted(nameOf(key, ask));
      ask.reject(isLate(error) ? new FiguresLate() : error);
    }
  }
}

/** The server was there, and did not answer in time. */
const isLate = (error: unknown) => error instanceof DOMException && error.name === "TimeoutError";

const isWithin = (some: ExtraParams, all: ExtraParams) =>
  (Object.keys(some) as (keyof ExtraParams)[]).every((name) => some[name] === all[name]);

const nameOf = (key: string, { figure, extraParams }: Ask) =>
  `${key} ${figure} ${Object.values(extraParams)}`;

function keep(name: string, tag: string | undefined, body: unknown): void {
  const last = kept.get(name);
  kept.delete(name);
  if (tag && body) kept.set(name, { tag, body });
  else if (last) kept.set(name, last);
  for (const oldest of kept.keys()) {
    if (kept.size <= maxKept) return;
    kept.delete(oldest);
  }
}

function finish(ask: Ask, name: string, share: number | undefined): void {
  if (share !== undefined) {
    counting(name, share);
    window.setTimeout(() => join(ask), askAgainMilliseconds);
    return;
  }
  counted(name);
  const last = kept.get(name);
  if (last) ask.resolve(last.body);
  else ask.reject(new FiguresLate());
}
