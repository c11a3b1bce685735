import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { formatNumber, formatRate } from "@/lib/format";
import type { Evidence, Share } from "../rules/change";
import { differenceOf, signed, verdicts } from "./difference";

export interface Row {
  id: string;
  name: string;
  a: Share;
  b: Share;
}

interface Props {
  title: string;
  note: string;
  rows: Row[];
  /** What chooses the rows. */
  children?: ReactNode;
}

/** Shares of both segments, their difference with its 95 % interval, and whether it says anything. */
export function CompareTable({ title, note, rows, children }: Props) {
  const found = verdicts(rows.map(({ a, b }) => [a, b] as const));
  return (
    <section aria-label={title}>
      <h3 className="font-semibold">{title}</h3>
      <p className="mb-2 text-sm text-slate">{note}</p>
      {children}
      <table className="tabular mt-2 block w-full text-sm sm:table">
        <thead className="hidden text-xs text-muted sm:table-header-group">
          <tr>
            <td />
            <th className="w-36 py-1 pl-3 text-right font-normal">A</th>
            <th className="w-36 py-1 pl-3 text-right font-normal">B</th>
            <th className="w-64 py-1 pl-3 text-right font-normal">
              <Trans>A minus B, in points</Trans>
            </th>
          </tr>
        </thead>
        <tbody className="block sm:table-row-group">
          {rows.map((row, place) => (
            <tr
              key={row.id}
              className="grid grid-cols-2 gap-x-4 gap-y-1 border-t border-line py-2 sm:table-row"
            >
              <th scope="row" className="col-span-2 text-left font-medium break-words sm:py-2">
                {row.name}
              </th>
              <ShareCell name="A" share={row.a} />
              <ShareCell name="B" share={row.b} />
              <td className="col-span-2 sm:py-2 sm:pl-3 sm:text-right">
                <Difference row={row} evidence={found[place] ?? "too_few"} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function ShareCell({ name, share }: { name: string; share: Share }) {
  return (
    <td className="sm:py-2 sm:pl-3 sm:text-right">
      <span className="mr-1 text-xs text-muted sm:hidden">{name}</span>
      {share.whole > 0 ? formatRate((share.part / share.whole) * 100) : "–"}
      <span className="ml-1 text-xs text-muted sm:ml-0 sm:block">
        {formatNumber(share.part)} / {formatNumber(share.whole)}
      </span>
    </td>
  );
}

function Difference({ row, evidence }: { row: Row; evidence: Evidence }) {
  const { t } = useLingui();
  const difference = differenceOf(row.a, row.b);
  if (!difference || evidence === "too_few") return <span className="text-muted">{t`not enough data`}</span>;
  return (
    <>
      <span className={clsx(evidence === "real" && "font-bold")}>{signed(difference.points)}</span>{" "}
      <span className="text-xs text-muted">{t`${{ low: signed(difference.low) }} to ${{ high: signed(difference.high) }}`}</span>
      <span className={clsx("text-xs sm:block", evidence === "real" ? "text-ink" : "text-muted")}>
        {" "}
        {evidence === "real" ? t`more than chance` : t`may be chance`}
      </span>
    </>
  );
}
