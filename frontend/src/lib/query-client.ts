import { QueryClient } from "@tanstack/react-query";

/** Data is never stale and never fetched again by itself; pages that poll say so. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
});
