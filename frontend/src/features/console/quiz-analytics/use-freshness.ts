import { notifyManager, type QueryCache, type QueryFilters, useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { type Freshness, freshnessOf, type Poll } from "./rules/freshness";

const polled: QueryFilters = { type: "active", predicate: ({ meta }) => meta?.isLive === true };

function textOf(cache: QueryCache): string {
  const polls = cache.findAll(polled).map(({ state }): Poll => {
    const { dataUpdatedAt, status, data } = state;
    return { dataUpdatedAt, isError: status === "error", data: data as Poll["data"] };
  });
  return JSON.stringify(freshnessOf(polls));
}

/** How fresh the figures are that are polled and drawn now, all together. */
export function useFreshness(): Freshness {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback(
    (listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener)),
    [cache],
  );
  return JSON.parse(useSyncExternalStore(subscribe, () => textOf(cache))) as Freshness;
}
