import { queryOptions } from "@tanstack/react-query";
import { inLanguage } from "@/features/console/shared/text-language";
import { api, bodyOf } from "@/lib/api";
import { live } from "../api";
import { parametersOf, type View } from "../rules/view";

// Counted anew whenever the company's data changed, so it is asked for less often than the rest.
const pollMilliseconds = 30_000;

export function journeyQuery(view: View) {
  const query = { ...parametersOf(view), ...inLanguage() };
  return queryOptions({
    queryKey: ["/api/quiz/analytics/journey", query],
    queryFn: () =>
      bodyOf(
        api.GET("/api/quiz/analytics/journey", { params: { query }, signal: AbortSignal.timeout(15_000) }),
      ),
    ...live,
    meta: { isLive: false },
    refetchInterval: pollMilliseconds,
  });
}
