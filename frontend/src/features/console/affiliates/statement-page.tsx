import { t } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Download, Printer } from "lucide-react";
import { useParams } from "react-router";
import { BackLink } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Button, buttonClass } from "@/components/ui/button";
import { adminPath } from "@/config/admin-path";
import { payableMoments } from "@/features/console/shared/money-words";
import { useMe } from "@/features/console/shared/session";
import { useObjectTitle } from "@/features/console/shared/titles";
import { formatMoment, formatMoney, formatShortDay } from "@/lib/format";
import { type Period, statementQuery } from "./api";
import { PeriodFields, usePeriod, withPeriod } from "./components/period-fields";
import { StatementTable } from "./components/statement-table";
import { partsInWords } from "./words";

/** Every change of what is owed, made to be printed. */
export function Component() {
  const { t } = useLingui();
  const { affiliateId = "" } = useParams();
  const { tenant } = useMe();
  const [period, choose] = usePeriod();
  const query = useQuery(statementQuery(affiliateId, period));
  const { data } = query;
  useObjectTitle(data?.affiliate.name);
  const file = `/api/admin/affiliates/${encodeURIComponent(affiliateId)}/statement.csv`;
  const money = (amount: number) => formatMoney(amount, data?.currency);
  const span = spanInWords(period);
  const parts =
    data &&
    partsInWords(
      {
        payable: data.affiliate.commissionPayable,
        pending: data.affiliate.commissionPending,
        held: data.affiliate.commissionHeld,
      },
      money,
    );
  return (
    <>
      <BackLink to={adminPath.affiliate(affiliateId)}>
        <Trans>Back to the affiliate</Trans>
      </BackLink>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-4 print:hidden">
        <PeriodFields period={period} onChange={choose} />
        <div className="flex gap-2">
          <a className={buttonClass("quiet")} href={withPeriod(file, period)} download>
            <Download aria-hidden size={18} />
            CSV
          </a>
          <Button look="quiet" onClick={() => window.print()}>
            <Printer aria-hidden size={18} />
            <Trans>Print</Trans>
          </Button>
        </div>
      </div>
      <div className="mt-6 print:mt-0">
        <QueryBoundary query={query} title={t`Error loading affiliate data`}>
          {(data) => (
            <article className="rounded-card border border-line bg-panel p-5 sm:p-8 print:border-0 print:p-0">
              <p className="font-semibold text-slate">{data.company}</p>
              <h1 className="mt-1 text-2xl font-bold">
                <Trans>Commission statement: {{ name: data.affiliate.name }}</Trans>
              </h1>
              <p className="mt-1 text-sm text-slate">
                <Trans>
                  {span}, times in {{ timezone: tenant.timezone }}. Code {{ code: data.affiliate.promoCode }}.
                </Trans>
              </p>
              <StatementTable
                statement={data}
                money={money}
                day={(iso) => formatMoment(iso, tenant.timezone)}
              />
              {!period.to && parts && (
                <p className="mt-4 text-sm text-slate">
                  <Trans>
                    Of the amount owed: {parts}. A commission becomes payable{" "}
                    {{ when: t(payableMoments[data.payableOn]) }}.
                  </Trans>
                </p>
              )}
            </article>
          )}
        </QueryBoundary>
      </div>
    </>
  );
}

function spanInWords({ from, to }: Period): string {
  const first = from && formatShortDay(from);
  const last = to && formatShortDay(to);
  if (first) return last ? t`From ${first} to ${last}` : t`From ${first} until now`;
  return last ? t`Until ${last}` : t`All time`;
}
