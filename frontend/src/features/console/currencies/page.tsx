import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { useMe } from "@/features/console/shared/session";
import { currenciesQuery } from "./api";
import { DailyRates } from "./components/daily-rates";
import { RateForm } from "./components/rate-form";
import { RateHistory } from "./components/rate-history";
import { ShownCurrencies } from "./components/shown-currencies";

/** In which currencies visitors see prices, and by which rates. */
export function Component() {
  const { t } = useLingui();
  const { tenant } = useMe();
  const query = useQuery(currenciesQuery);
  // A new object each time, so that the same currency can be asked for twice.
  const [asked, setAsked] = useState<{ currency: string } | null>(null);
  return (
    <>
      <PageHeader
        title={t`Currencies`}
        description={
          <Trans>
            Show prices in other currencies at rates you set. You still charge in your own currency, which is
            shown at booking.
          </Trans>
        }
      />
      <div className="mt-6 flex flex-col gap-4">
        <QueryBoundary query={query}>
          {(currencies) => (
            <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_26rem] xl:grid-rows-[auto_1fr]">
              <ShownCurrencies
                currencies={currencies}
                timezone={tenant.timezone}
                onRenew={(currency) => setAsked({ currency })}
              />
              <div className="grid gap-4 xl:col-start-2 xl:row-span-2 xl:row-start-1">
                <DailyRates currencies={currencies} timezone={tenant.timezone} />
                <RateForm currencies={currencies} asked={asked} timezone={tenant.timezone} />
              </div>
              <RateHistory
                history={currencies.history}
                charged={currencies.charged}
                timezone={tenant.timezone}
              />
            </div>
          )}
        </QueryBoundary>
      </div>
    </>
  );
}
