import { Trans, useLingui } from "@lingui/react/macro";
import { Badge } from "@/components/console/badge";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { Button } from "@/components/ui/button";
import type { CompanyRates, PromoCode } from "../api";
import { periodWords, ratesWords, stateWords, usesWords } from "../words";

interface Props {
  codes: readonly PromoCode[];
  company: CompanyRates;
  onChange: (code: PromoCode) => void;
}

/** Codes, newest first: whose they are, on what terms, and whether they work now. */
export function CodeList({ codes, company, onChange }: Props) {
  const { t } = useLingui();
  const columns: TableColumn<PromoCode>[] = [
    {
      id: "code",
      title: t`Code`,
      sort: "asc",
      value: ({ code }) => code,
      cell: ({ code }) => <span className="tabular font-semibold">{code}</span>,
    },
    {
      id: "state",
      title: t`State`,
      sort: "asc",
      value: ({ state }) => t(stateWords[state]),
      cell: ({ state }) => <Badge look={state === "usable" ? "good" : "plain"}>{t(stateWords[state])}</Badge>,
      card: "right",
    },
    {
      id: "affiliate",
      title: t`Affiliate`,
      sort: "asc",
      value: ({ affiliateName }) => affiliateName,
      cell: ({ affiliateName }) => (
        <span className="text-slate">{affiliateName ?? t`The company's own`}</span>
      ),
      card: "line",
    },
    {
      id: "rates",
      title: t`Rates`,
      value: (code) => ratesWords(code, company),
      cell: (code) => <span className="text-slate">{ratesWords(code, company)}</span>,
      card: "line",
    },
    {
      id: "period",
      title: t`Valid`,
      sort: "desc",
      value: ({ firstDay }) => firstDay,
      cell: (code) => <span className="tabular text-slate">{periodWords(code)}</span>,
    },
    {
      id: "uses",
      title: t`Uses`,
      sort: "desc",
      value: ({ uses }) => uses,
      cell: (code) => <span className="text-slate">{usesWords(code)}</span>,
      align: "end",
      card: "right",
    },
  ];
  return (
    <DataTable
      label={t`Promo codes`}
      rows={codes}
      columns={columns}
      rowId={({ code }) => code}
      csv="promo-codes"
      actions={(code) => (
        <Button
          look="quiet"
          className="min-h-11"
          aria-label={t`Change ${{ code: code.code }}`}
          onClick={() => onChange(code)}
        >
          <Trans>Change</Trans>
        </Button>
      )}
    />
  );
}
