import { Trans } from "@lingui/react/macro";
import { Fragment, useEffect, useMemo, useRef, useState } from "react";
import { Navigate, useLocation } from "react-router";
import { SiteFooter } from "@/components/layout/site-footer";
import { SiteHeader } from "@/components/layout/site-header";
import { OneByOne } from "@/components/ui/one-by-one";
import { prepareToasts } from "@/components/ui/toaster";
import { paths } from "@/config/paths";
import { isBookedEntry } from "@/features/site/shared/booked";
import { offeredServices } from "@/features/site/shared/pricing/rules";
import { bookingClickIds } from "@/features/site/shared/tracking/tracking";
import { loadPageCode } from "@/lib/page-code";
import { siteConfig } from "@/lib/site-config";
import { sendPersonalInfo } from "./api";
import { BookedBefore } from "./components/booked-before";
import { lateStep, withTexts } from "./components/late-step";
import { OfflineBanner } from "./components/offline-banner";
import { StepTrip } from "./components/step-trip";
import { TripSummary, WizardTrip } from "./components/trip-summary";
import { WizardFrame } from "./components/wizard-frame";
import type { Draft } from "./draft";
import { readLink } from "./rules/link";
import { type Step, stepName } from "./rules/order";
import type { Personal } from "./rules/schema";
import { usePromo } from "./use-promo";
import { useTotal } from "./use-total";
import { useWizard } from "./use-wizard";

const StepContact = lateStep(() =>
  withTexts(import("./late/step-contact")).then((module) => module.StepContact),
);
const StepExtras = lateStep(() =>
  withTexts(import("./late/step-extras")).then((module) => module.StepExtras),
);
const StepConfirm = lateStep(() =>
  withTexts(import("./late/step-confirm")).then((module) => module.StepConfirm),
);

/**
 * Fetches the code of all that may follow, so that the wizard works offline from then on. One part after another:
 * asking for thirty files at once blocks a slow phone.
 */
async function prepareNextSteps(): Promise<void> {
  const parts = [
    () => StepExtras.prepare(),
    () => StepConfirm.prepare(),
    () => loadPageCode(paths.thankYou),
    prepareToasts,
  ];
  for (const prepare of parts) {
    await prepare().catch((error: unknown) => console.warn("next step not loaded ahead", error));
  }
}

/** The wizard; at an entry of the history whose form became a booking, My booking: offline what is known of it. */
export function Component() {
  const { key } = useLocation();
  const [isBooked] = useState(() => isBookedEntry(key));
  return isBooked ? (
    <Navigate to={navigator.onLine ? paths.myBooking : paths.thankYou} replace />
  ) : (
    <Wizard />
  );
}

function Wizard() {
  const wizard = useWizard();
  const { draft, step, change, back, correct, problem, taken, refusals, sending, waiting } = wizard;
  const name = stepName(draft.order, step);
  const forward = (part: Partial<Draft>) => wizard.forward((step + 1) as Step, part);
  const promo = usePromo(draft.promoCode);
  const total = useTotal(draft, promo);
  const { notes } = useMemo(() => readLink(draft.search, siteConfig()), [draft.search]);
  useEffect(() => {
    // A separate task: cookies are slow to read on a phone. Not cancelled, or a quick visitor's ids would be lost.
    window.setTimeout(() => bookingClickIds());
    // After what is in sight now, so that it does not wait for what may follow.
    const timer = window.setTimeout(prepareNextSteps, 300);
    return () => window.clearTimeout(timer);
  }, []);
  const saved = useRef("");

  /** For the team to help with a booking that is not finished; once for each person. */
  function saveContact(personal: Personal) {
    const person = `${personal.customerEmail} ${personal.customerPhone}`;
    if (!siteConfig().tracking.saveIncompleteBookings || saved.current === person) return;
    saved.current = person;
    sendPersonalInfo({ ...draft, personal }).catch((error: unknown) =>
      console.warn("personal info not sent", error),
    );
  }

  return (
    <OneByOne>
      <Fragment key="form">
        <SiteHeader trip={draft.details} bar={<WizardTrip details={draft.details} total={total} />} />
        <OfflineBanner waiting={waiting} />
        <WizardFrame
          top={
            <>
              <h1 className="sr-only">
                <Trans>Book your car</Trans>
              </h1>
              {step === 1 && <BookedBefore />}
            </>
          }
          order={draft.order}
          step={step}
          summary={<TripSummary details={draft.details} total={total} hasLines={name !== "confirm"} />}
        >
          {name === "contact" && (
            <StepContact
              values={draft.personal}
              carType={draft.details.carType}
              total={total}
              refusals={refusals}
              onChange={(personal) => change({ personal })}
              onBack={back}
              onNext={(personal) => {
                saveContact(personal);
                forward({ personal });
              }}
            />
          )}
          {name === "trip" && (
            <StepTrip
              values={draft.details}
              groupSize={draft.personal.groupSize}
              driverAge={draft.personal.driverAge}
              notes={notes}
              total={total}
              refusals={refusals}
              onChange={(details) => change({ details })}
              onBack={step === 1 ? undefined : back}
              onNext={(details) => {
                const offered = offeredServices(siteConfig(), details.carType);
                const services = draft.services.filter((code) => offered.some((item) => item.code === code));
                forward({ details, services });
              }}
            />
          )}
          {name === "extras" && (
            <StepExtras
              carType={draft.details.carType}
              services={draft.services}
              total={total}
              onChange={(services) => change({ services })}
              onBack={back}
              onNext={() => forward({})}
            />
          )}
          {name === "confirm" && (
            <StepConfirm
              draft={draft}
              promo={promo}
              total={total}
              onChange={change}
              onContact={saveContact}
              onBack={back}
              onEdit={wizard.editTrip}
              onConfirm={() => wizard.confirm(total)}
              onCorrect={correct}
              problem={problem}
              taken={taken}
              refusals={refusals}
              sending={sending}
            />
          )}
        </WizardFrame>
      </Fragment>
      <SiteFooter key="footer" />
    </OneByOne>
  );
}
