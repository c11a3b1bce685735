import { useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import type { Statement } from "../api";
import { lineWords } from "../words";

interface Props {
  statement: Statement;
  money: (amount: number) => string;
  day: (iso: string) => string;
}

const row = clsx(
  "border-t border-line max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-4 max-sm:py-2",
);
const cell = clsx("sm:px-3 sm:py-2");
const amount = clsx(cell, "whitespace-nowrap text-right");

/** Every change with the balance after it: a table on wide screens and on paper, two lines each on phones. */
export function StatementTable({ statement, money, day }: Props) {
  const { t } = useLingui();
  const balance = (name: string, value: number) => (
    <tr className={row}>
      <td className={`${cell} max-sm:hidden`} />
      <th scope="row" className={`${cell} text-left [font-weight:inherit]`} colSpan={3}>
        {name}
      </th>
      <td className={amount}>{money(value)}</td>
    </tr>
  );
  return (
    <table className="tabular mt-6 w-full text-left text-sm max-sm:block">
      <thead className="text-slate max-sm:sr-only">
        <tr>
          {[t`Date`, t({ message: "Description", context: "column of a statement" }), t`Booking`].map(
            (name) => (
              <th key={name} scope="col" className={`${cell} font-semibold`}>
                {name}
              </th>
            ),
          )}
          {[t({ message: "Change", context: "of what is owed" }), t`Owed after`].map((name) => (
            <th key={name} scope="col" className={`${amount} font-semibold`}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {balance(t`Owed before`, statement.openingBalance)}
        {statement.lines.map((line) => (
          <tr key={`${line.happenedAt} ${line.kind} ${line.reference} ${line.balance}`} className={row}>
            <td className={`${cell} whitespace-nowrap max-sm:order-3 max-sm:text-muted`}>
              {day(line.happenedAt)}
              <span className="sm:hidden"> {line.reference}</span>
            </td>
            <td className={`${cell} max-sm:order-1 max-sm:font-medium`}>{t(lineWords[line.kind])}</td>
            <td className={`${cell} whitespace-nowrap max-sm:hidden`}>{line.reference}</td>
            <td className={`${amount} max-sm:order-2 max-sm:font-medium`}>{money(line.change)}</td>
            <td className={`${amount} max-sm:order-4 max-sm:text-muted`}>{money(line.balance)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot className="font-bold max-sm:block">
        {balance(t`Owed at the end`, statement.closingBalance)}
      </tfoot>
    </table>
  );
}
