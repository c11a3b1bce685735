import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useEffect } from "react";
import { LegalLink } from "@/components/layout/legal-link";
import { paths } from "@/config/paths";
import { forgetReferral, rememberedReferral } from "@/features/site/shared/referral";
import { gentle } from "@/lib/scroll";
import { siteConfig } from "@/lib/site-config";
import type { Draft } from "../draft";
import { isStillRefused, type Refusal, refusalsOf, stepOf } from "../rules/refusal";
import type { Taken } from "../rules/taken";
import type { PromoState } from "../use-promo";
import type { RunningTotal } from "../use-total";
import { BookingFacts } from "./booking-facts";
import { CarAvailabilityNotice } from "./car-availability-notice";
import { DecisionTerms } from "./decision-terms";
import { PriceSummary } from "./price-summary";
import { PromoField } from "./promo-field";
import { ServiceChoices } from "./service-choices";
import { StepBar } from "./step-bar";
import { StepHeading } from "./step-heading";

interface Props {
  draft: Draft;
  promo: PromoState;
  total: RunningTotal;
  onChange: (change: Partial<Draft>) => void;
  onBack: () => void;
  onConfirm: () => void;
  /** Leads to what the server refused of the earlier steps. */
  onCorrect: (error: unknown) => void;
  problem: string | null;
  /** Someone else has booked the car first. */
  taken: Taken | null;
  refusals: Refusal[];
  sending: boolean;
}

export function StepComplete(props: Props) {
  const { t } = useLingui();
  const { draft, promo, total, onChange, onBack, onConfirm, onCorrect, problem, sending } = props;
  const isPriced = total.state === "checked";
  // An expired code from a link must not block the booking.
  const { promoCode } = draft;
  const cameInVain = promoCode !== "" && promo.isUnknown && promoCode === rememberedReferral();
  useEffect(() => {
    if (!cameInVain) return;
    forgetReferral();
    onChange({ promoCode: "", lostCode: promoCode });
  }, [cameInVain, promoCode, onChange]);

  const wrongStep = stepOf(refusalsOf(total.error, draft));
  const isAnEarlierField = wrongStep !== undefined && wrongStep < 3;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isPriced) onConfirm();
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-6">
      <StepHeading>{t`Complete Your Booking`}</StepHeading>
      <CarAvailabilityNotice draft={draft} taken={props.taken} onChange={onChange} onEdit={onBack} />
      <BookingFacts draft={draft} onEdit={onBack} />
      <ServiceChoices
        carName={draft.details.carType}
        chosen={draft.services}
        onChange={(services) => onChange({ services })}
      />
      <PromoField
        code={promoCode}
        promo={promo}
        lostCode={draft.lostCode}
        refused={
          props.refusals.find((item) => item.field === "promoCode" && isStillRefused(item, draft))?.message
        }
        onChange={(code) => onChange({ promoCode: code, lostCode: "" })}
      />
      <PriceSummary total={total} onCorrect={isAnEarlierField ? () => onCorrect(total.error) : undefined} />
      <DecisionTerms details={draft.details} />
      {problem && (
        <p
          role="alert"
          ref={showAlert}
          className="scroll-mb-32 rounded-xl border border-danger bg-panel p-4 text-danger"
        >
          {problem}
        </p>
      )}
      <LegalNote />
      <StepBar total={total} onBack={onBack} disabled={sending || !isPriced}>
        {sending ? t`Sending…` : t`Confirm Booking`}
      </StepBar>
    </form>
  );
}

/** What a booking agrees to. The texts lead back here, and nothing typed is lost on the way. */
function LegalNote() {
  const { documents, termsVersion } = siteConfig();
  if (!documents.includes("terms-of-service") || !documents.includes("privacy-policy")) return null;
  const link = "inline-block py-1 font-semibold text-pine underline underline-offset-4";
  return (
    <p className="text-sm text-slate">
      <Trans>
        Your booking is a request under our{" "}
        <LegalLink to={paths.terms} className={link}>
          Terms of Service
        </LegalLink>
        ; the{" "}
        <LegalLink to={paths.privacy} className={link}>
          Privacy Policy
        </LegalLink>{" "}
        says what we keep of it.
      </Trans>{" "}
      {termsVersion !== null && <Trans>The terms are version {termsVersion}.</Trans>}
    </p>
  );
}

/** Who confirmed by the bar at the foot of the screen may be far above what went wrong. */
function showAlert(element: HTMLElement | null) {
  element?.scrollIntoView({ block: "nearest", behavior: gentle() });
}
