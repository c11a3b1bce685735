import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { Problem } from "@/components/console/problem";
import { Skeleton } from "@/components/console/skeleton";
import type { RecordKind } from "@/features/console/shared/handover";
import { useObjectTitle } from "@/features/console/shared/titles";
import { loadBooking } from "./api";
import { YardForm } from "./components/yard-form";

/** The form of one handover or return. */
export function Component() {
  const { bookingId = "", kind } = useParams();
  const booking = useQuery({
    queryKey: ["yard", "booking", bookingId],
    queryFn: () => loadBooking(bookingId),
    networkMode: "always",
    retry: false,
    // What is typed must not change under the fingers.
    staleTime: Number.POSITIVE_INFINITY,
  });
  useObjectTitle(booking.data?.value.reference);
  if (booking.isPending) return <Skeleton className="h-96" />;
  if (!booking.data) return <Problem error={booking.error} onRetry={() => void booking.refetch()} />;
  const of: RecordKind = kind === "return" ? "return" : "handover";
  return <YardForm key={`${bookingId} ${of}`} booking={booking.data.value} kind={of} />;
}
