import { QueryClient } from "@tanstack/react-query";

/** Data is never stale and never fetched again by itself; pages that poll say so. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, refetchOnWindowFocus: false },
    // Sent even when the browser believes to be offline: the failure is then told, and nothing follows unseen.
    mutations: { retry: false, networkMode: "always" },
  },
});
