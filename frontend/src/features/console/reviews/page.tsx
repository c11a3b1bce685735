import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Plus, Upload } from "lucide-react";
import { useState } from "react";
import { FilterSelect } from "@/components/console/filter-fields";
import { PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { oneOf, sortBy, textUpTo, useUrlState } from "@/lib/url-state";
import { type ReviewState, reviewStates, reviewsQuery } from "./api";
import { AddReviewDialog } from "./components/add-dialog";
import { ImportReviewsDialog } from "./components/import-dialog";
import { ReviewTable } from "./components/review-table";

const states = [...(Object.keys(reviewStates) as ReviewState[]), "all"] as const;
const stars = ["5", "4", "3", "2", "1"] as const;
// Reviews by own customers have no source; the URL uses this name for them.
const own = "own";
const filterReaders = {
  state: oneOf(states),
  source: textUpTo(60),
  car: textUpTo(120),
  rating: oneOf(stars),
  sort: sortBy(["createdAt", "writtenOn"]),
};

/** What guests say: to moderate, published or hidden, of own rentals and from elsewhere. */
export function Component() {
  const { t } = useLingui();
  const [{ state = "new", source, car, rating, sort }, choose] = useUrlState(filterReaders);
  const [dialog, setDialog] = useState<"add" | "import" | null>(null);
  const list = useInfiniteQuery(
    reviewsQuery({
      state: state === "all" ? undefined : state,
      source: source === own ? "" : source,
      car,
      rating: rating ? Number(rating) : undefined,
      sort,
    }),
  );
  const page = list.data?.pages[0];
  const reviews = list.data?.pages.flatMap((each) => each.reviews) ?? [];
  const isFiltered = Boolean(source || car || rating);
  return (
    <>
      <PageHeader
        title={t`Reviews`}
        description={t`What guests say. Publish or hide reviews and answer them; rating and text can't be edited.`}
      >
        <Button look="quiet" onClick={() => setDialog("import")}>
          <Upload aria-hidden size={18} /> <Trans>Import CSV</Trans>
        </Button>
        <Button disabled={!page} onClick={() => setDialog("add")}>
          <Plus aria-hidden size={18} /> <Trans>Add review</Trans>
        </Button>
      </PageHeader>
      <search className="mt-4 grid grid-cols-2 items-end gap-3 lg:max-w-4xl lg:grid-cols-4">
        <FilterSelect
          label={t`Show`}
          value={state}
          onChange={(chosen) => choose({ state: chosen })}
          options={[
            ...Object.entries(reviewStates).map(([value, name]) => [value, t(name)] as const),
            ["all", t`All`],
          ]}
        />
        <FilterSelect
          label={t`Source`}
          value={source}
          onChange={(chosen) => choose({ source: chosen })}
          all={t`All sources`}
          options={(page?.sources ?? []).map((name) => [name || own, name || t`Own customers`])}
        />
        <FilterSelect
          label={t`Car`}
          value={car}
          onChange={(chosen) => choose({ car: chosen })}
          all={t`All cars`}
          options={(page?.cars ?? []).map(({ slug, name }) => [slug, name])}
        />
        <FilterSelect
          label={t`Rating`}
          value={rating}
          onChange={(chosen) => choose({ rating: chosen })}
          all={t`All ratings`}
          options={stars.map((count) => [count, "★".repeat(Number(count))])}
        />
      </search>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        <QueryBoundary
          query={list}
          skeleton={<Skeleton className="h-80" />}
          empty={() =>
            reviews.length === 0 && (
              <EmptyState
                title={state === "new" && !isFiltered ? t`Nothing to moderate` : t`No reviews here`}
              >
                {t`Reviews by your customers appear here. Add those from other sites, or import them as a CSV file.`}
              </EmptyState>
            )
          }
        >
          {() => page && <ReviewTable reviews={reviews} pages={list} timezone={page.timezone} />}
        </QueryBoundary>
      </div>
      {dialog === "import" && <ImportReviewsDialog onClose={() => setDialog(null)} />}
      {dialog === "add" && page && (
        <AddReviewDialog
          cars={page.cars}
          sources={page.sources.filter(Boolean)}
          timezone={page.timezone}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}
