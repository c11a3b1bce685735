import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { Star } from "lucide-react";
import { formatNumber } from "@/lib/format";
import { siteConfig } from "@/lib/site-config";
import { whenWritten } from "../review-age";

const repeats = 4;

/** Reviews: swiped through on a phone; on wider screens they pass by slowly, and stop under the pointer. */
export function Reviews() {
  const { t } = useLingui();
  const { landing } = siteConfig();
  const { source } = landing.rating;
  if (landing.reviews.length === 0) return null;
  const value = formatNumber(landing.rating.value, 1);
  const count = formatNumber(landing.rating.count);
  const copies = Array.from({ length: repeats }, (_, copy) =>
    landing.reviews.map((review) => ({ ...review, key: `${copy}-${review.id}`, copy })),
  ).flat();
  return (
    <section aria-labelledby="reviews-title" className="overflow-hidden bg-stone py-12">
      <div className="mx-auto flex max-w-[96rem] flex-wrap items-baseline justify-between gap-3 px-4 sm:px-6">
        <h2 id="reviews-title" className="text-3xl font-bold">
          {landing.reviewsTitle}
        </h2>
        <p className="flex items-center gap-2 font-semibold">
          <Star aria-hidden size={20} className="fill-accent-ink text-accent-ink" />
          <Trans comment="A rating, such as 4.9 from 387 Google reviews">
            {value} from {count} {source}
          </Trans>
        </p>
      </div>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without motion the strip scrolls, by keyboard too
        tabIndex={0}
        className="mt-8 flex gap-4 px-4 pb-2 max-md:snap-x max-md:scroll-px-4 max-md:overflow-x-auto md:w-max md:animate-marquee md:pl-6 hover:[animation-play-state:paused] motion-reduce:w-auto motion-reduce:overflow-x-auto"
      >
        {copies.map(({ rating, ...review }) => (
          <li
            key={review.key}
            aria-hidden={review.copy > 0}
            className={clsx(
              "flex w-80 max-w-[85vw] shrink-0 snap-start flex-col gap-2 rounded-card bg-panel p-5 shadow-card",
              review.copy > 0 && "max-md:hidden",
            )}
          >
            <span className="flex gap-0.5" role="img" aria-label={t`${rating} of 5 stars`}>
              {Array.from({ length: rating }, (_, star) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: stars have no identity
                <Star key={star} aria-hidden size={16} className="fill-accent-ink text-accent-ink" />
              ))}
            </span>
            <p className="text-sm text-slate">{review.text}</p>
            <p className="mt-auto text-sm font-semibold">
              {review.name} <span className="font-normal text-muted">· {whenWritten(review)}</span>
              {review.source && <Source name={review.source} address={review.sourceUrl} />}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Where a review was written; behind its link, where it can be read. */
function Source({ name, address }: { name: string; address: string | undefined }) {
  const look = "block text-xs font-normal text-muted";
  if (!address) return <span className={look}>{name}</span>;
  return (
    <a className={`${look} underline`} href={address} target="_blank" rel="noreferrer">
      {name}
    </a>
  );
}
