import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { Badge } from "@/components/console/badge";
import { Panel } from "@/components/console/panel";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { formatShown, shownAmount } from "@/lib/currency";
import { formatCurrencyName, formatMomentDay, formatMoney, formatNumber, formatPlainDay } from "@/lib/format";
import { type Currencies, chooseShown, currenciesKey, type Supported } from "../api";
import { ageInDays, isOld, ratedCurrencies } from "../rules";

const example = 100;
const rateDigits = 6;

interface Props {
  currencies: Currencies;
  timezone: string;
  /** Asks for a new rate of this currency. */
  onRenew: (currency: string) => void;
}

/** The currencies that have a rate, and which of them visitors may choose. */
export function ShownCurrencies({ currencies, timezone, onRenew }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const change = useChange({ refresh: currenciesKey });
  const { charged, shown } = currencies;
  const rated = ratedCurrencies(currencies);
  function choose(code: string, isShown: boolean) {
    const next = isShown ? [...shown, code] : shown.filter((one) => one !== code);
    // At once, as a tick is expected to, and past an answer from before it; what the server says takes its place.
    void client.cancelQueries({ queryKey: currenciesKey }, { revert: false });
    client.setQueryData<Currencies>(currenciesKey, { ...currencies, shown: next });
    void change(
      () => chooseShown(next),
      () => ({
        title: isShown ? t`Visitors can choose ${code}` : t`${code} is no longer offered`,
        description: t`Takes effect within seconds.`,
      }),
    );
  }
  return (
    <Panel
      title={t`What visitors see`}
      description={
        <Trans>
          You charge in <strong>{charged}</strong>. Prices are shown in it unless a visitor chooses another
          currency.
        </Trans>
      }
    >
      {rated.length === 0 ? (
        <EmptyState title={t`No rates yet`}>
          <Trans>Add a rate to show prices in another currency.</Trans>
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {rated.map((item) => (
            <Row
              key={item.currency}
              item={item}
              charged={charged}
              timezone={timezone}
              isShown={shown.includes(item.currency)}
              onShow={(isShown) => choose(item.currency, isShown)}
              onRenew={() => onRenew(item.currency)}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}

interface RowProps {
  item: Supported;
  charged: string;
  timezone: string;
  isShown: boolean;
  onShow: (isShown: boolean) => void;
  onRenew: () => void;
}

function Row({ item, charged, timezone, isShown, onShow, onRenew }: RowProps) {
  const { t } = useLingui();
  const { currency, rounding, rate, validFrom, source, sourceDay } = item;
  if (rate === null || validFrom === null) return null;
  const days = ageInDays(sourceDay ?? validFrom, new Date());
  const rateText = formatNumber(rate, rateDigits);
  const since = sourceDay ? formatPlainDay(sourceDay) : formatMomentDay(validFrom, timezone);
  const amount = formatMoney(example, charged);
  const seen = formatShown(shownAmount(example, { rate, rounding }), currency);
  return (
    <li className="grid gap-x-4 gap-y-2 py-4 first:pt-0 last:pb-0 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold">{currency}</span>
          <span className="text-slate">{formatCurrencyName(currency)}</span>
          {isOld(days) && (
            <Badge look="warning">
              <Plural value={days} one="# day old" other="# days old" />
            </Badge>
          )}
        </p>
        <p className="tabular text-sm">
          {source ? (
            <Trans>
              1 {charged} = <strong>{rateText}</strong> {currency}, {source} of {since}
            </Trans>
          ) : (
            <Trans>
              1 {charged} = <strong>{rateText}</strong> {currency}, since {since}
            </Trans>
          )}
        </p>
        <p className="tabular text-sm text-muted">
          <Trans>
            {amount} shows as {seen}
          </Trans>
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <label className="flex min-h-11 cursor-pointer items-center gap-2.5 text-sm">
          <input
            type="checkbox"
            className="size-5 accent-pine"
            checked={isShown}
            aria-label={t`Show prices in ${currency}`}
            onChange={(event) => onShow(event.target.checked)}
          />
          <Trans>Offered</Trans>
        </label>
        <Button look="quiet" className="min-h-11" aria-label={t`New rate for ${currency}`} onClick={onRenew}>
          <Trans>New rate</Trans>
        </Button>
      </div>
    </li>
  );
}
