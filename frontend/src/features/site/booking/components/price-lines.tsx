import { lineLabel, type PriceLine } from "@/features/site/shared/pricing/whole-price";
import { formatMoney, formatNumber } from "@/lib/format";

/** What a total is made of. */
export function PriceLines({ lines }: { lines: PriceLine[] }) {
  return (
    <ul className="flex flex-col gap-2 text-sm">
      {lines.map((line) => (
        <li key={line.code} className="flex justify-between gap-4">
          <span>
            {lineLabel(line)}
            {line.quantity > 1 && (
              <span className="tabular text-muted">{` · ${formatNumber(line.quantity)} × ${formatMoney(line.unitPrice)}`}</span>
            )}
          </span>
          <span className="tabular shrink-0 font-medium">{formatMoney(line.amount)}</span>
        </li>
      ))}
    </ul>
  );
}
