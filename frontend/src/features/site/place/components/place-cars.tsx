import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Picture } from "@/components/ui/picture";
import type { SitePicture } from "@/lib/site-config";

export interface PlaceCar {
  name: string;
  picture: SitePicture | undefined;
  /** Of a day, at least; or the whole price of the visitor's dates, in words. */
  price: ReactNode;
  address: string;
}

interface Props {
  cars: PlaceCar[];
  /** A link to a car's page: the site's own, or a plain one in what the server sends. */
  link: (car: PlaceCar, className: string) => ReactNode;
}

/** The cars that can be had at a place. */
export function PlaceCars({ cars, link }: Props) {
  const card = (car: PlaceCar, isFirst: boolean) => (
    <li
      key={car.name}
      className="relative flex flex-col overflow-hidden rounded-card border border-line bg-panel shadow-card"
    >
      <Picture
        picture={car.picture}
        sizes="(min-width: 1280px) 24rem, (min-width: 640px) 50vw, 100vw"
        isFirst={isFirst}
        width={960}
        height={600}
        className="aspect-8/5 w-full bg-sky object-cover"
      />
      <div className="flex flex-col gap-1 p-4">
        {link(car, "text-lg font-bold after:absolute after:inset-0 after:rounded-card")}
        <p className="tabular text-slate">{car.price}</p>
      </div>
    </li>
  );
  return (
    <section aria-labelledby="cars-title" className="mx-auto max-w-[96rem] px-4 py-10 sm:px-6">
      <h2 id="cars-title" className="text-2xl font-bold sm:text-3xl">
        <Trans>Cars available here</Trans>
      </h2>
      <ul className="mt-5 grid gap-5 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
        {/* The first photo is above the fold on a phone. */}
        {cars.slice(0, 1).map((car) => card(car, true))}
        {cars.slice(1).map((car) => card(car, false))}
      </ul>
    </section>
  );
}
