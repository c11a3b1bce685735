import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { Check } from "@/components/console/check";
import { BackLink, PageHeader } from "@/components/console/page-header";
import { nothingToSave } from "@/components/forms/unsaved-work";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/form-problem";
import { toast } from "@/components/ui/toast";
import { adminPath } from "@/config/admin-path";
import { paths } from "@/config/paths";
import { useMe } from "@/features/console/shared/session";
import { siteConfig } from "@/lib/site-config";
import { listKey } from "../api";
import { takeBooking } from "./api";
import { Warnings } from "./components/form-section";
import { NoteSection } from "./components/note-section";
import { PriceTable } from "./components/price-table";
import { QuoteFrame } from "./components/quote-frame";
import { RentalFormFrame } from "./components/rental-form";
import { SourceChoice } from "./components/source-choice";
import { VehicleSection } from "./components/vehicle-section";
import { newRental, takeBody } from "./rules/rental";
import { rentalInUrl, useRentalForm } from "./use-rental-form";

/** A booking by phone, WhatsApp, chat or at the counter: one screen, a live price, and what else there is at a clash. */
export function Component() {
  const { t } = useLingui();
  const { tenant } = useMe();
  const { search } = useLocation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [defaults] = useState(() => ({ ...newRental(siteConfig()), ...rentalInUrl(search) }));
  const { form, live, take } = useRentalForm(defaults);
  const { values, quote } = live;
  const isClash = quote?.assignment.state === "none_free";
  const { onSubmit, problem } = useSubmit(form, async (typed: typeof defaults) => {
    try {
      const booking = await takeBooking(takeBody(typed));
      toast({
        title: typed.confirm ? t`Booking confirmed` : t`Booking created`,
        description: t`${{ reference: booking.reference }} for ${{ name: booking.customerName }}`,
      });
      void client.invalidateQueries({ queryKey: [listKey] });
      await navigate(adminPath.booking(booking.id), { state: nothingToSave });
    } catch (error) {
      // Someone may have taken the last vehicle: the alternatives come with the next quote.
      live.retry();
      throw error;
    }
  });

  return (
    <>
      <BackLink to={paths.admin.bookings}>{t`All bookings`}</BackLink>
      <PageHeader title={t`New booking`} description={t`Times are in ${{ timezone: tenant.timezone }}.`} />
      <RentalFormFrame
        form={form}
        live={live}
        isNew
        onSubmit={onSubmit}
        head={<SourceChoice />}
        foot={<NoteSection />}
      >
        <QuoteFrame live={live} title={t`Price and vehicle`}>
          {({ fresh, currency, assignment, warnings }) => (
            <>
              <PriceTable price={fresh} currency={currency} caption={t`Price lines`} />
              <VehicleSection
                assignment={assignment}
                trip={values}
                chosen={values.vehicleId}
                onChoose={(id) => form.setValue("vehicleId", id)}
                onTake={take}
              />
              <Warnings codes={warnings} />
              <div>
                <Check
                  label={t`Confirm immediately`}
                  hint={t`Otherwise it waits for confirmation, like a booking from your site.`}
                  {...form.register("confirm")}
                />
                <Check
                  label={t`Email the customer`}
                  hint={values.customerEmail ? undefined : t`Needs an email address.`}
                  disabled={!values.customerEmail}
                  {...form.register("tell")}
                />
              </div>
              <FormProblem text={problem} />
              <Button type="submit" disabled={form.formState.isSubmitting || isClash}>
                {form.formState.isSubmitting
                  ? t`Saving…`
                  : values.confirm
                    ? t`Create and confirm booking`
                    : t`Create booking`}
              </Button>
            </>
          )}
        </QuoteFrame>
      </RentalFormFrame>
    </>
  );
}
