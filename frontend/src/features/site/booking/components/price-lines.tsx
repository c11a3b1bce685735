import type { PriceLine } from "@/features/site/shared/pricing/whole-price";
import { useCurrency, usePriceColumn } from "@/lib/currency";
import { formatMoney, formatNumber } from "@/lib/format";
import { lineLabel } from "@/lib/price-line";

/** What a total is made of. */
export function PriceLines({ lines }: { lines: PriceLine[] }) {
  // Rounded apart, a price of one and the amount of all would contradict each other in another currency.
  const isExact = useCurrency() === null;
  const amounts = usePriceColumn(lines.map((line) => line.amount));
  return (
    <ul className="flex flex-col gap-2 text-sm wrap-anywhere">
      {lines.map((line, index) => (
        <li key={line.code} className="flex justify-between gap-4">
          <span>
            {lineLabel(line)}
            {line.quantity > 1 && (
              <span className="tabular text-muted">
                {isExact
                  ? ` · ${formatNumber(line.quantity)} × ${formatMoney(line.unitPrice)}`
                  : ` × ${formatNumber(line.quantity)}`}
              </span>
            )}
          </span>
          <span className="tabular shrink-0 font-medium">{amounts[index]}</span>
        </li>
      ))}
    </ul>
  );
}
