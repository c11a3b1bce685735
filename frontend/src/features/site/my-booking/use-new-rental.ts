import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { changeRental, type Meeting, type OwnBooking, type OwnRental, quoteChange } from "./api";
import { readDraft } from "./rules/draft";
import { changesOf, isChanged, rentalOf } from "./rules/rental";
import { useDraft } from "./use-draft";
import { useOwn } from "./use-own";

/** What was entered, as the draft holds it. */
interface Entered {
  rental: Partial<OwnRental>;
  meeting: Meeting;
}

/**
 * The rental as it shall be, its price as it is typed, and the change to it at the price that is shown. What is entered
 * is kept in the booking's draft under `name` until it is sent or given up.
 */
export function useNewRental(booking: OwnBooking, name: "change" | "extension", onClose: () => void) {
  const { t } = useLingui();
  const before = rentalOf(booking);
  const save = useDraft(booking.reference);
  const [kept] = useState(() => readDraft(booking.reference)[name] as Entered | undefined);
  const [rental, setRental] = useState<OwnRental>({ ...before, ...kept?.rental });
  const [meeting, setMeeting] = useState<Meeting>(kept?.meeting ?? {});
  const drop = () => save({ [name]: undefined });
  function enter(next: OwnRental, at: Meeting) {
    setRental(next);
    setMeeting(at);
    const entered: Entered = { rental: changesOf(before, next), meeting: at };
    const isEmpty = Object.values(entered).every((part) => Object.keys(part).length === 0);
    save({ [name]: isEmpty ? undefined : entered });
  }
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
  const change = useOwn(async () => {
    const answer = await changeRental(rental, meeting, booking.updatedAt, fresh?.fresh.totalPrice ?? 0);
    drop();
    return answer;
  }, t`Your booking is changed`);
  const isReady =
    isNew && asked === rental && fresh?.isAvailable && !quote.isPlaceholderData && !quote.isError;
  return {
    before,
    rental,
    setRental: (next: OwnRental) => enter(next, meeting),
    meeting,
    setMeeting: (next: Meeting) => enter(rental, next),
    quote: isNew ? fresh : undefined,
    quoteError: isNew ? quote.error : null,
    error: (isNew ? quote.error : null) ?? change.error,
    canSubmit: Boolean(isReady) && !change.isPending,
    submit: () => {
      if (isReady) change.mutate(undefined, { onSuccess: onClose });
    },
    giveUp: () => {
      drop();
      onClose();
    },
  };
}

function isComplete({ pickupDate, pickupTime, returnDate, returnTime }: OwnRental): boolean {
  return [pickupDate, pickupTime, returnDate, returnTime].every(Boolean);
}
