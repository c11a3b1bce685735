import type { components } from "@/api/schema.gen";
import { inLanguage } from "@/features/console/shared/language";
import { api } from "@/lib/api";
import type { Attribution } from "../money/rules";
import { FiguresLate } from "../rules/freshness";
import type { Unit } from "../rules/units";
import { parametersOf, type View } from "../rules/view";
import { counted, counting } from "./counting";

export type Figures = { [Name in FigureName]: NonNullable<components["schemas"]["PageFigures"][Name]> };
export type FigureName = keyof components["schemas"]["PageFigures"];
type Parameters = ReturnType<typeof parametersOf> & { lang?: string };

/** Parameters of one figure in addition to the view: unit and costs of a timeline, the attribution of money. */
export type ExtraParams = Partial<{ unit: Unit; costs: true } & Attribution>;

interface Ask {
  figure: FigureName;
  parameters: Parameters;
  extraParams: ExtraParams;
  signal: AbortSignal;
  resolve: (body: unknown) => void;
  reject: (reason: unknown) => void;
}

// Figures requested within this time are sent in one request: panels request them independently.
const gatherMilliseconds = 30;
// The server drops a count that is not requested again soon.
const askAgainMilliseconds = 700;
// A hanging poll would block the next one.
const maxPollMilliseconds = 15_000;
const maxKept = 80;

const waiting = new Map<string, Ask[]>();
/** The last response of each figure with its tag: the server only sends changes. Oldest first. */
const kept = new Map<string, { tag: string; body: unknown }>();

/** Requests a figure of the view, together with all others requested at the same time. */
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
  // The first figure with a unit or attribution sets it for the request.
  const extraParams: ExtraParams = Object.assign({}, ...given.map((ask) => ask.extraParams).reverse());
  const asks = given.filter((ask) => isWithin(ask.extraParams, extraParams));
  // A different unit or attribution goes into its own request.
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

/** The server is reachable but did not answer in time. */
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
