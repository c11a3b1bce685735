import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useSubmit } from "@/components/forms/use-submit";
import { toast } from "@/components/ui/toast";
import { siteConfig } from "@/lib/site-config";
import { assignmentsOf, type BookingDetail, bookingQuery, listKey } from "../api";
import { changeBooking } from "./api";
import { changeBody, rentalOf } from "./rules/rental";
import type { RentalForm } from "./rules/schema";
import { useRentalForm } from "./use-rental-form";

/** Changes a booking as it was seen; where the prices differ, one of them has to be chosen first. */
export function useChangeForm(booking: BookingDetail, changes: Partial<RentalForm>, onDone: () => void) {
  const client = useQueryClient();
  const { form, live, take } = useRentalForm({ ...rentalOf(booking, siteConfig()), ...changes }, booking.id);
  const { onSubmit, problem } = useSubmit(form, async (typed: RentalForm) => {
    const price = live.quote?.difference === 0 ? "agreed" : typed.price;
    if (!price || live.isStale) {
      form.setError("price", { message: t`Choose which price to use` });
      return;
    }
    try {
      const answer = await changeBooking(booking.id, changeBody(typed, price, booking.updatedAt));
      client.setQueryData(bookingQuery(booking.id).queryKey, answer);
      void client.invalidateQueries({ queryKey: [listKey] });
      void client.invalidateQueries({ queryKey: assignmentsOf(booking.id) });
      toast({ title: t`Booking changed` });
      onDone();
    } catch (error) {
      // Someone may have been faster: the quote says what else there is now.
      live.retry();
      throw error;
    }
  });
  return { form, live, take, onSubmit, problem };
}

export type ChangeForm = ReturnType<typeof useChangeForm>;
