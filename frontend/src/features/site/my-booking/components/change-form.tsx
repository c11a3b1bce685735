import { Trans } from "@lingui/react/macro";
import { Button } from "@/components/ui/button";
import type { OwnBooking } from "../api";
import { useNewRental } from "../use-new-rental";
import { RentalFields } from "./rental-fields";
import { TwoPrices } from "./two-prices";

/** The rental as it shall be, with the agreed price and the new one beside each other. */
export function ChangeForm({ booking, onClose }: { booking: OwnBooking; onClose: () => void }) {
  const { rental, setRental, quote, quoteError, error, canSubmit, submit } = useNewRental(booking, onClose);
  return (
    <form
      className="mt-4 grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <RentalFields carName={booking.carName} rental={rental} error={error} onChange={setRental} />
      <TwoPrices quote={quote} error={quoteError} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={!canSubmit}>
          <Trans>Change the booking</Trans>
        </Button>
        <Button look="quiet" onClick={onClose}>
          <Trans>Keep as is</Trans>
        </Button>
      </div>
    </form>
  );
}
