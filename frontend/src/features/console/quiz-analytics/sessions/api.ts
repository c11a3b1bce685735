import { infiniteQueryOptions } from "@tanstack/react-query";
import { inLanguage } from "@/features/console/shared/language";
import { api, bodyOf } from "@/lib/api";
import type { Bar } from "../rules/bars";
import { barParameters } from "../rules/bars";
import { parametersOf, type View } from "../rules/view";

/** The sessions behind a bar, page by page; as they were when they were first asked for. */
export function sessionsQuery(view: View, bar: Bar) {
  const asked = { ...parametersOf(view), ...bar.filters, ...barParameters(bar), ...inLanguage() };
  const { funnel } = bar;
  return infiniteQueryOptions({
    queryKey: ["/api/quiz/analytics/sessions", asked, funnel],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...asked, ...(pageParam ? { after: pageParam } : {}) } as typeof asked;
      return bodyOf(
        funnel
          ? api.GET("/api/quiz/analytics/own-funnel/sessions", {
              params: { query: { ...query, ...funnel } },
              signal,
            })
          : api.GET("/api/quiz/analytics/sessions", { params: { query }, signal }),
      );
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
    staleTime: 30_000,
  });
}
