import { Trans, useLingui } from "@lingui/react/macro";
import type { components } from "@/api/schema.gen";
import { Picture } from "@/components/ui/picture";
import { formatNumber } from "@/lib/format";
import type { Car } from "@/lib/site-config";

export type CarVehicle = components["schemas"]["CarVehicle"];

interface Props {
  car: Car;
  vehicles: readonly CarVehicle[];
}

/** The very vehicles of a car that the company shows. One without its own photograph has the car's picture. */
export function Vehicles({ car, vehicles }: Props) {
  const { t } = useLingui();
  return (
    <section aria-labelledby="vehicles-title" className="mx-auto max-w-[96rem] px-4 pb-12 sm:px-6">
      <h2 id="vehicles-title" className="text-2xl font-bold sm:text-3xl">
        <Trans>The vehicles you may get</Trans>
      </h2>
      <p className="mt-1 mb-5 text-slate">
        <Trans>Your vehicle is assigned at handover.</Trans>
      </p>
      <ul className="grid grid-cols-2 gap-3 sm:gap-5 lg:grid-cols-4">
        {vehicles.map(({ year, mileageKm, picture }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: nothing names a vehicle, and their order stays.
            key={index}
            className="overflow-hidden rounded-card border border-line bg-panel"
          >
            <Picture
              picture={picture ?? car.images[0]}
              sizes="(min-width: 64rem) 23rem, 50vw"
              className="aspect-8/5 w-full bg-sky object-cover"
            />
            <p className="flex flex-col gap-0.5 p-3 sm:p-4">
              {year && <span className="tabular font-bold">{t`Built in ${{ year: String(year) }}`}</span>}
              <span className="tabular text-sm text-slate">
                {t({
                  message: `${{ distance: formatNumber(mileageKm) }} km driven`,
                  comment: "Mileage of a vehicle",
                })}
              </span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
