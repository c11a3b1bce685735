import { Trans, useLingui } from "@lingui/react/macro";
import { late } from "@/components/ui/late-part";
import { Picture } from "@/components/ui/picture";
import { RateNote } from "@/features/site/shared/pricing/rate-note";
import { rentalDays } from "@/lib/dates";
import { formatDate, formatDays } from "@/lib/format";
import { fold } from "@/lib/names";
import { siteConfig } from "@/lib/site-config";
import type { Details } from "../rules/schema";
import type { RunningTotal } from "../use-total";
import { PriceLines } from "./price-lines";
import { TotalFigure, useTotalMark } from "./total-figure";

/** No page waits for it: it is shown only once one has scrolled. */
const TripBar = late(
  () => import("@/features/site/shared/trip-bar").then((module) => module.TripBar),
  () => null,
);

interface Props {
  details: Details;
  total: RunningTotal;
  /** Whether the price lines are shown here; the last step has its own summary. */
  hasLines: boolean;
}

/** Car, dates and price: with the visitor at every step. */
export function TripSummary({ details, total, hasLines }: Props) {
  const { t } = useLingui();
  const { cars, locations } = siteConfig();
  const mark = useTotalMark(total);
  const car = cars.find((item) => fold(item.name) === fold(details.carType));
  const picture = car?.images[0];
  const days = rentalDays(details);
  const place = (code: string) => locations.find((item) => item.code === code)?.name ?? "…";
  const day = (date: string) => (date ? formatDate(date) : "…");
  const hasPlaces = details.pickupLocation || details.dropoffLocation;
  const hasDates = details.pickupDate || details.returnDate;
  return (
    <aside
      id="trip"
      aria-label={t`Your trip`}
      className="rounded-3xl bg-stone p-4 lg:sticky lg:top-22 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto lg:p-5"
    >
      <div className="flex flex-wrap gap-4 lg:flex-col">
        {picture && (
          <Picture
            picture={picture}
            sizes="(min-width: 1024px) 24rem, (min-width: 640px) 11rem, 6rem"
            width={960}
            height={600}
            className="aspect-8/5 w-24 shrink-0 self-start rounded-xl object-cover sm:w-44 lg:w-full"
          />
        )}
        <div className="min-w-32 flex-1 text-sm">
          <p className="text-base font-bold wrap-anywhere">{details.carType || t`No car chosen yet`}</p>
          {hasPlaces && (
            <p className="text-slate">
              {place(details.pickupLocation)} → {place(details.dropoffLocation)}
            </p>
          )}
          {hasDates && (
            <p className="text-slate">
              <span className="inline-block">{day(details.pickupDate)} –</span>{" "}
              <span className="inline-block">
                {day(details.returnDate)}
                {days > 0 && ","}
              </span>
              {days > 0 && ` ${formatDays(days)}`}
            </p>
          )}
          {total.state === "none" && (
            <p className="text-slate">
              <Trans>The price appears here as soon as car and dates are chosen.</Trans>
            </p>
          )}
          <p role="status" className="mt-1 flex flex-wrap items-baseline gap-x-2 lg:hidden">
            <TotalOf total={total} mark={mark} />
          </p>
          {hasLines && total.price && <RateNote className="lg:hidden" />}
        </div>
      </div>
      {hasLines && total.price && (
        <>
          <div className="mt-4 border-t border-line pt-4 max-lg:hidden">
            <PriceLines lines={total.price.lines} />
          </div>
          <details className="-mb-2 text-sm open:mb-0 lg:hidden">
            <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-pine underline underline-offset-4">
              <Trans>What's included</Trans>
            </summary>
            <PriceLines lines={total.price.lines} />
          </details>
        </>
      )}
      {total.price && (
        <p
          role="status"
          className="mt-3 flex flex-wrap items-baseline justify-between gap-x-3 border-t border-line pt-3 max-lg:hidden"
        >
          <TotalOf total={total} mark={mark} />
        </p>
      )}
      {hasLines && total.price && <RateNote className="text-right max-lg:hidden" />}
    </aside>
  );
}

/** The same in one line below the header, once it has been scrolled away. */
export function WizardTrip({ details, total }: Pick<Props, "details" | "total">) {
  const days = rentalDays(details);
  if (!total.price || days < 1) return null;
  return <TripBar trip={details} days={days} price={<TotalFigure total={total} className="" />} of="trip" />;
}

function TotalOf({ total, mark }: { total: RunningTotal; mark: string | null }) {
  if (total.state === "none") return null;
  return (
    <>
      <span className="text-muted max-lg:order-last">
        <Trans>Total</Trans>
        {mark && <span className="ml-2 text-xs">{mark}</span>}
      </span>
      <TotalFigure total={total} className="text-xl" />
    </>
  );
}
