import { useLingui } from "@lingui/react/macro";
import type { ChangeEvent } from "react";
import { bookingRequestLimits } from "@/api/limits.gen";
import { TextField } from "@/components/ui/field";
import { siteConfig } from "@/lib/site-config";
import { asked, type Details } from "../rules/schema";

interface Props {
  pickupLocation: string;
  field: (name: "flightNumber" | "pickupAddress") => {
    name: keyof Details;
    value: string;
    error: string | undefined;
    onChange: (event: ChangeEvent<HTMLInputElement>) => void;
    onBlur: () => void;
  };
}

/** What the chosen pickup place asks for: the flight at an airport, the address where the car is brought. */
export function PickupFields({ pickupLocation, field }: Props) {
  const { t } = useLingui();
  const { flightNumber, pickupAddress } = asked({ pickupLocation }, siteConfig().locations);
  return (
    <>
      {pickupAddress && (
        <div className="sm:col-span-2">
          <TextField
            label={t`Address where we meet you`}
            hint={t`Your hotel or house, with the street`}
            autoComplete="street-address"
            maxLength={bookingRequestLimits.pickupAddress.maxLength}
            {...field("pickupAddress")}
          />
        </div>
      )}
      {flightNumber && (
        <div className="sm:col-span-2">
          <TextField
            label={t`Flight number, if you know it`}
            hint={t`So that we know when you land`}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={bookingRequestLimits.flightNumber.maxLength}
            {...field("flightNumber")}
          />
        </div>
      )}
    </>
  );
}
