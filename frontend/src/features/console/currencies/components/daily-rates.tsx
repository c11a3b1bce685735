import { Trans, useLingui } from "@lingui/react/macro";
import { Check } from "@/components/console/check";
import { Panel } from "@/components/console/panel";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { formatMoment, formatNumber, formatPlainDay } from "@/lib/format";
import { type Currencies, currenciesKey, decideHeld, type Held, switchDaily } from "../api";

interface Props {
  currencies: Currencies;
  timezone: string;
}

const rateDigits = 6;

/** Whether rates follow the operator's source, and which of its rates wait for a person. */
export function DailyRates({ currencies: { charged, daily, held }, timezone }: Props) {
  const { t } = useLingui();
  const change = useChange({ refresh: currenciesKey });
  const { isOn, source, checkedAt } = daily;
  if (!source && !isOn) return null;
  const checked = checkedAt && formatMoment(checkedAt, timezone);
  return (
    <Panel title={t`Daily rates`}>
      <Check
        label={t`Update daily`}
        hint={t`Currencies that have a rate get the newest one from ${source}. Rates you enter stay until the source has a newer day.`}
        checked={isOn}
        onChange={({ target }) =>
          void change(
            () => switchDaily(target.checked),
            (next) => ({ title: next.daily.isOn ? t`Rates are updated daily` : t`Rates stay as they are` }),
          )
        }
      />
      {isOn && (
        <p className="mt-2 text-sm text-slate">
          {checked ? <Trans>Last checked {checked}</Trans> : <Trans>Not checked yet</Trans>}
        </p>
      )}
      {held.length > 0 && (
        <>
          <h3 className="mt-4 font-semibold">
            <Trans>Waiting for you</Trans>
          </h3>
          <p className="text-sm text-slate">
            <Trans>These rates differ by more than 20% from those in use.</Trans>
          </p>
          <ul className="mt-2 divide-y divide-line">
            {held.map((rate) => (
              <HeldRow
                key={rate.currency}
                rate={rate}
                charged={charged}
                onDecide={(decision) =>
                  void change(
                    () => decideHeld(rate, decision),
                    () => ({ title: decision === "accept" ? t`Rate accepted` : t`Rate dismissed` }),
                  )
                }
              />
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

interface RowProps {
  rate: Held;
  charged: string;
  onDecide: (decision: "accept" | "dismiss") => void;
}

function HeldRow({ rate: { currency, rate, rateInForce, source, sourceDay }, charged, onDecide }: RowProps) {
  const { t } = useLingui();
  const value = formatNumber(rate, rateDigits);
  const now = rateInForce === null ? "–" : formatNumber(rateInForce, rateDigits);
  const day = formatPlainDay(sourceDay);
  return (
    <li className="grid gap-2 py-3 text-sm">
      <p className="tabular">
        <Trans>
          1 {charged} = <strong>{value}</strong> {currency}, now {now}
        </Trans>
        <span className="block text-muted">
          {source}, {day}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          look="quiet"
          className="min-h-11"
          aria-label={t`Accept the rate of ${currency}`}
          onClick={() => onDecide("accept")}
        >
          <Trans>Accept</Trans>
        </Button>
        <Button
          look="plain"
          className="min-h-11"
          aria-label={t`Dismiss the rate of ${currency}`}
          onClick={() => onDecide("dismiss")}
        >
          <Trans>Dismiss</Trans>
        </Button>
      </div>
    </li>
  );
}
