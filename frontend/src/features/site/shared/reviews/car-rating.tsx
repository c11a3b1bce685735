import { useLingui } from "@lingui/react/macro";
import { Star } from "lucide-react";
import { formatNumber } from "@/lib/format";
import type { Car } from "@/lib/site-config";

/** The average of a car's reviews and their number; nothing without reviews. */
export function CarRating({ rating }: Pick<Car, "rating">) {
  const { t } = useLingui();
  if (!rating) return null;
  const { count } = rating;
  const average = formatNumber(rating.average, 1);
  return (
    <span
      role="img"
      aria-label={t`${average} of 5 stars, reviews: ${count}`}
      className="tabular inline-flex shrink-0 items-center gap-1 text-sm font-semibold whitespace-nowrap text-slate"
    >
      <Star aria-hidden size={15} className="fill-accent-ink text-accent-ink" />
      {average} <span className="font-normal text-muted">({count})</span>
    </span>
  );
}
