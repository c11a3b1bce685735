import { Trans } from "@lingui/react/macro";
import { HeaderBar } from "@/components/layout/header-bar";
import { WizardFrame } from "@/features/site/booking/components/wizard-frame";
import { HeaderPlaces } from "./header-places";

/** The wizard with no step yet: which one it is, only the visitor's browser knows. Named in the usual order. */
export function BookingFirstScreen() {
  return (
    <>
      <HeaderBar>
        <HeaderPlaces />
      </HeaderBar>
      {/* As tall as the summary of a trip. */}
      <WizardFrame order="tripFirst" step={0} summary={<div className="h-41 rounded-3xl bg-stone" />}>
        <div className="h-96">
          <h1 className="text-2xl font-bold">
            <Trans>Book your car</Trans>
          </h1>
          {/* Something to read on a slow line; the largest text of the page, so that the page counts as drawn. */}
          <p className="mt-3 text-lg">
            <Trans>
              Three short steps: your trip, extras, your details. You see the total at every step, and what
              you enter is kept if your connection drops.
            </Trans>
          </p>
          <p className="mt-3 text-slate">
            <Trans>Loading the form…</Trans>
          </p>
        </div>
      </WizardFrame>
    </>
  );
}
