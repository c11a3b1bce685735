import { Trans } from "@lingui/react/macro";
import { Button } from "@/components/ui/button";
import type { OwnBooking } from "../api";
import { useNewRental } from "../use-new-rental";
import { MeetingFields } from "./meeting-fields";
import { RentalFields } from "./rental-fields";
import { TwoPrices } from "./two-prices";

/** The rental as it shall be, with the agreed price and the new one beside each other. */
export function ChangeForm({ booking, onClose }: { booking: OwnBooking; onClose: () => void }) {
  const change = useNewRental(booking, "change", onClose);
  const { rental, setRental, quote, quoteError, error, canSubmit, submit } = change;
  return (
    <form
      className="mt-4 grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <RentalFields carName={booking.carName} rental={rental} error={error} onChange={setRental} />
      <MeetingFields
        booking={booking}
        rental={rental}
        meeting={change.meeting}
        error={error}
        onChange={change.setMeeting}
      />
      <TwoPrices quote={quote} error={quoteError} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={!canSubmit}>
          <Trans>Change the booking</Trans>
        </Button>
        <Button look="quiet" onClick={change.giveUp}>
          <Trans>Keep as is</Trans>
        </Button>
      </div>
    </form>
  );
}
