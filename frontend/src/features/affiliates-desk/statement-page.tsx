import { useQuery } from "@tanstack/react-query";
import { Download, Printer } from "lucide-react";
import { generatePath, Link, useParams } from "react-router";
import { Button, buttonClass } from "@/components/ui/button";
import { paths } from "@/config/paths";
import { useMe } from "@/features/admin-shell/session";
import { ApiError } from "@/lib/api";
import { formatMoney } from "@/lib/money";
import { PeriodFields } from "./components/period-fields";
import { moment } from "./moments";
import { statementQuery } from "./queries";
import { usePeriod, withPeriod } from "./use-period";
import { lineWords } from "./words";

const cell = "border-t border-line px-3 py-2";

/** Every change of what is owed, made to be printed. */
export function Component() {
  const { affiliateId = "" } = useParams();
  const { tenant } = useMe();
  const [period, choose] = usePeriod();
  const query = useQuery(statementQuery(affiliateId, period));
  const { data } = query;
  const file = `/api/admin/affiliates/${encodeURIComponent(affiliateId)}/statement.csv`;
  const money = (amount: number) => formatMoney(amount, data?.currency);
  return (
    <>
      <Link
        className="text-sm text-slate underline-offset-4 hover:underline print:hidden"
        to={generatePath(paths.admin.affiliate, { affiliateId })}
      >
        ← Back to the affiliate
      </Link>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-4 print:hidden">
        <PeriodFields period={period} onChange={choose} />
        <div className="flex gap-2">
          <a className={buttonClass("quiet")} href={withPeriod(file, period)} download>
            <Download aria-hidden size={18} />
            CSV
          </a>
          <Button look="quiet" onClick={() => window.print()}>
            <Printer aria-hidden size={18} />
            Print
          </Button>
        </div>
      </div>
      {query.isError && (
        <p role="alert" className="mt-6 rounded-card border border-danger bg-panel p-4">
          {(query.error instanceof ApiError && query.error.sentence) || "Error loading affiliate data"}
        </p>
      )}
      {data ? (
        <article className="mt-6 rounded-card border border-line bg-panel p-5 sm:p-8 print:mt-0 print:border-0 print:p-0">
          <p className="font-semibold text-slate">{data.company}</p>
          <h1 className="mt-1 text-2xl font-bold">Commission statement: {data.affiliate.name}</h1>
          <p className="mt-1 text-sm text-slate">
            {period.from ? `From ${period.from}` : "From the beginning"}
            {period.to ? ` to ${period.to}` : " until now"}, times in {tenant.timezone}. Code{" "}
            {data.affiliate.promoCode}.
          </p>
          <div className="mt-6 overflow-x-auto">
            <table className="tabular w-full min-w-[34rem] text-left text-sm">
              <thead className="text-slate">
                <tr>
                  <th className="px-3 py-2 font-semibold">Date</th>
                  <th className="px-3 py-2 font-semibold">What</th>
                  <th className="px-3 py-2 font-semibold">Booking</th>
                  <th className="px-3 py-2 text-right font-semibold">Change</th>
                  <th className="px-3 py-2 text-right font-semibold">Owed after</th>
                </tr>
              </thead>
              <tbody>
                <tr>
                  <td className={cell} />
                  <td className={cell} colSpan={3}>
                    Owed before
                  </td>
                  <td className={`${cell} text-right`}>{money(data.openingBalance)}</td>
                </tr>
                {data.lines.map((line) => (
                  <tr key={`${line.happenedAt} ${line.kind} ${line.reference} ${line.balance}`}>
                    <td className={`${cell} whitespace-nowrap`}>
                      {moment(line.happenedAt, tenant.timezone)}
                    </td>
                    <td className={cell}>{lineWords[line.kind]}</td>
                    <td className={cell}>{line.reference}</td>
                    <td className={`${cell} text-right`}>{money(line.change)}</td>
                    <td className={`${cell} text-right`}>{money(line.balance)}</td>
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr className="font-bold">
                  <td className={cell} />
                  <td className={cell} colSpan={3}>
                    Owed at the end
                  </td>
                  <td className={`${cell} text-right`}>{money(data.closingBalance)}</td>
                </tr>
              </tfoot>
            </table>
          </div>
        </article>
      ) : (
        query.isPending && (
          <div role="status" aria-label="Loading" className="mt-6 h-64 animate-pulse rounded-card bg-stone" />
        )
      )}
    </>
  );
}
