import { type FormEvent, useEffect } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { forgetReferral, rememberedReferral } from "@/features/referral/remembered";
import { BookingFacts } from "./booking-facts";
import type { Draft } from "./draft";
import { PriceSummary, useQuote } from "./price-summary";
import { invalidPromo, type PromoState, usePromo } from "./promo";
import { ServiceChoices } from "./service-choices";

interface Props {
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
  onBack: () => void;
  onConfirm: () => void;
  problem: string | null;
  sending: boolean;
}

export function StepComplete({ draft, onChange, onBack, onConfirm, problem, sending }: Props) {
  const promo = usePromo(draft.promoCode);
  // The server judges the code once more with the quote, so that the price shown is the one to be stored.
  const quote = useQuote(draft, promo.isValidating ? "" : draft.promoCode.trim());
  const priced = quote.data !== undefined && !quote.isPlaceholderData && !promo.isValidating;
  // A code that only came with a link and does not work any more must not stand in the way.
  const cameInVain = promo.error === invalidPromo && draft.promoCode === rememberedReferral();
  useEffect(() => {
    if (!cameInVain) return;
    forgetReferral();
    onChange({ promoCode: "" });
  }, [cameInVain, onChange]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (priced) onConfirm();
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-6">
      <h2 className="text-2xl font-bold">Complete Your Booking</h2>
      <BookingFacts draft={draft} onEdit={onBack} />
      <ServiceChoices
        carName={draft.details.carType}
        chosen={draft.services}
        onChange={(services) => onChange({ services })}
      />
      <PromoField code={draft.promoCode} promo={promo} onChange={(promoCode) => onChange({ promoCode })} />
      <PriceSummary quote={quote} />
      {problem && (
        <p role="alert" className="rounded-xl border border-danger bg-white p-4 text-danger">
          {problem}
        </p>
      )}
      <div className="flex gap-3">
        <Button look="quiet" onClick={onBack}>
          Back
        </Button>
        <Button type="submit" className="grow" disabled={sending || !priced}>
          {sending ? "Sending…" : "Confirm Booking"}
        </Button>
      </div>
    </form>
  );
}

interface PromoProps {
  code: string;
  promo: PromoState;
  onChange: (code: string) => void;
}

function PromoField({ code, promo, onChange }: PromoProps) {
  return (
    <div>
      <TextField
        label="Promo code"
        hint={promo.isValidating ? "Checking…" : "If somebody sent you to us."}
        error={promo.error ?? undefined}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        value={code}
        onChange={(event) => onChange(event.target.value)}
      />
      {promo.isValid && (
        <p role="status" className="mt-1.5 text-sm font-semibold text-pine">
          ✓ {promo.referrer} sent you{promo.percentage !== null && `: ${promo.percentage}% off everything`}
        </p>
      )}
    </div>
  );
}
