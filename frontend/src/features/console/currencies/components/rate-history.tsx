import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Badge } from "@/components/console/badge";
import { Panel } from "@/components/console/panel";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
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
  const columns: TableColumn<Rate>[] = [
    {
      id: "rate",
      title: t`Rate`,
      sort: "asc",
      value: ({ currency, rate }) => `1 ${charged} = ${rate} ${currency}`,
      cell: ({ currency, rate }) => {
        const value = formatNumber(rate, rateDigits);
        return (
          <span className="tabular">
            <Trans>
              1 {charged} = <strong>{value}</strong> {currency}
            </Trans>
          </span>
        );
      },
    },
    {
      id: "state",
      title: t`State`,
      card: "right",
      value: ({ state }) => t(states[state].word),
      cell: ({ state }) => <Badge look={states[state].look}>{t(states[state].word)}</Badge>,
    },
    {
      id: "validFrom",
      title: t`From`,
      sort: "desc",
      card: "line",
      isLabelled: true,
      value: ({ validFrom }) => validFrom,
      cell: ({ validFrom }) => <span className="tabular">{formatMoment(validFrom, timezone)}</span>,
    },
    {
      id: "source",
      title: t`Source`,
      sort: "asc",
      card: "line",
      value: ({ source, adminName }) => source ?? adminName,
      cell: (rate) => {
        const name = rate.adminName;
        const source = rate.sourceDay ? `${rate.source}, ${formatPlainDay(rate.sourceDay)}` : rate.source;
        return (
          <span className="text-muted">
            {source}
            {source && name && " · "}
            {name ? <Trans>added by {name}</Trans> : !source && <Trans>added at set-up</Trans>}
          </span>
        );
      },
    },
  ];
  return (
    <Panel title={t`History`} description={<Trans>Times in {timezone}.</Trans>}>
      <DataTable
        label={t`History`}
        rows={history}
        columns={columns}
        rowId={({ id }) => id}
        csv="exchange-rates"
        defaultSort="-validFrom"
        shownAtFirst={20}
      />
    </Panel>
  );
}
