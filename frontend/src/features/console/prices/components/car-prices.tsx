import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { VersionedForm } from "@/components/forms/use-versioned-form";
import { Button } from "@/components/ui/button";
import { RatesTable } from "@/features/console/shared/catalog-draft/rates-table";
import { formatMoney } from "@/lib/format";
import { type Car, type Season, seasonRates, span, withRates } from "../rules";

interface Props {
  form: VersionedForm<Season>;
  cars: Car[];
}

/** What each car costs a day in this season; a car may have its own prices. */
export function CarPrices({ form, cars }: Props) {
  const season = form.values;
  const { t } = useLingui();
  const [open, setOpen] = useState<string | null>(null);
  function put(slug: string, rates: Car["rates"] | null) {
    form.update("rates", (now) => withRates(now, slug, rates));
    if (!rates) setOpen(null);
  }
  return (
    <ul className="divide-y divide-line border-t border-line">
      {cars.map((car) => {
        const own = season.rates[car.slug];
        const [lowest, highest] = span(seasonRates(car, season)).map((rate) => formatMoney(rate));
        return (
          <li key={car.slug} className="py-2">
            <div className="flex items-center justify-between gap-3">
              <span className="min-w-0">
                <span className="block font-semibold">{car.name}</span>
                <span className="text-sm text-slate tabular-nums">
                  {lowest === highest ? lowest : `${lowest}–${highest}`}
                  {own && (
                    <>
                      {" · "}
                      <Trans>own prices</Trans>
                    </>
                  )}
                </span>
              </span>
              <Button
                access="draft"
                look="plain"
                aria-expanded={open === car.slug}
                onClick={() => {
                  // They begin with what the percent makes of the car's normal prices.
                  if (!own) put(car.slug, seasonRates(car, season));
                  setOpen(open === car.slug ? null : car.slug);
                }}
              >
                {own ? <Trans>Change</Trans> : <Trans>Own prices…</Trans>}
              </Button>
            </div>
            {own && open === car.slug && (
              <div className="mt-2 rounded-card bg-stone p-3">
                <RatesTable
                  control={form.control}
                  name={`rates.${car.slug}`}
                  rates={own}
                  baseRate={car.baseRate}
                  error={form.errorAt(`rates.${car.slug}`, true)}
                  onEmpty={() => put(car.slug, null)}
                />
                <Button access="draft" look="plain" className="mt-2" onClick={() => put(car.slug, null)}>
                  {t`Back to the percent`}
                </Button>
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
