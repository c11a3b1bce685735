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
      <WizardFrame order="tripFirst" step={0} summary={<div className="h-38 rounded-3xl bg-stone" />}>
        <div className="h-96">
          <h1 className="text-2xl font-bold">
            <Trans>Book your car</Trans>
          </h1>
          <p className="text-slate">
            <Trans>Three short steps. Loading the form…</Trans>
          </p>
        </div>
      </WizardFrame>
    </>
  );
}
