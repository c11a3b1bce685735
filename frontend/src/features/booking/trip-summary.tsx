import { Picture } from "@/components/picture";
import { cachedPrice } from "@/features/pricing/price-cache";
import { formatDate } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { fold } from "@/lib/names";
import { siteConfig } from "@/lib/site-config";
import { type Details, rentalDays } from "./schema";

/** Car and delivery for what is chosen, as the showcase says it; null while car or dates are missing. */
export function tripPrice(details: Details): string | null {
  const days = rentalDays(details);
  if (!days || !details.carType) return null;
  const { carType, pickupLocation, dropoffLocation } = details;
  return formatMoney(cachedPrice(carType, days, pickupLocation, dropoffLocation).totalPrice);
}

interface Props {
  details: Details;
  /** The whole price, once the server has said it. */
  total: number | undefined;
}

/** Car, dates and price: with the visitor at every step. */
export function TripSummary({ details, total }: Props) {
  const { cars, locations, tenant } = siteConfig();
  const car = cars.find((item) => fold(item.name) === fold(details.carType));
  const picture = car?.images[0];
  const days = rentalDays(details);
  const place = (code: string) => locations.find((item) => item.code === code)?.name ?? "…";
  const day = (date: string) => (date ? formatDate(date, tenant.locale) : "…");
  const price = total === undefined ? tripPrice(details) : formatMoney(total);
  return (
    <aside
      aria-label="Your trip"
      className="flex gap-4 rounded-3xl bg-stone p-4 lg:sticky lg:top-4 lg:flex-col lg:p-5"
    >
      {picture && (
        <Picture
          src={picture.src}
          alt={picture.alt}
          width={960}
          height={600}
          className="aspect-8/5 w-28 shrink-0 self-start rounded-xl object-cover sm:w-44 lg:w-full"
        />
      )}
      <div className="min-w-0 grow text-sm">
        <p className="text-base font-bold">{details.carType || "No car chosen yet"}</p>
        <p className="text-slate">
          {place(details.pickupLocation)} → {place(details.dropoffLocation)}
        </p>
        <p className="text-slate">
          <span className="whitespace-nowrap">{day(details.pickupDate)} –</span>{" "}
          <span className="whitespace-nowrap">
            {day(details.returnDate)}
            {days > 0 && `, ${days === 1 ? "1 day" : `${days} days`}`}
          </span>
        </p>
        {price && (
          <p className="tabular mt-2 text-lg font-bold">
            {price}
            <span className="ml-2 text-xs font-normal text-muted">
              {total === undefined ? "car and delivery" : "total"}
            </span>
          </p>
        )}
      </div>
    </aside>
  );
}
