import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { api, bodyOf } from "@/lib/api";
import { type BookingDetail, bookingQuery } from "../api";

const reasons: Record<string, MessageDescriptor> = {
  unknown_car: msg`This car isn't in your catalogue, so the price for unknown cars applies. Check both.`,
  mistyped_email: msg`The email's domain looks mistyped, so emails may not arrive. Ask the customer by phone.`,
  unassigned_phone: msg`This phone number isn't valid and may be mistyped. Ask the customer by email.`,
};

/** Why someone should look at this booking, until someone says they have. */
export function ReviewNotice({ booking }: { booking: BookingDetail }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const done = useMutation({
    mutationFn: () =>
      bodyOf(
        api.POST("/api/admin/bookings/{booking_id}/reviewed", {
          params: { path: { booking_id: booking.id } },
        }),
      ),
    onSuccess: (answer) => client.setQueryData(bookingQuery(booking.id).queryKey, answer),
    onError: () => toast({ kind: "destructive", title: t`Couldn't mark as reviewed. Try again.` }),
  });
  const inWords = (reason: string) => (reasons[reason] ? t(reasons[reason]) : reason);
  if (!booking.needsReview) return null;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3 rounded-card border border-danger bg-panel p-4">
      <TriangleAlert aria-hidden size={20} className="shrink-0 text-danger" />
      <p className="min-w-0 grow basis-60 text-sm">
        {booking.reviewReasons.map((reason) => inWords(reason)).join(" ")}
      </p>
      <Button look="quiet" disabled={done.isPending} onClick={() => done.mutate()}>
        <Trans>Mark as reviewed</Trans>
      </Button>
    </div>
  );
}
