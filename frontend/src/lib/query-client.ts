import { QueryClient } from "@tanstack/react-query";

/** Data is never stale and never refetched automatically; pages that poll say so. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, refetchOnWindowFocus: false },
    // Sent even when the browser believes to be offline: a failure then shows, and nothing is sent later unseen.
    mutations: { retry: false, networkMode: "always" },
  },
});
