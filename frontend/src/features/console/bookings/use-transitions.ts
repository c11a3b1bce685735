import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "@/components/ui/toast";
import { api, bodyOf } from "@/lib/api";
import { sentenceOf } from "@/lib/errors";
import {
  assignmentsOf,
  type BookingDetail,
  bookingQuery,
  listKey,
  type QuestionCode,
  type Status,
} from "./api";

export interface Change {
  to: Status;
  reason?: string;
  /** What was asked about and is meant. */
  acknowledged?: QuestionCode[];
  /** Which vehicle confirming gives; without it the best free one. */
  vehicleId?: string | undefined;
  /** Whether this undoes the last change. */
  isBack?: boolean;
}

/** Changes the status of `booking` as it is shown: when somebody else was faster, nothing is changed and they are named. */
export function useTransitions(booking: BookingDetail, onEnd: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ to, reason = "", acknowledged, vehicleId, isBack }: Change) => {
      const params = { path: { booking_id: booking.id } };
      const body = { fromStatus: booking.status, toStatus: to, reason };
      return bodyOf(
        isBack
          ? api.POST("/api/admin/bookings/{booking_id}/step-back", { params, body })
          : api.POST("/api/admin/bookings/{booking_id}/status", {
              params,
              body: { ...body, ...(acknowledged ? { acknowledged } : {}), vehicleId: vehicleId ?? null },
            }),
      );
    },
    onSuccess: (answer) => {
      client.setQueryData(bookingQuery(booking.id).queryKey, answer);
      void client.invalidateQueries({ queryKey: [listKey] });
      onEnd();
    },
    onError: (error) => {
      toast({
        kind: "destructive",
        title: t`Nothing was changed`,
        description: sentenceOf(error),
      });
      // Somebody else may have been faster: show how it stands now.
      void client.invalidateQueries({ queryKey: bookingQuery(booking.id).queryKey });
      void client.invalidateQueries({ queryKey: assignmentsOf(booking.id) });
      onEnd();
    },
  });
}
