import { Trans, useLingui } from "@lingui/react/macro";
import { Tooltip } from "radix-ui";
import { Figure } from "@/components/console/figure";
import type { Money } from "./api";
import { bookingsText, moneyText, returnText, spanOf } from "./rules";

/** Spent, booked and the return, over all sessions of the view. */
export function Summary({ money: { totals, advertised, currency } }: { money: Money }) {
  const { t } = useLingui();
  const booked = spanOf(totals.low, totals.high, (value) => moneyText(value, currency));
  const span = advertised && spanOf(advertised.returnLow, advertised.returnHigh, returnText);
  const spent = advertised ? moneyText(advertised.cost, currency) : "";
  const driven = moneyText(totals.drivenValue, currency);
  const ahead = moneyText(totals.aheadValue, currency);
  const fees = moneyText(totals.feesValue, currency);
  const bookings = bookingsText(totals.bookings);
  return (
    <Tooltip.Provider delayDuration={150}>
      <div className="mt-4 grid grid-cols-2 gap-3 xl:grid-cols-4">
        <Figure
          name={t`Booked`}
          explanation={t`Bookings of these sessions that are not cancelled and fees charged for cancelled ones, with the range that holds 95 % of what chance makes of them.`}
          value={moneyText(totals.bookedValue, currency)}
          note={<p>{booked ?? <Trans>not enough data</Trans>}</p>}
        />
        <Figure
          name={t`Of that, started`}
          explanation={t`Rentals that have started or ended. The rest are confirmed or pending.`}
          value={driven}
          note={
            <p>
              <Trans>{ahead} upcoming</Trans>
            </p>
          }
        />
        <Figure
          name={t`Cancelled`}
          explanation={t`Prices of these sessions' cancelled bookings. Only the fees that you charged for them are included in other figures here.`}
          value={moneyText(totals.cancelledValue, currency)}
          note={
            <>
              <p>
                <Trans>{bookings} active bookings</Trans>
              </p>
              {totals.feesValue > 0 && (
                <p>
                  <Trans>{fees} in fees</Trans>
                </p>
              )}
            </>
          }
        />
        <Figure
          name={t`Return on spend`}
          explanation={t`Booked value per unit of spend, for campaigns with known costs, with its 95 % interval.`}
          value={advertised?.returnOnSpend == null ? "–" : returnText(advertised.returnOnSpend)}
          note={
            <>
              <p>{advertised ? (span ?? <Trans>not enough data</Trans>) : <Trans>no costs</Trans>}</p>
              {advertised && <p>{t`${spent} spent`}</p>}
            </>
          }
        />
      </div>
    </Tooltip.Provider>
  );
}
