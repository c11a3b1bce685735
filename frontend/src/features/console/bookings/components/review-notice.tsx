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
  unknown_car: msg`The car is not in your catalogue, so the price is that of an unknown car. Please check both.`,
  mistyped_email: msg`The domain of the email address looks mistyped, so the customer may receive nothing. Please ask by phone.`,
  unassigned_phone: msg`No such phone number has been assigned, so it may be mistyped. Please ask the customer by email.`,
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
    onError: () =>
      toast({ kind: "destructive", title: t`The mark could not be taken away. Please try again.` }),
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
        <Trans>I have checked it</Trans>
      </Button>
    </div>
  );
}
