import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "@/components/ui/toast";
import { placeName, type Vehicle } from "@/features/console/shared/fleet";
import { sentenceOf } from "@/lib/errors";
import { calendarKey, type Move, moveBooking } from "./api";
import type { Movable } from "./rules";

export interface Moved {
  sentence: string;
  bookingId: string;
  /** Takes the move back; null when it was taken back. */
  undo: Move | null;
}

/**
 * Gives bookings other vehicles. One of another car than the booked one is asked about first (`asked`); the last
 * move is kept, so that it can be taken back.
 */
export function useMove() {
  const client = useQueryClient();
  const [moved, setMoved] = useState<Moved | null>(null);
  const [asked, setAsked] = useState<{ booking: Movable; to: Vehicle } | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (run: { body: Move; sentence: string; isUndo: boolean }) => moveBooking(run.body),
    onSuccess: ({ undo, transferFrom }, { body, sentence, isUndo }) => {
      const place = transferFrom && placeName(transferFrom);
      setMoved({
        bookingId: body.bookingId,
        sentence: place ? t`${sentence} It must be brought from ${place}.` : sentence,
        undo: isUndo ? null : undo,
      });
    },
    onError: (error) =>
      toast({ kind: "destructive", title: t`Nothing was moved`, description: sentenceOf(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: calendarKey }),
  });

  function run(booking: Movable, to: Vehicle | null, acceptOtherCar: boolean) {
    const { bookingId, reference, vehicleId } = booking;
    const plate = to?.plate;
    const sentence = plate ? t`${reference} has ${plate} now.` : t`${reference} has no vehicle now.`;
    mutate({
      body: { bookingId, fromVehicleId: vehicleId, toVehicleId: to?.id ?? null, acceptOtherCar },
      sentence,
      isUndo: false,
    });
  }

  return {
    moved,
    asked,
    isPending,
    move(booking: Movable, to: Vehicle | null) {
      if (to?.id === booking.vehicleId) return;
      if (to && to.car !== booking.car) setAsked({ booking, to });
      else run(booking, to, false);
    },
    accept() {
      if (asked) run(asked.booking, asked.to, true);
      setAsked(null);
    },
    decline: () => setAsked(null),
    undo() {
      if (moved?.undo) mutate({ body: moved.undo, sentence: t`Taken back.`, isUndo: true });
    },
  };
}

export type Mover = ReturnType<typeof useMove>;
