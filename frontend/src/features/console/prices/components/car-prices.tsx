import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { RatesTable } from "@/features/console/shared/catalog-draft/rates-table";
import { formatMoney } from "@/lib/format";
import { type Car, type Season, seasonRates, span, withRates } from "../rules";

interface Props {
  season: Season;
  cars: Car[];
  errors: Record<string, string>;
  onChange: (rates: Season["rates"]) => void;
}

/** What each car costs a day in this season; a car may have prices of its own. */
export function CarPrices({ season, cars, errors, onChange }: Props) {
  const [open, setOpen] = useState<string | null>(null);
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
                look="plain"
                aria-expanded={open === car.slug}
                onClick={() => setOpen(open === car.slug ? null : car.slug)}
              >
                {own ? <Trans>Change</Trans> : <Trans>Own prices…</Trans>}
              </Button>
            </div>
            {open === car.slug && (
              <OwnPrices
                car={car}
                season={season}
                errors={errors}
                onChange={(rates) => onChange(withRates(season, car.slug, rates))}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface OwnProps {
  car: Car;
  season: Season;
  errors: Record<string, string>;
  onChange: (rates: Car["rates"] | null) => void;
}

/** Begins with what the percent makes of the car's normal prices. */
function OwnPrices({ car, season, errors, onChange }: OwnProps) {
  const { t } = useLingui();
  const own = season.rates[car.slug];
  return (
    <div className="mt-2 rounded-card bg-stone p-3">
      <RatesTable
        rates={own ?? seasonRates(car, season)}
        baseRate={car.baseRate}
        errors={errors}
        path={`rates.${car.slug}`}
        onChange={(rates) => onChange(rates.length > 0 ? rates : null)}
      />
      {own && (
        <Button look="plain" className="mt-2" onClick={() => onChange(null)}>
          {t`Back to the percent`}
        </Button>
      )}
    </div>
  );
}
