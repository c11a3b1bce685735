import { Trans, useLingui } from "@lingui/react/macro";
import { Badge } from "@/components/console/badge";
import { DataList } from "@/components/console/data-list";
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
  return (
    <DataList>
      {codes.map((code) => (
        <li
          key={code.code}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-3 lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1.2fr)_minmax(0,1.2fr)_auto]"
        >
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="tabular font-semibold wrap-anywhere">{code.code}</span>
              <Badge look={code.state === "usable" ? "good" : "plain"}>{t(stateWords[code.state])}</Badge>
            </p>
            <p className="truncate text-sm text-slate">{code.affiliateName ?? t`The company's own`}</p>
          </div>
          <p className="col-span-2 text-sm text-slate max-lg:row-start-2 lg:col-span-1">
            {ratesWords(code, company)}
          </p>
          <p className="tabular col-span-2 text-sm text-slate max-lg:row-start-3 lg:col-span-1">
            {usesWords(code)}, {periodWords(code)}
          </p>
          <Button
            look="quiet"
            className="min-h-11 max-lg:col-start-2 max-lg:row-start-1"
            aria-label={t`Change ${{ code: code.code }}`}
            onClick={() => onChange(code)}
          >
            <Trans>Change</Trans>
          </Button>
        </li>
      ))}
    </DataList>
  );
}
