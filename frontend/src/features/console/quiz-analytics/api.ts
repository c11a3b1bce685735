import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { inLanguage } from "@/features/console/shared/text-language";
import { api, bodyOf } from "@/lib/api";
import { parametersOf, type View } from "./rules/view";

const pollMilliseconds = 5000;
// What hardly changes while one looks: the period before, and what there is to filter by.
const slowMilliseconds = 60_000;
// A poll that hangs would keep the next from being sent.
const longestPollMilliseconds = 15_000;
// Polls go on over a failure, also without a network, and the last figures stay on the page. Who comes back to the
// page sees the present at once.
export const live = {
  meta: { isLive: true },
  refetchInterval: pollMilliseconds,
  refetchOnWindowFocus: "always",
  networkMode: "always",
  staleTime: 0,
  placeholderData: keepPreviousData,
} as const;

const slow = { ...live, meta: { isLive: false }, refetchInterval: slowMilliseconds } as const;

/** The same figures for a second one that draws them: somebody else on the page polls. */
export const seen = <T extends object>(query: T) => ({ ...query, refetchInterval: false as const });

const asked = (view: View) => ({
  params: { query: parametersOf(view) },
  signal: AbortSignal.timeout(longestPollMilliseconds),
});

/** The same for figures that name questions and answers: in the language of the console. */
const askedInWords = (view: View) => {
  const { params, signal } = asked(view);
  return { params: { query: { ...params.query, ...inLanguage() } }, signal };
};

export function overviewQuery(view: View) {
  return queryOptions({
    queryKey: ["/api/quiz/analytics/overview", parametersOf(view)],
    queryFn: () => bodyOf(api.GET("/api/quiz/analytics/overview", asked(view))),
    ...live,
  });
}

export function beforeQuery(view: View) {
  return queryOptions({
    queryKey: ["/api/quiz/analytics/overview", parametersOf(view), "before"],
    queryFn: () => bodyOf(api.GET("/api/quiz/analytics/overview", asked(view))),
    ...slow,
  });
}

export function answersQuery(view: View) {
  return queryOptions({
    queryKey: ["/api/quiz/analytics/answers", parametersOf(view), inLanguage()],
    queryFn: () => bodyOf(api.GET("/api/quiz/analytics/answers", askedInWords(view))),
    ...live,
  });
}

export function funnelQuery(view: View) {
  return queryOptions({
    queryKey: ["/api/quiz/analytics/funnel", parametersOf(view), inLanguage()],
    queryFn: () => bodyOf(api.GET("/api/quiz/analytics/funnel", askedInWords(view))),
    ...live,
  });
}

export function campaignsQuery(view: View) {
  return queryOptions({
    queryKey: ["/api/quiz/analytics/campaigns", parametersOf(view)],
    queryFn: () => bodyOf(api.GET("/api/quiz/analytics/campaigns", asked(view))),
    ...live,
  });
}

export function choicesQuery(view: View) {
  const wide = { ...view, filters: {} };
  return queryOptions({
    queryKey: ["/api/quiz/analytics/choices", parametersOf(wide)],
    queryFn: () => bodyOf(api.GET("/api/quiz/analytics/choices", asked(wide))),
    ...slow,
  });
}
