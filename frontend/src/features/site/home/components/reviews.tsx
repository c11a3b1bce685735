import { Trans } from "@lingui/react/macro";
import { clsx } from "clsx";
import { Link } from "react-router";
import { paths } from "@/config/paths";
import { RatingLine } from "@/features/site/shared/rating-line";
import { ReviewCard } from "@/features/site/shared/reviews/review-card";
import { siteConfig } from "@/lib/site-config";

const repeats = 4;

/** Reviews: swiped through on a phone; on wider screens they pass by slowly, and stop under the pointer. */
export function Reviews() {
  const { landing, reviews } = siteConfig();
  if (reviews.length === 0) return null;
  const copies = Array.from({ length: repeats }, (_, copy) =>
    reviews.map((review) => ({ review, key: `${copy}-${review.id}`, copy })),
  ).flat();
  return (
    <section aria-labelledby="reviews-title" className="overflow-hidden bg-stone py-12">
      <div className="mx-auto flex max-w-[96rem] flex-wrap items-baseline justify-between gap-x-6 gap-y-2 px-4 sm:px-6">
        <h2 id="reviews-title" className="text-3xl font-bold">
          {landing.reviewsTitle}
        </h2>
        <RatingLine />
      </div>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without motion the strip scrolls, by keyboard too
        tabIndex={0}
        className="mt-8 flex gap-4 px-4 pb-2 max-md:snap-x max-md:scroll-px-4 max-md:overflow-x-auto md:w-max md:animate-marquee md:pl-6 focus-within:[animation-play-state:paused] hover:[animation-play-state:paused] motion-reduce:w-auto motion-reduce:overflow-x-auto"
      >
        {copies.map(({ review, key, copy }) => (
          <li
            key={key}
            aria-hidden={copy > 0}
            inert={copy > 0}
            className={clsx("w-80 max-w-[85vw] shrink-0 snap-start", copy > 0 && "max-md:hidden")}
          >
            <ReviewCard review={review} />
          </li>
        ))}
      </ul>
      <p className="mx-auto mt-4 max-w-[96rem] px-4 sm:px-6">
        <Link
          to={paths.reviews}
          className="inline-flex min-h-11 items-center font-semibold text-pine underline underline-offset-4"
        >
          <Trans>All reviews</Trans>
        </Link>
      </p>
    </section>
  );
}
