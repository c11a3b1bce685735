import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "@/components/ui/toast";
import { moveBlock, unblockVehicle } from "@/features/console/shared/blocks/api";
import { placeName, type Vehicle } from "@/features/console/shared/fleet";
import { sentenceOf } from "@/lib/errors";
import { type Bar, calendarKey, moveBooking } from "./api";
import type { Movable, Period } from "./rules";

/** The request, its success message, and its undo. */
interface Step {
  run: () => Promise<Done>;
  sentence: string;
}
interface Done {
  transferFrom?: string | null;
  undo: Step["run"] | null;
}
interface Moved {
  sentence: string;
  /** Takes the move back; null when it was taken back. */
  undo: Step["run"] | null;
}

/**
 * Gives bookings other vehicles, and blocks another time or vehicle. A vehicle of another car than the booked one is
 * asked about first (`asked`); the last move is kept, so that it can be taken back.
 */
export function useMove() {
  const client = useQueryClient();
  const [moved, setMoved] = useState<Moved | null>(null);
  const [asked, setAsked] = useState<{ booking: Movable; to: Vehicle } | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: ({ run }: Step) => run(),
    onSuccess: ({ undo, transferFrom }, { sentence }) => {
      const place = transferFrom && placeName(transferFrom);
      setMoved({ sentence: place ? t`${sentence} It must be transferred from ${place}.` : sentence, undo });
    },
    onError: (error) =>
      toast({ kind: "destructive", title: t`Couldn't move the booking`, description: sentenceOf(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: calendarKey }),
  });

  function give(booking: Movable, to: Vehicle | null, acceptOtherCar: boolean) {
    const { bookingId, reference, vehicleId } = booking;
    const plate = to?.plate;
    const body = { bookingId, fromVehicleId: vehicleId, toVehicleId: to?.id ?? null, acceptOtherCar };
    mutate({
      sentence: plate ? t`${plate} is assigned to ${reference}.` : t`${reference} has no vehicle assigned.`,
      run: async () => {
        const { transferFrom, undo } = await moveBooking(body);
        return { transferFrom, undo: async () => ({ ...(await moveBooking(undo)), undo: null }) };
      },
    });
  }

  return {
    moved,
    asked,
    isPending,
    move(booking: Movable, to: Vehicle | null) {
      if (to?.id === booking.vehicleId) return;
      if (to && to.car !== booking.car) setAsked({ booking, to });
      else give(booking, to, false);
    },
    accept() {
      if (asked) give(asked.booking, asked.to, true);
      setAsked(null);
    },
    decline: () => setAsked(null),
    /** Gives a block another time, another vehicle or both. */
    moveBlock(bar: Bar, to: Vehicle, period: Period) {
      const { id, vehicleId, startsAt, endsAt } = bar;
      const place = (from: string, body: Period & { vehicleId: string }) => moveBlock(from, id, body);
      mutate({
        sentence: t`Block for ${{ plate: to.plate }} moved.`,
        run: async () => {
          await place(vehicleId, { ...period, vehicleId: to.id });
          return {
            undo: async () => {
              await place(to.id, { startsAt, endsAt, vehicleId });
              return { undo: null };
            },
          };
        },
      });
    },
    /** Says that a vehicle is blocked from here on, and how to take that back. */
    blocked(vehicle: Vehicle, blockId: string) {
      setMoved({
        sentence: t`${{ plate: vehicle.plate }} is out of service`,
        undo: async () => {
          await unblockVehicle(vehicle.id, blockId);
          return { undo: null };
        },
      });
      void client.invalidateQueries({ queryKey: calendarKey });
    },
    undo() {
      if (moved?.undo) mutate({ run: moved.undo, sentence: t`Undone.` });
    },
  };
}

export type Mover = ReturnType<typeof useMove>;
