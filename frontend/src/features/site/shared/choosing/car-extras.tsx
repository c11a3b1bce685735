import { Trans } from "@lingui/react/macro";
import { Fuel, Luggage } from "lucide-react";
import { useEffect, useState } from "react";
import type { Car } from "@/lib/site-config";
import { useCompared } from "./use-choice";
import { consumptionText, luggageText } from "./words";

/** Additional facts of a card: boot, fuel, and the comparison checkbox. */
export function CarExtras({ car }: { car: Car }) {
  const { compared, isFull, toggle } = useCompared();
  const isCompared = compared.includes(car);
  // The URL updates a moment later: until then the checkbox would look unchanged.
  const [isTicked, setTicked] = useState(isCompared);
  useEffect(() => setTicked(isCompared), [isCompared]);
  const luggage = luggageText(car);
  const consumption = consumptionText(car);
  return (
    <div className="flex flex-col gap-1.5 text-sm text-slate">
      {luggage && (
        <p className="flex items-start gap-1.5">
          <Luggage aria-hidden size={16} className="mt-0.5 shrink-0 text-pine" />
          {luggage}
        </p>
      )}
      {consumption && (
        <p className="flex items-start gap-1.5">
          <Fuel aria-hidden size={16} className="mt-0.5 shrink-0 text-pine" />
          {consumption}
        </p>
      )}
      <label className="relative z-10 -mb-2 inline-flex min-h-11 w-fit cursor-pointer items-center gap-2 pr-2 font-semibold text-ink has-disabled:cursor-default has-disabled:text-muted">
        <input
          type="checkbox"
          checked={isTicked}
          disabled={isFull && !isTicked}
          onChange={() => {
            setTicked(!isTicked);
            toggle(car);
          }}
          className="size-5 accent-pine"
        />
        <Trans comment="Sets a car beside others">Compare</Trans>
        <span className="sr-only">{car.name}</span>
      </label>
    </div>
  );
}
