import { Trans } from "@lingui/react/macro";
import { Star } from "lucide-react";
import { Link } from "react-router";
import { paths } from "@/config/paths";
import { formatNumber } from "@/lib/format";
import { siteConfig } from "@/lib/site-config";

/** The company's rating in one line, with a link to its reviews; nothing without a rating. */
export function RatingLine() {
  const { rating, reviews } = siteConfig();
  if (!rating) return null;
  const line = (
    <>
      <Star aria-hidden size={15} className="shrink-0 fill-accent-ink text-accent-ink" />
      <span>
        <RatingWords />
      </span>
    </>
  );
  const look = "inline-flex min-h-6 items-center gap-1 font-semibold text-slate";
  return reviews.length > 0 ? (
    <Link to={paths.reviews} className={`${look} underline-offset-4 hover:underline`}>
      {line}
    </Link>
  ) : (
    <span className={look}>{line}</span>
  );
}

/** The company's rating in words. */
export function RatingWords() {
  const { rating } = siteConfig();
  const value = formatNumber(rating?.value ?? 0, 1);
  const count = formatNumber(rating?.count ?? 0);
  const source = rating?.source;
  return (
    <Trans comment="A rating, such as 4.9 from 387 Google reviews">
      {value} from {count} {source}
    </Trans>
  );
}
