import { QueryClientProvider } from "@tanstack/react-query";
import { queryClient } from "@/lib/query-client";
import { SiteFrame } from "./site-frame";

/** The frame of pages that ask the server for something. The home page does not, and loads without this code. */
export function Component() {
  return (
    <QueryClientProvider client={queryClient}>
      <SiteFrame />
    </QueryClientProvider>
  );
}
