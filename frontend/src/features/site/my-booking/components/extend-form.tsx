import { Trans, useLingui } from "@lingui/react/macro";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/field";
import { siteConfig } from "@/lib/site-config";
import type { OwnBooking } from "../api";
import { movedTo } from "../rules/rental";
import { useNewRental } from "../use-new-rental";
import { fieldProblem } from "../use-own";
import { NeededThen } from "./needed-then";
import { TwoPrices } from "./two-prices";

const shownFields = ["returnDate", "returnTime", "dropoffLocation"] as const;

/** New return time and place, with the agreed and the new price side by side. */
export function ExtendForm({ booking, onClose }: { booking: OwnBooking; onClose: () => void }) {
  const { t } = useLingui();
  const change = useNewRental(booking, "extension", onClose);
  const { before, rental, setRental, quote, quoteError, error, canSubmit, submit } = change;
  const form = useRef<HTMLFormElement>(null);
  const labels = {
    returnDate: t`Return date`,
    returnTime: t`Return time`,
    dropoffLocation: t`Dropoff location`,
  };
  const field = (name: (typeof shownFields)[number]) => ({
    label: labels[name],
    value: rental[name],
    error: fieldProblem(error, name),
    required: true,
    onChange: (event: { target: { value: string } }) => setRental({ ...rental, [name]: event.target.value }),
  });
  return (
    <form
      ref={form}
      className="mt-4 grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField type="date" min={before.returnDate} {...field("returnDate")} />
        <TextField type="time" {...field("returnTime")} />
        <div className="sm:col-span-2">
          <SelectField
            {...field("dropoffLocation")}
            onChange={({ target }) =>
              setRental(movedTo(rental, "dropoffLocation", target.value, siteConfig().locations))
            }
          >
            {siteConfig().locations.map((place) => (
              <option key={place.code} value={place.code}>
                {place.name}
              </option>
            ))}
          </SelectField>
        </div>
      </div>
      <TwoPrices
        quote={quote}
        error={quoteError}
        shownFields={shownFields}
        unavailable={
          quote && (
            <NeededThen
              reference={booking.reference}
              latest={quote.latestReturn}
              onKeep={(moment) => {
                setRental({ ...rental, ...moment });
                // The button goes with its sentence.
                form.current?.querySelector("input")?.focus();
              }}
            />
          )
        }
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={!canSubmit}>
          <Trans>Extend the rental</Trans>
        </Button>
        <Button look="quiet" onClick={change.giveUp}>
          <Trans>Keep as is</Trans>
        </Button>
      </div>
    </form>
  );
}
