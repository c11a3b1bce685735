import { lineLabel, type PriceLine } from "@/features/site/shared/pricing/whole-price";
import { usePrice, usePriceColumn } from "@/lib/currency";
import { formatNumber } from "@/lib/format";

/** What a total is made of. */
export function PriceLines({ lines }: { lines: PriceLine[] }) {
  const price = usePrice({ isMarked: false });
  const amounts = usePriceColumn(lines.map((line) => line.amount));
  return (
    <ul className="flex flex-col gap-2 text-sm">
      {lines.map((line, index) => (
        <li key={line.code} className="flex justify-between gap-4">
          <span>
            {lineLabel(line)}
            {line.quantity > 1 && (
              <span className="tabular text-muted">{` · ${formatNumber(line.quantity)} × ${price(line.unitPrice)}`}</span>
            )}
          </span>
          <span className="tabular shrink-0 font-medium">{amounts[index]}</span>
        </li>
      ))}
    </ul>
  );
}
