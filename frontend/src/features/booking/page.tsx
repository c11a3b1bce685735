import { lazy, Suspense, useEffect } from "react";
import { SiteFooter } from "@/components/layout/site-footer";
import { SiteHeader } from "@/components/layout/site-header";
import { prepareToasts } from "@/components/ui/toast";
import { bookingClickIds } from "@/features/click-tracking/tracking";
import { siteConfig } from "@/lib/site-config";
import { sendPersonalInfo } from "./api";
import { usePromo } from "./promo";
import { offeredServices } from "./service-choices";
import { StepPersonal } from "./step-personal";
import { Steps } from "./steps";
import { TripSummary, tripPrice } from "./trip-summary";
import { useQuote } from "./use-quote";
import { useWizard } from "./use-wizard";

const loadDetails = () => import("./step-details");
const loadComplete = () => import("./step-complete");
const StepDetails = lazy(() => loadDetails().then((module) => ({ default: module.StepDetails })));
const StepComplete = lazy(() => loadComplete().then((module) => ({ default: module.StepComplete })));

/** Fetches the code of all that may follow, so that the wizard goes on when the line is down by then. */
function prepareNextSteps(): void {
  const ahead = [loadDetails(), loadComplete(), import("@/features/thank-you/page")];
  Promise.all(ahead).catch((error: unknown) => console.warn("next steps not loaded ahead", error));
  prepareToasts();
}

export function Component() {
  const { draft, step, change, forward, back, confirm, correct, problem, refusals, sending } = useWizard();
  const promo = usePromo(draft.promoCode);
  // The server judges the code once more with the quote, so that the price shown is the one to be stored.
  const quote = useQuote(draft, promo.isValidating ? "" : draft.promoCode.trim(), step === 3);
  const total = step === 3 ? quote.data?.totalPrice : undefined;
  const carPrice = tripPrice(draft.details);
  useEffect(() => {
    bookingClickIds();
    // After what is in sight now, so that it does not wait for what may follow.
    const timer = window.setTimeout(prepareNextSteps, 300);
    return () => window.clearTimeout(timer);
  }, []);
  return (
    <>
      <SiteHeader trip={draft.details} />
      <main className="mx-auto grid max-w-6xl gap-6 px-4 py-8 sm:px-6 lg:grid-cols-[1fr_20rem]">
        <h1 className="sr-only">Book your car</h1>
        <div className="lg:col-span-2">
          <Steps step={step} />
        </div>
        <div className="lg:order-last">
          <TripSummary details={draft.details} total={total} />
        </div>
        <div className="rounded-3xl bg-white p-5 shadow-card sm:p-8">
          {step === 1 && (
            <StepPersonal
              values={draft.personal}
              price={carPrice}
              refusals={refusals}
              onChange={(personal) => change({ personal })}
              onNext={(personal) => {
                sendPersonalInfo({ ...draft, personal }).catch((error: unknown) =>
                  console.warn("personal info not sent", error),
                );
                forward(2, { personal });
              }}
            />
          )}
          <Suspense fallback={<div role="status" aria-label="Loading" className="h-96" />}>
            {step === 2 && (
              <StepDetails
                values={draft.details}
                price={carPrice}
                refusals={refusals}
                onChange={(details) => change({ details })}
                onBack={back}
                onNext={(details) => {
                  const offered = offeredServices(siteConfig().services, details.carType);
                  const services = draft.services.filter((code) =>
                    offered.some((item) => item.code === code),
                  );
                  forward(3, { details, services });
                }}
              />
            )}
            {step === 3 && (
              <StepComplete
                draft={draft}
                promo={promo}
                quote={quote}
                onChange={change}
                onBack={back}
                onConfirm={confirm}
                onCorrect={correct}
                problem={problem}
                refusals={refusals}
                sending={sending}
              />
            )}
          </Suspense>
        </div>
      </main>
      <SiteFooter />
    </>
  );
}
