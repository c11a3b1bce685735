import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api, bodyOf } from "@/lib/api";

export const minSearchLength = 2;
export const maxSearchLength = 100;

/** Bookings, customers, vehicles, models, invoices and incomplete bookings. */
export function searchQuery(q: string) {
  return queryOptions({
    queryKey: ["/api/admin/search", q],
    queryFn: () => bodyOf(api.GET("/api/admin/search", { params: { query: { q } } })),
    enabled: q.length >= minSearchLength,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** Whether the search over everything is open; Ctrl-K opens it from anywhere, for those who may search. */
export function useSearch(isAllowed: boolean) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isAllowed) return undefined;
    function open(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen(true);
    }
    window.addEventListener("keydown", open);
    return () => window.removeEventListener("keydown", open);
  }, [isAllowed]);
  return { isOpen: isOpen && isAllowed, open: () => setOpen(true), close: () => setOpen(false) };
}
