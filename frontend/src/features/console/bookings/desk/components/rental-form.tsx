import type { ReactNode } from "react";
import { FormProvider, type UseFormReturn } from "react-hook-form";
import type { RentalForm } from "../rules/schema";
import type { LiveQuote } from "../use-quote";
import { CarSection } from "./car-section";
import { CustomerSection } from "./customer-section";
import { PriceSection } from "./price-section";
import { TripSection } from "./trip-section";

interface Props {
  form: UseFormReturn<RentalForm>;
  live: LiveQuote;
  isNew?: boolean;
  isHandedOver?: boolean;
  own?: string;
  onSubmit: (event: React.FormEvent<HTMLFormElement>) => void;
  /** The first and the last part of the form's column. */
  head?: ReactNode;
  foot?: ReactNode;
  /** The price and what is done with it: beside the form on wide screens, beneath it on phones. */
  children: ReactNode;
}

/** A rental in the order of a telephone call: when and where, which car, who, at what price. */
export function RentalFormFrame(props: Props) {
  const { form, live, isNew = false, isHandedOver = false, own, onSubmit, head, foot, children } = props;
  const { refusals, quote } = live;
  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={onSubmit}
        className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_26rem]"
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {head}
          <TripSection refusals={refusals} isHandedOver={isHandedOver} />
          <CarSection
            cars={quote?.cars ?? []}
            refusals={refusals}
            isHandedOver={isHandedOver}
            {...(own ? { own } : {})}
          />
          <CustomerSection refusals={refusals} quote={quote} isNew={isNew} />
          <PriceSection refusals={refusals} promo={quote?.promo} isNew={isNew} />
          {foot}
        </div>
        <div className="xl:sticky xl:top-4">{children}</div>
      </form>
    </FormProvider>
  );
}
