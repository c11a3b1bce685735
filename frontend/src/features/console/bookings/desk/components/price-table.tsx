import { Trans } from "@lingui/react/macro";
import { clsx } from "clsx";
import { formatMoney } from "@/lib/format";
import { lineLabel } from "@/lib/price-line";
import type { Price } from "../api";

interface Props {
  price: Pick<Price, "lines" | "totalPrice">;
  currency: string;
  caption: string;
}

/** A price line by line. Lines of one code and name may stand twice, as someone typed them. */
export function PriceTable({ price, currency, caption }: Props) {
  const money = (amount: number) => formatMoney(amount, currency);
  return (
    <table className="tabular w-full text-sm">
      <caption className="sr-only">{caption}</caption>
      <tbody>
        {price.lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be the same in everything
          <tr key={index}>
            <th scope="row" className="py-1 pr-3 text-left font-normal">
              {lineLabel(line)}
              {line.quantity > 1 && (
                <span className="text-muted">
                  {" "}
                  {line.quantity} × {money(line.unitPrice)}
                </span>
              )}
            </th>
            <td className={clsx("py-1 text-right", line.amount < 0 && "text-pine")}>{money(line.amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="border-t border-line text-base font-bold">
          <th scope="row" className="pt-2 text-left">
            <Trans>Total</Trans>
          </th>
          <td className="pt-2 text-right">{money(price.totalPrice)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
