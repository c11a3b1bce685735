import { Trans, useLingui } from "@lingui/react/macro";
import { Check, Info, X } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { buttonClass } from "@/components/ui/button";
import { carUrl } from "@/features/site/shared/cars/facts";
import { forgetRecommendation, readRecommendation } from "@/features/site/shared/recommendation";
import { usePrice } from "@/lib/currency";
import { perDay } from "@/lib/format";
import { type Car, siteConfig } from "@/lib/site-config";

/** The end of the quiz on the site: the car that suits, why, and the next best. One tap leads past it. */
export function RecommendedCar() {
  const { t } = useLingui();
  const price = usePrice();
  const [found, setFound] = useState(readRecommendation);
  const car = carOf(found?.car);
  if (!found || !car) return null;
  const second = carOf(found.second);
  const skip = () => {
    forgetRecommendation();
    setFound(null);
  };
  return (
    <section aria-labelledby="recommended-car" className="bg-sky px-4 py-6 sm:py-10">
      <div className="mx-auto grid max-w-4xl gap-5 rounded-3xl bg-panel p-5 shadow-card sm:grid-cols-2 sm:gap-8 sm:p-8">
        <div className="flex items-start justify-between gap-3 sm:col-span-2">
          <div>
            <p className="text-sm font-semibold text-pine">
              <Trans>Your answers</Trans>
            </p>
            <h2 id="recommended-car" className="text-2xl font-extrabold sm:text-4xl">
              {car.name}
            </h2>
          </div>
          <button
            type="button"
            onClick={skip}
            aria-label={t`Close the recommendation`}
            className="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-xl hover:bg-stone"
          >
            <X aria-hidden size={20} />
          </button>
        </div>
        <CarImage car={car} />
        <div className="grid content-start gap-4">
          <ul className="grid gap-2">
            {found.reasons.map((reason) => (
              <li key={reason} className="flex gap-2">
                <Check aria-hidden size={20} className="mt-0.5 shrink-0 text-pine" />
                <span>{reason}</span>
              </li>
            ))}
          </ul>
          {found.ageNote && (
            <p className="flex gap-2 rounded-xl bg-sky p-3 text-sm font-medium">
              <Info aria-hidden size={18} className="mt-0.5 shrink-0" />
              {found.ageNote}
            </p>
          )}
          <p className="tabular text-lg font-bold">
            {t({
              message: `from ${{ price: perDay(price(car.lowestRate)) }}`,
              comment: "The lowest daily price of a car",
            })}
          </p>
          <div className="grid gap-3 sm:flex sm:flex-wrap">
            <Link className={buttonClass("primary")} to={datesOf(car)}>
              <Trans>Choose dates for this car</Trans>
            </Link>
            <button type="button" className={buttonClass("quiet")} onClick={skip}>
              <Trans>See all cars</Trans>
            </button>
          </div>
        </div>
        {second && (
          <p className="border-t border-line pt-4 text-slate sm:col-span-2">
            <span className="font-semibold">
              <Trans>Second choice:</Trans>{" "}
              <Link className="text-pine underline underline-offset-4" to={datesOf(second)}>
                {second.name}
              </Link>
            </span>
            {found.secondReason && <span className="block">{found.secondReason}</span>}
          </p>
        )}
      </div>
    </section>
  );
}

function CarImage({ car }: { car: Car }) {
  const [image] = car.images;
  if (!image) return null;
  return <img src={image.src} alt={image.alt} width={960} height={600} className="w-full rounded-2xl" />;
}

function carOf(slug: string | null | undefined): Car | undefined {
  return siteConfig().cars.find((car) => car.slug === slug && car.inFleet);
}

/** The form for the dates on the car's own page, with what this page's address knows of the trip. */
function datesOf(car: Car): string {
  return `${carUrl(car, window.location.search)}#dates`;
}
