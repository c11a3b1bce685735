import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Badge } from "@/components/console/badge";
import { Panel } from "@/components/console/panel";
import { formatMoment, formatNumber, formatPlainDay } from "@/lib/format";
import type { Rate } from "../api";

const rateDigits = 6;
const states = {
  planned: { look: "plain", word: msg`Planned` },
  current: { look: "good", word: msg`Current` },
  past: { look: "plain", word: msg({ message: "Past", context: "exchange rate" }) },
} as const;

interface Props {
  history: readonly Rate[];
  charged: string;
  timezone: string;
}

/** Every rate there was and will be, the latest first. */
export function RateHistory({ history, charged, timezone }: Props) {
  const { t } = useLingui();
  if (history.length === 0) return null;
  return (
    <Panel title={t`History`} description={<Trans>Times in {timezone}.</Trans>}>
      <ul className="divide-y divide-line">
        {history.map((rate) => {
          const { look, word } = states[rate.state];
          const { currency } = rate;
          const value = formatNumber(rate.rate, rateDigits);
          const moment = formatMoment(rate.validFrom, timezone);
          const name = rate.adminName;
          const source = rate.sourceDay ? `${rate.source}, ${formatPlainDay(rate.sourceDay)}` : rate.source;
          return (
            <li
              key={rate.id}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 py-2.5 text-sm lg:grid-cols-[12rem_5.5rem_11.5rem_minmax(0,1fr)]"
            >
              <p className="tabular">
                <Trans>
                  1 {charged} = <strong>{value}</strong> {currency}
                </Trans>
              </p>
              <p>
                <Badge look={look}>{t(word)}</Badge>
              </p>
              <p className="tabular text-slate max-lg:col-span-2">
                <Trans>from {moment}</Trans>
              </p>
              <p className="text-muted max-lg:col-span-2">
                {rate.source && <Trans>from {source}</Trans>}
                {rate.source && name && " · "}
                {name ? <Trans>added by {name}</Trans> : !rate.source && <Trans>added at set-up</Trans>}
              </p>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
