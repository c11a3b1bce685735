import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { controlClass } from "@/components/ui/field";
import { type MediaItem, type MediaKind, mediaQuery } from "./api";
import { Thumbnail } from "./thumbnail";

interface Props {
  kinds: readonly MediaKind[];
  onPick: (item: MediaItem) => void;
  /** The line below an item's title. */
  note?: (item: MediaItem) => React.ReactNode;
}

/** The library as a grid, to pick from. */
export function MediaGrid({ kinds, onPick, note }: Props) {
  const { t } = useLingui();
  const [search, setSearch] = useState("");
  const query = useInfiniteQuery(mediaQuery(kinds, useDeferredValue(search.trim())));
  return (
    <div className="flex flex-col gap-4">
      <label className="relative max-w-sm">
        <Search aria-hidden size={18} className="absolute top-1/2 left-3 -translate-y-1/2 text-muted" />
        <input
          type="search"
          aria-label={t`Search the media library`}
          placeholder={t`Search by title`}
          value={search}
          maxLength={100}
          onChange={(event) => setSearch(event.target.value)}
          className={controlClass("w-full pl-10")}
        />
      </label>
      <QueryBoundary
        query={query}
        empty={({ pages }) =>
          !pages[0]?.items.length &&
          (search ? (
            <EmptyState title={t`No matches`} />
          ) : (
            <EmptyState title={t`No media yet`}>
              <Trans>Start with photos of your cars: side, front, interior and boot.</Trans>
            </EmptyState>
          ))
        }
      >
        {({ pages }) => (
          <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4 2xl:grid-cols-6">
            {pages
              .flatMap((page) => page.items)
              .map((item) => (
                <li key={item.id}>
                  <button
                    type="button"
                    onClick={() => onPick(item)}
                    className="flex h-full w-full flex-col overflow-hidden rounded-card border border-line bg-panel text-left hover:border-pine"
                  >
                    <Thumbnail item={item} className="aspect-4/3 w-full" />
                    <span className="flex w-full flex-col gap-0.5 p-3 text-sm">
                      <span className="truncate font-semibold">{item.title || t`Without a title`}</span>
                      {note?.(item)}
                    </span>
                  </button>
                </li>
              ))}
          </ul>
        )}
      </QueryBoundary>
      {query.hasNextPage && (
        <Button
          access="read"
          look="quiet"
          disabled={query.isFetching}
          onClick={() => void query.fetchNextPage()}
        >
          <Trans>Show more</Trans>
        </Button>
      )}
    </div>
  );
}
