import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "react-router";
import { Check } from "@/components/console/check";
import { Button } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/form-problem";
import { paths } from "@/config/paths";
import type { BookingDetail } from "../../api";
import type { ChangeForm } from "../use-change-form";
import { Warnings } from "./form-section";
import { PriceChoice } from "./price-choice";
import { QuoteFrame } from "./quote-frame";
import { VehicleSection } from "./vehicle-section";

/** What a change costs and needs, and whether the customer is notified. */
export function ChangePanel({ booking, change }: { booking: BookingDetail; change: ChangeForm }) {
  const { t } = useLingui();
  const { form, live, take, problem } = change;
  const { isSubmitting } = form.formState;
  return (
    <QuoteFrame live={live} title={t`Price and vehicle`}>
      {(quote) => {
        const { state, vehicle } = quote.assignment;
        const isHandedOver = booking.status === "active";
        const isTaken = isHandedOver && state !== "not_tracked" && !vehicle;
        return (
          <>
            <PriceChoice quote={quote} />
            {isTaken && (
              <p role="alert" className="text-sm font-medium text-danger">
                <Trans>
                  This vehicle is assigned to another booking at that time. Assign another vehicle to that
                  booking in the{" "}
                  <Link className="underline" to={paths.admin.calendar}>
                    calendar
                  </Link>{" "}
                  first.
                </Trans>
              </p>
            )}
            {!isHandedOver && (
              <VehicleSection
                assignment={quote.assignment}
                trip={live.values}
                chosen={live.values.vehicleId}
                onChoose={(id) => form.setValue("vehicleId", id)}
                onTake={take}
              />
            )}
            <Warnings
              codes={quote.warnings.filter((code) => !isHandedOver || code !== "pickup_in_the_past")}
            />
            <Check
              label={t`Email the customer`}
              hint={live.values.customerEmail ? undefined : t`Needs an email address.`}
              disabled={!live.values.customerEmail}
              {...form.register("tell")}
            />
            <FormProblem text={problem} />
            <Button
              type="submit"
              disabled={isSubmitting || isTaken || (!isHandedOver && state === "none_free")}
            >
              {isSubmitting ? t`Saving…` : t`Save changes`}
            </Button>
          </>
        );
      }}
    </QuoteFrame>
  );
}
