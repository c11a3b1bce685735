import type { UseQueryResult } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef } from "react";
import { TextField } from "@/components/ui/field";
import { forgetReferral, rememberedReferral } from "@/features/referral/remembered";
import { formatMoney } from "@/lib/money";
import { gentle } from "@/lib/scroll";
import type { Quote } from "./api";
import { BookingFacts } from "./booking-facts";
import type { Draft } from "./draft";
import { PriceSummary } from "./price-summary";
import { invalidPromo, type PromoState } from "./promo";
import { type Refusal, refusalsOf, stands, stepOf } from "./refusal";
import { ServiceChoices } from "./service-choices";
import { StepBar } from "./step-bar";
import { StepHeading } from "./step-heading";

interface Props {
  draft: Draft;
  promo: PromoState;
  quote: UseQueryResult<Quote>;
  onChange: (change: Partial<Draft>) => void;
  onBack: () => void;
  onConfirm: () => void;
  /** Leads to what the server refused of the earlier steps. */
  onCorrect: (error: unknown) => void;
  problem: string | null;
  refusals: Refusal[];
  sending: boolean;
}

export function StepComplete(props: Props) {
  const { draft, promo, quote, onChange, onBack, onConfirm, onCorrect, problem, sending } = props;
  const priced = quote.data !== undefined && !quote.isPlaceholderData && !promo.isValidating;
  // A code that only came with a link and does not work any more must not stand in the way.
  const cameInVain = promo.error === invalidPromo && draft.promoCode === rememberedReferral();
  useEffect(() => {
    if (!cameInVain) return;
    forgetReferral();
    onChange({ promoCode: "" });
  }, [cameInVain, onChange]);

  const wrongStep = stepOf(refusalsOf(quote.error, draft));
  const isAnEarlierField = wrongStep !== undefined && wrongStep < 3;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (priced) onConfirm();
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-6">
      <StepHeading>Complete Your Booking</StepHeading>
      <BookingFacts draft={draft} onEdit={onBack} />
      <ServiceChoices
        carName={draft.details.carType}
        chosen={draft.services}
        onChange={(services) => onChange({ services })}
      />
      <PromoField
        code={draft.promoCode}
        promo={promo}
        refused={props.refusals.find((item) => item.field === "promoCode" && stands(item, draft))?.message}
        onChange={(promoCode) => onChange({ promoCode })}
      />
      <PriceSummary quote={quote} onCorrect={isAnEarlierField ? () => onCorrect(quote.error) : undefined} />
      {problem && (
        <p
          role="alert"
          ref={showAlert}
          className="scroll-mb-32 rounded-xl border border-danger bg-white p-4 text-danger"
        >
          {problem}
        </p>
      )}
      <StepBar
        label="Your total"
        price={quote.data ? formatMoney(quote.data.totalPrice) : null}
        onBack={onBack}
        disabled={sending || !priced}
      >
        {sending ? "Sending…" : "Confirm Booking"}
      </StepBar>
    </form>
  );
}

/** Who confirmed by the bar at the foot of the screen may be far above what went wrong. */
function showAlert(element: HTMLElement | null) {
  element?.scrollIntoView({ block: "nearest", behavior: gentle() });
}

interface PromoProps {
  code: string;
  promo: PromoState;
  /** What the server said of this code when the booking was sent. */
  refused: string | undefined;
  onChange: (code: string) => void;
}

function PromoField({ code, promo, refused, onChange }: PromoProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (refused) field.current?.focus();
  }, [refused]);
  const idle = promo.isValid ? undefined : "If somebody sent you to us.";
  const hint = promo.isValidating ? "Checking…" : idle;
  return (
    <div>
      <TextField
        label="Promo code"
        hint={hint}
        error={promo.error ?? refused}
        ref={field}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        value={code}
        onChange={(event) => onChange(event.target.value)}
      />
      {promo.isValid && !refused && (
        <p role="status" className="mt-1.5 text-sm font-semibold text-pine">
          ✓ {promo.referrer} sent you{promo.percentage !== null && `: ${promo.percentage}% off everything`}
        </p>
      )}
    </div>
  );
}
