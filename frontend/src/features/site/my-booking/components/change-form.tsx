import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { Button } from "@/components/ui/button";
import { changeRental, type OwnBooking, type OwnRental, quoteChange } from "../api";
import { isChanged, rentalOf } from "../rules/rental";
import { useOwn } from "../use-own";
import { RentalFields } from "./rental-fields";
import { TwoPrices } from "./two-prices";

/** The rental as it shall be, with the agreed price and the new one beside each other. */
export function ChangeForm({ booking, onClose }: { booking: OwnBooking; onClose: () => void }) {
  const { t } = useLingui();
  const before = rentalOf(booking);
  const [rental, setRental] = useState<OwnRental>(before);
  const asked = useDeferredValue(rental);
  const isNew = isChanged(before, rental);
  const quote = useQuery({
    queryKey: ["/api/my-booking/quotes", booking.updatedAt, asked],
    queryFn: () => quoteChange(asked),
    enabled: isChanged(before, asked) && isComplete(asked),
    retry: false,
    placeholderData: (last) => last,
  });
  const fresh = quote.data;
  const change = useOwn(
    () => changeRental(rental, booking.updatedAt, fresh?.fresh.totalPrice ?? 0),
    t`Your booking is changed`,
  );
  const isReady =
    isNew && asked === rental && fresh?.isAvailable && !quote.isPlaceholderData && !quote.isError;
  return (
    <form
      className="mt-4 grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) change.mutate(undefined, { onSuccess: onClose });
      }}
    >
      <RentalFields
        carName={booking.carName}
        rental={rental}
        error={quote.error ?? change.error}
        onChange={setRental}
      />
      <TwoPrices quote={isNew ? fresh : undefined} error={isNew ? quote.error : null} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={!isReady || change.isPending}>
          <Trans>Change the booking</Trans>
        </Button>
        <Button look="quiet" onClick={onClose}>
          <Trans>Leave it as it is</Trans>
        </Button>
      </div>
    </form>
  );
}

function isComplete({ pickupDate, pickupTime, returnDate, returnTime }: OwnRental): boolean {
  return [pickupDate, pickupTime, returnDate, returnTime].every(Boolean);
}
