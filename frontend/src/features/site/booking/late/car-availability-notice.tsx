import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import type { Alternatives as Found } from "@/features/site/shared/availability/ask";
import { offeredServices } from "@/features/site/shared/pricing/rules";
import { gentle } from "@/lib/preferences";
import { siteConfig } from "@/lib/site-config";
import type { Draft } from "../draft";
import type { Taken } from "../hold";
import { isSameTrip, tripOf } from "../hold";
import type { Details } from "../rules/schema";
import { useHold } from "../use-hold";
import { Alternatives } from "./alternatives";
import { HoldNote } from "./hold-note";

interface Props {
  draft: Draft;
  /** The booking was refused, because someone else was first. */
  taken: Taken | null;
  onChange: (change: Partial<Draft>) => void;
  onEdit: () => void;
}

/** The availability of the chosen car, with alternatives when it is taken. */
export function CarAvailabilityNotice({ draft, taken, onChange, onEdit }: Props) {
  const { details, personal } = draft;
  const { carType } = details;
  const trip = tripOf(details);
  const hold = useHold(trip);
  const place = useRef<HTMLDivElement>(null);
  const [dropped, setDropped] = useState<string[]>([]);
  const lost = taken && isSameTrip(taken.trip, trip) ? taken : null;
  const found = lost?.alternatives ?? hold.alternatives;

  // Who confirmed at the foot of the page is led to what happened.
  useEffect(() => {
    if (taken) goTo(place.current);
  }, [taken]);

  function take(chosen: Details) {
    const offered = offeredServices(siteConfig(), chosen.carType);
    const stays = (code: string) => offered.some((item) => item.code === code);
    const { services } = siteConfig();
    setDropped(
      services.filter(({ code }) => draft.services.includes(code) && !stays(code)).map(({ label }) => label),
    );
    onChange({ details: chosen, services: draft.services.filter(stays) });
    goTo(place.current);
  }

  const others = found && (
    <Alternatives details={details} groupSize={personal.groupSize} found={found} onTake={take} />
  );
  const names = dropped.join(", ");
  return (
    <div ref={place} tabIndex={-1} className="scroll-mt-24 outline-none empty:hidden">
      {lost || hold.state === "booked" ? (
        <section aria-labelledby="taken-title" className="rounded-card bg-sky p-3 text-sm text-ink sm:p-5">
          <h3 id="taken-title" className="text-lg leading-snug font-bold">
            {lost
              ? t`Someone else has just booked the last ${carType} for your dates`
              : t`The ${carType} is booked for your dates`}
          </h3>
          <p className="mt-1">
            {hasOffers(found) ? (
              <Trans>Everything you entered is saved. Choose one of these instead:</Trans>
            ) : (
              <Trans>Everything you entered is kept.</Trans>
            )}
          </p>
          {others}
          <button
            type="button"
            onClick={onEdit}
            className="-mb-2 mt-1 min-h-11 font-semibold text-pine underline underline-offset-4"
          >
            <Trans>Choose another car or dates</Trans>
          </button>
        </section>
      ) : (
        <>
          <HoldNote hold={hold} car={carType} />
          {hold.state === "sought" && hasOffers(found) && (
            <details className="text-sm">
              <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-pine underline underline-offset-4">
                <Trans>Other cars and dates</Trans>
              </summary>
              {others}
            </details>
          )}
          {names && (
            <p role="status" className="mt-2 text-sm text-slate">
              <Trans comment="Services such as a roof tent">
                Removed because not available with {carType}: {names}.
              </Trans>
            </p>
          )}
        </>
      )}
    </div>
  );
}

function hasOffers(found: Found | null): boolean {
  return found !== null && (found.cars.length > 0 || found.freeFrom !== null);
}

function goTo(element: HTMLElement | null) {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "start", behavior: gentle() });
}
