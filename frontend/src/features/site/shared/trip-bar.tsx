import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useEffect, useState } from "react";
import { formatDate, formatDays } from "@/lib/format";
import { siteConfig } from "@/lib/site-config";

interface Props {
  trip: { pickupLocation: string; dropoffLocation: string; pickupDate: string; returnDate: string };
  /** Started periods of 24 hours. */
  days: number;
  price: ReactNode;
  /** The id of the element with the full details: the bar is shown while that one is not visible. */
  of: string;
  /** The link to change the trip. */
  onChange?: () => void;
}

/** Places, dates and price of the trip, below the header while the visitor scrolls. */
export function TripBar({ trip, days, price, of, onChange }: Props) {
  const { t } = useLingui();
  const isShown = useOutOfSight(of);
  const { locations } = siteConfig();
  if (!isShown) return null;
  const place = (code: string) => locations.find((item) => item.code === code)?.name ?? code;
  const pickup = place(trip.pickupLocation);
  const dropoff = place(trip.dropoffLocation);
  return (
    <section
      aria-label={t`Trip and price`}
      className="absolute inset-x-0 top-full animate-appear border-y border-line bg-stone text-sm text-ink shadow-card print:hidden"
    >
      <div className="mx-auto flex max-w-[96rem] items-center gap-x-4 px-4 sm:px-6">
        <p className="flex min-w-0 flex-1 flex-wrap gap-x-4 py-1.5 leading-snug">
          <span className="font-semibold">{pickup === dropoff ? pickup : `${pickup} → ${dropoff}`}</span>
          <span className="text-slate">
            {formatDate(trip.pickupDate)} – {formatDate(trip.returnDate)}, {formatDays(days)}
          </span>
        </p>
        <span className="tabular shrink-0 font-bold">{price}</span>
        {onChange && (
          <button
            type="button"
            onClick={onChange}
            className="min-h-11 shrink-0 font-semibold text-pine underline underline-offset-4"
          >
            <Trans>Change</Trans>
          </button>
        )}
      </div>
    </section>
  );
}

/** Whether the element has been scrolled out of view at the top. */
function useOutOfSight(id: string): boolean {
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    const element = document.getElementById(id);
    if (!element) return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setAway(!entry.isIntersecting && entry.boundingClientRect.bottom < window.innerHeight / 2);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [id]);
  return isAway;
}
