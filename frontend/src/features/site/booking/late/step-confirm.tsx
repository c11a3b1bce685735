import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect } from "react";
import { LegalLink } from "@/components/layout/legal-link";
import { paths } from "@/config/paths";
import { forgetReferral, rememberedReferral } from "@/features/site/shared/referral";
import { gentle } from "@/lib/preferences";
import { siteConfig } from "@/lib/site-config";
import { StepBar } from "../components/step-bar";
import { StepHeading } from "../components/step-heading";
import type { Draft } from "../draft";
import type { Taken } from "../hold";
import { stepThatAsks } from "../rules/order";
import { isStillRefused, type Refusal, refusalsOf, stepOf } from "../rules/refusal";
import { minimumAgeOf, type Personal, personalProblems } from "../rules/schema";
import type { PromoState } from "../use-promo";
import { useStepForm } from "../use-step-form";
import type { RunningTotal } from "../use-total";
import { BookingFacts } from "./booking-facts";
import { CarAvailabilityNotice } from "./car-availability-notice";
import { ContactFields } from "./contact-fields";
import { DecisionTerms } from "./decision-terms";
import { MessageChoices } from "./message-choices";
import { PriceSummary } from "./price-summary";
import { PromoField } from "./promo-field";
import { ServiceChoices } from "./service-choices";

interface Props {
  draft: Draft;
  promo: PromoState;
  total: RunningTotal;
  onChange: (change: Partial<Draft>) => void;
  /** Contact details that are asked here are complete. */
  onContact: (personal: Personal) => void;
  onBack: () => void;
  onEdit: () => void;
  onConfirm: () => void;
  /** Leads to what the server refused of the earlier steps. */
  onCorrect: (error: unknown) => void;
  problem: string | null;
  /** Someone else has booked the car first. */
  taken: Taken | null;
  refusals: Refusal[];
  sending: boolean;
}

/** The last step: what no step before it asked, the price, and the terms. */
export function StepConfirm(props: Props) {
  const { t } = useLingui();
  const { draft, promo, total, onChange, onBack, onEdit, onConfirm, onCorrect, problem, sending } = props;
  const { order, personal, details } = draft;
  const asksContact = stepThatAsks(order, "contact") === 3;
  const asksExtras = stepThatAsks(order, "extras") === 3;
  const isPriced = total.state === "checked";
  // An expired code from a link must not block the booking.
  const { promoCode } = draft;
  const cameInVain = promoCode !== "" && promo.isUnknown && promoCode === rememberedReferral();
  useEffect(() => {
    if (!cameInVain) return;
    forgetReferral();
    onChange({ promoCode: "", lostCode: promoCode });
  }, [cameInVain, promoCode, onChange]);

  const wrongStep = stepOf(refusalsOf(total.error, draft), order);
  const isAnEarlierField = wrongStep !== undefined && wrongStep < 3;

  const { cars, rental } = siteConfig();
  const judge = (values: Personal) =>
    asksContact ? personalProblems(values, rental, minimumAgeOf(cars, details.carType)) : {};
  const form = useStepForm({
    judge,
    values: personal,
    refusals: asksContact ? props.refusals : [],
    onChange: (values) => onChange({ personal: values }),
    onNext: () => {
      if (isPriced) onConfirm();
    },
  });
  /** On leaving a field: an address that is still being typed is none yet. */
  function leaveField() {
    if (asksContact && Object.keys(judge(personal)).length === 0) props.onContact(personal);
  }

  return (
    <form {...form.form} onBlur={leaveField} className="flex flex-col gap-6">
      <StepHeading>{t`Complete Your Booking`}</StepHeading>
      <CarAvailabilityNotice draft={draft} taken={props.taken} onChange={onChange} onEdit={onEdit} />
      {asksContact && (
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <ContactFields
            form={form}
            values={personal}
            carType={details.carType}
            onChooseCar={(carType) => onChange({ details: { ...details, carType } })}
          />
        </div>
      )}
      <BookingFacts draft={draft} isNamed={!asksContact} onEdit={onEdit} />
      {asksExtras && (
        <ServiceChoices
          carName={details.carType}
          chosen={draft.services}
          onChange={(services) => onChange({ services })}
        />
      )}
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
      <DecisionTerms details={details} />
      <MessageChoices
        chosen={draft.messageChannels ?? []}
        onChange={(messageChannels) => onChange({ messageChannels })}
      />
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
    <p className="text-sm wrap-anywhere text-slate">
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
