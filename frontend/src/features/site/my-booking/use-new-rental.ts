import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { changeRental, type Meeting, type OwnBooking, type OwnRental, quoteChange } from "./api";
import { isChanged, rentalOf } from "./rules/rental";
import { useOwn } from "./use-own";

/** The rental as it shall be, its price as it is typed, and the change to it at the price that is shown. */
export function useNewRental(booking: OwnBooking, onClose: () => void) {
  const { t } = useLingui();
  const before = rentalOf(booking);
  const [rental, setRental] = useState<OwnRental>(before);
  const [meeting, setMeeting] = useState<Meeting>({});
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
    () => changeRental(rental, meeting, booking.updatedAt, fresh?.fresh.totalPrice ?? 0),
    t`Your booking is changed`,
  );
  const isReady =
    isNew && asked === rental && fresh?.isAvailable && !quote.isPlaceholderData && !quote.isError;
  return {
    before,
    rental,
    setRental,
    meeting,
    setMeeting,
    quote: isNew ? fresh : undefined,
    quoteError: isNew ? quote.error : null,
    error: (isNew ? quote.error : null) ?? change.error,
    canSubmit: Boolean(isReady) && !change.isPending,
    submit: () => {
      if (isReady) change.mutate(undefined, { onSuccess: onClose });
    },
  };
}

function isComplete({ pickupDate, pickupTime, returnDate, returnTime }: OwnRental): boolean {
  return [pickupDate, pickupTime, returnDate, returnTime].every(Boolean);
}
