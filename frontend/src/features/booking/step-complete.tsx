import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { ApiError } from "@/lib/api";
import { formatMoney } from "@/lib/money";
import { siteConfig } from "@/lib/site-config";
import { fetchQuote } from "./api";
import type { Draft } from "./draft";
import { usePromo } from "./promo";
import { ServiceChoices } from "./service-choices";

interface Props {
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
  onBack: () => void;
  onConfirm: () => Promise<void>;
  problem: string | null;
}

export function StepComplete({ draft, onChange, onBack, onConfirm, problem }: Props) {
  const { insurance, locations } = siteConfig();
  const [sending, setSending] = useState(false);
  const promo = usePromo(draft.promoCode);
  const promoCode = promo.isValid ? draft.promoCode.trim() : "";
  const quote = useQuery({
    queryKey: ["quote", draft.details, draft.services, promoCode],
    queryFn: () => fetchQuote({ ...draft, promoCode }),
    placeholderData: (before) => before,
  });
  const place = (code: string) => locations.find((item) => item.code === code)?.name ?? code;
  const { details, personal } = draft;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (sending) return;
    setSending(true);
    await onConfirm();
    setSending(false);
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-6">
      <h2 className="text-2xl font-bold">Complete Your Booking</h2>
      <dl className="grid gap-x-6 gap-y-3 rounded-card bg-stone p-5 text-sm sm:grid-cols-2">
        <Fact name="Customer" value={`${personal.firstName} ${personal.lastName}`} />
        <Fact name="Car" value={details.carType} />
        <Fact
          name="Pickup"
          value={`${place(details.pickupLocation)}, ${details.pickupDate} ${details.pickupTime}`}
        />
        <Fact
          name="Return"
          value={`${place(details.dropoffLocation)}, ${details.returnDate} ${details.returnTime}`}
        />
        <Fact
          name="Insurance"
          value={insurance.find((option) => option.code === details.insuranceType)?.label ?? ""}
        />
      </dl>
      <ServiceChoices
        carName={details.carType}
        chosen={draft.services}
        onChange={(services) => onChange({ services })}
      />
      <div>
        <TextField
          label="Promo code"
          hint={promo.isValidating ? "Checking…" : "If somebody sent you to us."}
          error={promo.error ?? undefined}
          autoCapitalize="characters"
          value={draft.promoCode}
          onChange={(event) => onChange({ promoCode: event.target.value })}
        />
        {promo.isValid && (
          <p role="status" className="mt-1.5 text-sm font-semibold text-pine">
            ✓ {promo.referrer} sent you{promo.percentage !== null && `: ${promo.percentage}% off everything`}
          </p>
        )}
      </div>
      <section
        aria-label="Price summary"
        aria-live="polite"
        className="rounded-card border border-line bg-white p-5"
      >
        {quote.data ? (
          <>
            <ul className="flex flex-col gap-2 text-sm">
              {quote.data.lines.map((line) => (
                <li key={line.code} className="flex justify-between gap-4">
                  <span>
                    {line.label}
                    {line.quantity > 1 && (
                      <span className="text-muted">{` · ${line.quantity} × ${formatMoney(line.unitPrice)}`}</span>
                    )}
                  </span>
                  <span className="tabular font-medium">{formatMoney(line.amount)}</span>
                </li>
              ))}
            </ul>
            <p className="mt-3 flex items-baseline justify-between border-t border-line pt-3">
              <span className="font-bold">Total</span>
              <span className="tabular text-2xl font-bold">{formatMoney(quote.data.totalPrice)}</span>
            </p>
          </>
        ) : quote.isError ? (
          <p role="alert">
            {(quote.error instanceof ApiError && quote.error.sentence) ||
              "We could not work out the price just now. Your entries are kept."}{" "}
            <button type="button" className="font-semibold underline" onClick={() => quote.refetch()}>
              Try again
            </button>
          </p>
        ) : (
          <div
            role="status"
            aria-label="Working out the price"
            className="h-24 animate-pulse rounded-xl bg-stone"
          />
        )}
      </section>
      {problem && (
        <p role="alert" className="rounded-xl border border-danger bg-white p-4 text-danger">
          {problem}
        </p>
      )}
      <div className="flex gap-3">
        <Button look="quiet" onClick={onBack}>
          Back
        </Button>
        <Button type="submit" className="grow" disabled={sending}>
          {sending ? "Sending…" : "Confirm Booking"}
        </Button>
      </div>
    </form>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="font-semibold">{value}</dd>
    </div>
  );
}
