import { Trans } from "@lingui/react/macro";

/** How the figures are made, where they are read. */
export function Definitions() {
  return (
    <details className="rounded-card border border-line bg-panel p-4 text-sm sm:p-5">
      <summary className="min-h-6 cursor-pointer font-semibold">
        <Trans>How these figures are made</Trans>
      </summary>
      <ul className="mt-3 flex max-w-3xl list-disc flex-col gap-2 pl-5 text-slate">
        <li>
          <Trans>
            A rental has as many rental days as were agreed, beginning with the day of pickup in your time
            zone. Its agreed total is spread evenly over them, to the cent, with every change that your team
            made: accepted return costs such as fuel or damage, what was kept of a deposit, and price
            reductions.
          </Trans>
        </li>
        <li>
          <Trans>
            Revenue is what was driven (handed over), what is booked (confirmed), and the fees charged for
            cancellations and no-shows. Bookings to be confirmed and the prices of cancelled ones and no-shows
            are shown beside it and are no revenue.
          </Trans>
        </li>
        <li>
          <Trans>
            Occupancy is rented out of available vehicle days. A vehicle is available on a day when it is in
            service at noon and not blocked for the workshop, a service or anything else; a day on which it
            was rented always counts. A vehicle that comes back and leaves on the same day is rented once that
            day.
          </Trans>
        </li>
        <li>
          <Trans>
            By vehicle, model and month, each row has its own available days. By place, source, campaign,
            affiliate and answer, each row is measured against the whole fleet, so that the rows add up to the
            total.
          </Trans>
        </li>
        <li>
          <Trans>
            The model is that of the assigned vehicle, and before one is assigned, the one that was booked.
            Rentals without a vehicle have revenue and no part in occupancy.
          </Trans>
        </li>
        <li>
          <Trans>
            The source is the affiliate whose code was used; else how your team took the booking; else a
            campaign, when an advertisement or a marked link led to it; else the quiz; else organic. A
            customer who was erased counts as organic.
          </Trans>
        </li>
      </ul>
    </details>
  );
}
