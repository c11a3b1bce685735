import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { SiteFooter } from "@/components/layout/site-footer";
import { SiteHeader } from "@/components/layout/site-header";
import { toast } from "@/components/ui/toast";
import { paths } from "@/config/paths";
import { bookingClickIds } from "@/features/click-tracking/tracking";
import { ApiError } from "@/lib/api";
import { siteConfig } from "@/lib/site-config";
import { sendPersonalInfo, submitBooking } from "./api";
import { clearDraft, type Draft, loadDraft, saveDraft } from "./draft";
import { offeredServices } from "./service-choices";
import { StepComplete } from "./step-complete";
import { StepDetails } from "./step-details";
import { StepPersonal } from "./step-personal";
import { Steps } from "./steps";
import { TripSummary } from "./trip-summary";

export function Component() {
  const navigate = useNavigate();
  const [draft, setDraft] = useState<Draft>(() => loadDraft(window.location.search));
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    bookingClickIds();
  }, []);
  useEffect(() => saveDraft(draft), [draft]);

  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  function go(step: Draft["step"], part: Partial<Draft> = {}) {
    change({ ...part, step });
    window.scrollTo({ top: 0, behavior: "smooth" });
  }

  async function confirm() {
    setProblem(null);
    try {
      await submitBooking(draft);
    } catch (error) {
      setProblem(explain(error));
      toast({
        kind: "destructive",
        title: "Booking Failed",
        description: "There was an error processing your booking. Please try again.",
      });
      return;
    }
    toast({
      title: "Booking Confirmed!",
      description:
        "Your car rental has been successfully booked. We'll contact you shortly to confirm details.",
    });
    clearDraft();
    navigate(paths.thankYou);
  }

  return (
    <>
      <SiteHeader />
      <main className="mx-auto grid max-w-6xl gap-6 px-4 py-8 sm:px-6 lg:grid-cols-[1fr_20rem]">
        <h1 className="sr-only">Book your car</h1>
        <div className="lg:col-span-2">
          <Steps step={draft.step} />
        </div>
        <div className="lg:order-last">
          <TripSummary draft={draft} />
        </div>
        <div className="rounded-3xl bg-white p-5 shadow-card sm:p-8">
          {draft.step === 1 && (
            <StepPersonal
              values={draft.personal}
              onChange={(personal) => change({ personal })}
              onNext={(personal) => {
                sendPersonalInfo({ ...draft, personal }).catch((error: unknown) =>
                  console.warn("personal info not sent", error),
                );
                go(2, { personal });
              }}
            />
          )}
          {draft.step === 2 && (
            <StepDetails
              values={draft.details}
              onChange={(details) => change({ details })}
              onBack={() => go(1)}
              onNext={(details) => {
                const offered = offeredServices(siteConfig().services, details.carType).map(
                  (item) => item.code,
                );
                go(3, { details, services: draft.services.filter((code) => offered.includes(code)) });
              }}
            />
          )}
          {draft.step === 3 && (
            <StepComplete
              draft={draft}
              onChange={change}
              onBack={() => go(2)}
              onConfirm={confirm}
              problem={problem}
            />
          )}
        </div>
      </main>
      <SiteFooter />
    </>
  );
}

/** What happened, what was kept, what to do. */
function explain(error: unknown): string {
  if (error instanceof ApiError) {
    const fields = error.body?.fields?.map((item) => item.message).join(". ");
    return (
      fields || `${error.sentence ?? "The booking was not taken."} Everything you entered is still here.`
    );
  }
  return "You seem to be offline. Everything you entered is still here; please confirm again when you are back.";
}
