import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { SiteFooter } from "@/components/layout/site-footer";
import { SiteHeader } from "@/components/layout/site-header";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/field";
import { NotLoaded } from "@/components/ui/late-part";
import { RatingWords } from "@/features/site/shared/rating-line";
import { CarRating } from "@/features/site/shared/reviews/car-rating";
import { loadReviews, ReviewCard } from "@/features/site/shared/reviews/review-card";
import { startClickTracking } from "@/features/site/shared/tracking/tracking";
import { siteConfig } from "@/lib/site-config";

/** Every published review, of all cars or of one. */
export function Component() {
  const { t } = useLingui();
  const [params, setParams] = useSearchParams();
  useEffect(startClickTracking, []);
  const cars = siteConfig().cars.filter(({ inFleet, rating }) => inFleet && rating);
  const car = cars.find(({ slug }) => slug === params.get("car"));
  const list = useInfiniteQuery({
    queryKey: ["/api/reviews", car?.slug],
    queryFn: ({ pageParam }) => loadReviews(car?.slug, pageParam),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const reviews = list.data?.pages.flatMap((page) => page.reviews) ?? [];
  return (
    <>
      <SiteHeader />
      <main id="content" className="mx-auto max-w-[96rem] px-4 py-8 sm:px-6 sm:py-12">
        <h1 className="text-3xl font-extrabold sm:text-5xl">
          <Trans>Reviews</Trans>
        </h1>
        <div className="mt-3 flex flex-wrap items-end justify-between gap-4">
          {car ? (
            <p className="flex items-center gap-2">
              {car.name} <CarRating rating={car.rating} />
            </p>
          ) : (
            <Summary />
          )}
          {cars.length > 1 && (
            <SelectField
              label={t`Car`}
              value={car?.slug ?? ""}
              onChange={({ target }) =>
                setParams(
                  (before) => {
                    if (target.value) before.set("car", target.value);
                    else before.delete("car");
                    return before;
                  },
                  { replace: true, preventScrollReset: true },
                )
              }
            >
              <option value="">{t`All cars`}</option>
              {cars.map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </SelectField>
          )}
        </div>
        {list.isError && reviews.length === 0 ? (
          <div role="alert" className="mt-8">
            <p className="mb-3">
              <NotLoaded />
            </p>
            <Button onClick={() => void list.refetch()}>
              <Trans>Try again</Trans>
            </Button>
          </div>
        ) : (
          <ul
            aria-busy={list.isPending}
            className="mt-8 grid min-h-80 content-start gap-4 sm:grid-cols-2 lg:grid-cols-3"
          >
            {reviews.map((review) => (
              <li key={review.id}>
                <ReviewCard review={review} hasCar={!car} />
              </li>
            ))}
          </ul>
        )}
        {list.hasNextPage && (
          <Button
            look="quiet"
            className="mt-6"
            disabled={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            <Trans>Show more</Trans>
          </Button>
        )}
      </main>
      <SiteFooter />
    </>
  );
}

/** The company's rating; where it is of reviews elsewhere, with a link to them. */
function Summary() {
  const { landing, rating } = siteConfig();
  if (!rating) return null;
  const { url } = landing.rating ?? {};
  return (
    <p className="font-semibold text-slate">
      {url ? (
        <a href={url} target="_blank" rel="noreferrer" className="underline underline-offset-4">
          <RatingWords />
        </a>
      ) : (
        <RatingWords />
      )}
    </p>
  );
}
