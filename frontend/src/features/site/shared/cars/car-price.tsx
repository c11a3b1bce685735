import { Plural, Trans } from "@lingui/react/macro";
import { Check } from "lucide-react";
import { cachedPrice } from "@/features/site/shared/pricing/price-cache";
import { RateNote } from "@/features/site/shared/pricing/rate-note";
import { rateBands } from "@/features/site/shared/pricing/rules";
import type { Search } from "@/features/site/shared/search/rules";
import { shortTerms, termsOfCar } from "@/features/site/shared/terms/lines";
import { usePrice } from "@/lib/currency";
import { type Car, siteConfig } from "@/lib/site-config";

/** What a day costs by the length of the rental. */
export function RateTable({ car }: { car: Car }) {
  const price = usePrice();
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">
        <Trans>Daily rate by rental length</Trans>
      </caption>
      <tbody>
        {rateBands(siteConfig().rental.minimumDays, car.rates).map((band) => (
          <tr key={band.label} className="border-t border-line first:border-0">
            <th scope="row" className="py-1 text-left font-normal text-muted">
              {band.label}
            </th>
            <td className="tabular py-1 text-right font-semibold">
              <DailyRate price={price(band.dailyRate)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function DailyRate({ price }: { price: string }) {
  return (
    <Trans>
      {price}
      <span className="font-normal text-muted"> / day</span>
    </Trans>
  );
}

/** What the visitor's search costs. */
export function Total({ car, search }: { car: Car; search: Search }) {
  const money = usePrice();
  const price = cachedPrice(car.name, search);
  const { days } = search;
  const { pickup, dropoff } = price.outOfHours;
  const exact = usePrice({ isExact: true });
  const [lowest, highest] = price.dailyRates.map((rate) => exact(rate));
  const daily = lowest === highest ? lowest : `${lowest}–${highest}`;
  const delivery = money(price.deliveryFee);
  const { rental, tenant } = siteConfig();
  const pickupAt = `${search.pickupDate}T${search.pickupTime}`;
  const terms = shortTerms(termsOfCar(rental.terms, car), { pickup: pickupAt, timezone: tenant.timezone });
  return (
    <div className="rounded-xl bg-stone p-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-2">
        <span className="text-sm text-slate">
          <Plural value={days} one="Total for # day" other="Total for # days" />
        </span>
        <span className="tabular text-2xl font-bold whitespace-nowrap">{money(price.totalPrice)}</span>
      </p>
      <p className="tabular text-right text-xs text-muted">
        {price.deliveryFee > 0 ? (
          <Trans>
            {daily} a day + {delivery} delivery
          </Trans>
        ) : (
          <Trans>{daily} a day</Trans>
        )}
        {price.cover && (
          <span className="block">
            + {price.cover.label}: {money(price.cover.amount)}
          </span>
        )}
        {pickup > 0 && (
          <span className="block">
            + <Trans>Pickup out of hours</Trans>: {money(pickup)}
          </span>
        )}
        {dropoff > 0 && (
          <span className="block">
            + <Trans>Return out of hours</Trans>: {money(dropoff)}
          </span>
        )}
        <RateNote />
      </p>
      <ul className="mt-2 flex flex-wrap gap-x-3 gap-y-0.5 text-xs font-semibold text-pine empty:hidden">
        {terms.map((text) => (
          <li key={text} className="flex items-center gap-1">
            <Check aria-hidden size={13} className="shrink-0" />
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
