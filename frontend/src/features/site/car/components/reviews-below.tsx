import { Trans } from "@lingui/react/macro";
import { useRef } from "react";
import { Link } from "react-router";
import { NotLoaded } from "@/components/ui/late-part";
import { paths } from "@/config/paths";
import { CarRating } from "@/features/site/shared/reviews/car-rating";
import { loadReviews, ReviewCard } from "@/features/site/shared/reviews/review-card";
import type { Car } from "@/lib/site-config";
import { useLoadedNear } from "../use-loaded-near";

const shown = 6;

/** What guests say about the car; asked for shortly before a visitor comes to it. */
export function ReviewsBelow({ car }: { car: Car }) {
  const place = useRef<HTMLElement>(null);
  const { loaded, hasFailed } = useLoadedNear(place, car.slug, loadReviews);
  const reviews = loaded?.reviews ?? [];
  if (!car.rating) return null;
  return (
    <section ref={place} id="reviews" aria-labelledby="car-reviews-title" className="mb-12 bg-stone py-12">
      <div className="mx-auto max-w-[96rem] px-4 sm:px-6">
        <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
          <h2 id="car-reviews-title" className="text-2xl font-bold sm:text-3xl">
            <Trans>Reviews</Trans>
          </h2>
          <CarRating rating={car.rating} />
        </div>
        {hasFailed ? (
          <p role="alert" className="mt-4 text-slate">
            <NotLoaded />
          </p>
        ) : (
          <ul className="mt-5 grid gap-4 md:grid-cols-2 lg:grid-cols-3">
            {reviews.slice(0, shown).map((review) => (
              <li key={review.id}>
                <ReviewCard review={review} />
              </li>
            ))}
            {reviews.length === 0 &&
              Array.from({ length: Math.min(car.rating.count, 3) }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: places that wait have no identity
                <li key={index} className="min-h-44 rounded-card bg-panel shadow-card" />
              ))}
          </ul>
        )}
        {car.rating.count > shown && (
          <Link
            to={`${paths.reviews}?car=${car.slug}`}
            className="mt-4 inline-flex min-h-11 items-center font-semibold text-pine underline underline-offset-4"
          >
            <Trans>All reviews</Trans>
          </Link>
        )}
      </div>
    </section>
  );
}
