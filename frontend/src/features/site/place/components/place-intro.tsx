import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { RateNote } from "@/features/site/shared/pricing/rate-note";

interface Props {
  name: string;
  /** Empty where there is none: the car is brought to where the guest is. */
  address: ReactNode;
  /** Of a day of the cheapest car, at least. */
  price: string;
  children?: ReactNode;
}

/** What a place's page begins with; the server sends it drawn. */
export function PlaceIntro({ name, address, price, children }: Props) {
  return (
    <div className="bg-sky px-4 py-8 sm:px-6 sm:py-12">
      <div className="mx-auto max-w-[96rem]">
        <h1 className="text-3xl font-extrabold sm:text-5xl">{name}</h1>
        {address && <p className="mt-1 text-slate">{address}</p>}
        <p className="mt-2 text-lg text-ink">
          <Trans>Pick up your car here or bring it back: from {price} a day.</Trans>
        </p>
        <RateNote />
        {children}
      </div>
    </div>
  );
}
