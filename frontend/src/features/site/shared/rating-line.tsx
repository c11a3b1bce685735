import { Trans } from "@lingui/react/macro";
import { Star } from "lucide-react";
import { formatNumber } from "@/lib/format";
import { siteConfig } from "@/lib/site-config";

/** The company's rating in one line beside a price; nothing without reviews. */
export function RatingLine() {
  const { rating } = siteConfig().landing;
  if (!rating?.count) return null;
  const value = formatNumber(rating.value, 1);
  const count = formatNumber(rating.count);
  const { source } = rating;
  return (
    <span className="inline-flex items-center gap-1 font-semibold text-slate">
      <Star aria-hidden size={15} className="fill-accent-ink text-accent-ink" />
      <Trans comment="A rating, such as 4.9 from 387 Google reviews">
        {value} from {count} {source}
      </Trans>
    </span>
  );
}
