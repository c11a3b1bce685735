import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { type ToastMessage, toast } from "@/components/ui/toast";
import { api, bodyOf } from "@/lib/api";
import { ApiError, sentenceOf } from "@/lib/errors";
import {
  assignmentsOf,
  type BookingDetail,
  bookingQuery,
  listKey,
  type QuestionCode,
  type Status,
} from "./api";

interface Change {
  to: Status;
  reason?: string;
  /** Questions the user has confirmed. */
  acknowledged?: QuestionCode[];
  /** The vehicle to assign on confirmation; by default the best free one. */
  vehicleId?: string | undefined;
  /** Whether this undoes the last change. */
  isBack?: boolean;
}

/** Changes the status of `booking`, one change at a time. If another user was faster, it stays as it is. */
export function useTransitions(booking: BookingDetail, onEnd: () => void, done?: ToastMessage) {
  const client = useQueryClient();
  // A second click can happen before the button renders as disabled.
  const isSent = useRef(false);
  const mutation = useMutation({
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
      if (done) toast(done);
      onEnd();
    },
    onError: () => {
      // Another user may have been faster: refetch the current state.
      void client.invalidateQueries({ queryKey: bookingQuery(booking.id).queryKey });
      void client.invalidateQueries({ queryKey: assignmentsOf(booking.id) });
    },
    onSettled: () => {
      isSent.current = false;
    },
  });
  /**
   * For a dialog, which shows a rejection and keeps the input. If another user has changed the booking, the dialog
   * closes and a toast shows the reason.
   */
  async function send(change: Change) {
    if (isSent.current) return;
    isSent.current = true;
    try {
      await mutation.mutateAsync(change);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409)) throw error;
      refuse(error);
    }
  }
  function mutate(change: Change) {
    send(change).catch(refuse);
  }
  function refuse(error: unknown) {
    toast({ kind: "destructive", title: t`Couldn't save`, description: sentenceOf(error) });
    onEnd();
  }
  return { isPending: mutation.isPending, send, mutate };
}
