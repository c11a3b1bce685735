import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { inLanguage } from "@/features/console/shared/language";
import { api, bodyOf } from "@/lib/api";
import type { Attribution } from "./money/rules";
import type { OwnEvent } from "./own-events/api";
import type { Breakdown } from "./own-funnel/steps";
import { type ExtraParams, type FigureName, figureOf } from "./polling/page-poll";
import type { Unit } from "./rules/units";
import { type FilterName, type Filters, parametersOf, type View } from "./rules/view";
import { type Bucket, type Measure, needsCosts } from "./timeline/points";

const pollMilliseconds = 5000;
// Data that rarely changes while the page is open: the previous period and the filter options.
const slowMilliseconds = 60_000;
const countingMilliseconds = 2000;
interface Asked {
  state: { dataUpdatedAt: number };
}

// Relative to when the page was opened, so that browsers do not all poll in the same second.
const every = (period: number) => {
  return ({ state }: Asked) => {
    const sinceOpening = state.dataUpdatedAt - performance.timeOrigin;
    return untilTick(period, performance.now(), sinceOpening);
  };
};

// Polling continues after failures and offline; the last figures stay on the page. Returning to the page refreshes
// them immediately.
const live = {
  meta: { isLive: true },
  refetchInterval: every(pollMilliseconds),
  refetchOnWindowFocus: "always",
  networkMode: "always",
  staleTime: 0,
  placeholderData: keepPreviousData,
} as const;

const slow = { ...live, meta: { isLive: false }, refetchInterval: every(slowMilliseconds) } as const;

/** The same figures for a second consumer, without polling. */
export const seen = <T extends object>(query: T) => ({ ...query, refetchInterval: false as const });

/** A figure of the view; texts of questions and answers are in the console's language. */
function figureQuery<Name extends FigureName>(figure: Name, view: View, extraParams: ExtraParams = {}) {
  return {
    queryKey: [`/api/quiz/analytics/${figure}`, parametersOf(view), inLanguage(), extraParams],
    queryFn: ({ signal }: { signal: AbortSignal }) => figureOf(figure, view, signal, extraParams),
  };
}

export const overviewQuery = (view: View) => queryOptions({ ...figureQuery("overview", view), ...live });

export function beforeQuery(view: View) {
  const { queryKey, queryFn } = figureQuery("overview", view);
  return queryOptions({ queryKey: [...queryKey, "before"], queryFn, ...slow });
}

export const answersQuery = (view: View) => queryOptions({ ...figureQuery("answers", view), ...live });

export const funnelQuery = (view: View) => queryOptions({ ...figureQuery("funnel", view), ...live });

export const campaignsQuery = (view: View) => queryOptions({ ...figureQuery("campaigns", view), ...live });

/** The values to filter or split by, among the sessions that the other filters leave. */
export function choicesQuery(view: View, name: FilterName) {
  const { [name]: _, ...filters } = view.filters;
  return queryOptions({ ...figureQuery("choices", { ...view, filters }), ...slow });
}

/** By which units the period is drawn, and which metric; of an event, which one. */
interface Drawn {
  unit: Unit;
  measure: Measure;
  event: OwnEvent | undefined;
}

const timelineParams = ({ unit, measure }: Drawn): ExtraParams => ({
  unit,
  ...(needsCosts(measure) && { costs: true }),
});

interface Timeline {
  timeline: Bucket[];
  unit: Unit;
  currency: string;
}

/** The period by units of time; with the sessions of an event where one is drawn. */
async function timelineOf(view: View, drawn: Drawn, signal: AbortSignal): Promise<Timeline> {
  const { event, unit } = drawn;
  if (!event) return figureOf("timeline", view, signal, timelineParams(drawn));
  const params = { path: { event_id: event.id }, query: { ...parametersOf(view), unit } };
  return bodyOf(api.GET("/api/quiz/analytics/events/{event_id}/timeline", { params, signal }));
}

/** By revision: a changed event is counted again, and a deleted one is not asked for. */
const eventKey = ({ id, revision }: OwnEvent) => ["/api/quiz/analytics/events/timeline", id, revision];

/** The period by units of time. */
export function timelineQuery(view: View, drawn: Drawn) {
  const { event, unit } = drawn;
  const polled = event ? slow : live;
  return queryOptions({
    queryKey: event
      ? [...eventKey(event), parametersOf(view), unit]
      : ["/api/quiz/analytics/timeline", parametersOf(view), inLanguage(), timelineParams(drawn)],
    queryFn: ({ signal }) => timelineOf(view, drawn, signal),
    ...polled,
  });
}

/** The same for the previous period, which rarely changes. */
export const timelineBeforeQuery = (view: View, drawn: Drawn) =>
  queryOptions({ ...timelineQuery(view, drawn), ...slow });

/** Each of the views by the same units. In one query: the library's own for several would weigh on every public page. */
export function timelinesQuery(views: readonly View[], drawn: Drawn) {
  // Lines of other values must not be shown under these names.
  const { placeholderData: _, ...polled } = slow;
  return queryOptions({
    queryKey: drawn.event
      ? [...eventKey(drawn.event), views.map(parametersOf), drawn.unit]
      : ["/api/quiz/analytics/timelines", views.map(parametersOf), timelineParams(drawn)],
    queryFn: ({ signal }) => Promise.all(views.map((view) => timelineOf(view, drawn, signal))),
    enabled: views.length > 0,
    ...polled,
  });
}

/** A figure of each of the views, asked for only where it is shown. */
export function figuresQuery<Name extends FigureName>(
  figure: Name,
  views: readonly View[],
  extraParams: ExtraParams = {},
) {
  // Figures of other values must not be shown under these names.
  const { placeholderData: _, ...polled } = live;
  return queryOptions({
    queryKey: [`/api/quiz/analytics/${figure}`, "each", views.map(parametersOf), inLanguage(), extraParams],
    queryFn: ({ signal }) => Promise.all(views.map((view) => figureOf(figure, view, signal, extraParams))),
    enabled: views.length > 0,
    ...polled,
    // Several figures have no moment of their own.
    meta: { isLive: false },
  });
}

export const weekhoursQuery = (view: View) => queryOptions({ ...figureQuery("weekhours", view), ...live });

/** Visits from their landing to the booking. */
export const journeyQuery = (view: View) => queryOptions({ ...figureQuery("journey", view), ...live });

/** Revenue of the sessions and the costs of their campaigns. */
export const moneyQuery = (view: View, { windowDays, credit }: Attribution) =>
  queryOptions({ ...figureQuery("money", view, { windowDays, credit }), ...live });

/** What deserves attention in the period. */
export function findingsQuery(view: View) {
  const query = { ...parametersOf(view), ...inLanguage() };
  return queryOptions({
    queryKey: ["/api/quiz/analytics/findings", query],
    queryFn: ({ signal }) => bodyOf(api.GET("/api/quiz/analytics/findings", { params: { query }, signal })),
    ...slow,
    // While figures are being counted, there may be more in a moment.
    refetchInterval: (state) =>
      state.state.data?.counting ? countingMilliseconds : slow.refetchInterval(state),
  });
}

interface OwnFunnelSteps {
  steps: string[];
  inOrder: boolean;
  by: Breakdown | undefined;
}

/** A funnel of picked steps. */
export function ownFunnelQuery(view: View, { steps, inOrder, by }: OwnFunnelSteps) {
  const query = { ...parametersOf(view), step: steps, inOrder, ...(by && { by }) };
  return queryOptions({
    queryKey: ["/api/quiz/analytics/own-funnel", query],
    queryFn: ({ signal }) => bodyOf(api.GET("/api/quiz/analytics/own-funnel", { params: { query }, signal })),
    ...slow,
  });
}

/** Questions and their answers, to filter by; of all sessions of the period, or those with `filters`. */
export function questionsQuery(view: View, filters: Filters = {}) {
  const { queryKey, queryFn } = figureQuery("answers", { ...view, filters });
  // Not the panel's own query, which is live.
  return queryOptions({ queryKey: [...queryKey, "questions"], queryFn, ...slow });
}

/** One beat for the whole page, so that what is polled is asked for in one request. */
export function untilTick(period: number, now: number, lastAsked: number): number {
  // Do not refetch figures that have just arrived.
  const from = Math.max(now, lastAsked + 1000);
  return Math.max(1, (Math.floor(from / period) + 1) * period - now);
}
