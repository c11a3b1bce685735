import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { DataList, MoreButton } from "@/components/console/data-list";
import { QueryBoundary } from "@/components/console/query-boundary";
import { EmptyState } from "@/components/ui/empty-state";
import { CatalogFrame } from "@/features/console/shared/catalog-draft/catalog-frame";
import { versionsQuery } from "./api";
import { VersionRow } from "./components/version-row";

/** Who published what and when; each change can be taken back. */
export function Component() {
  const { t } = useLingui();
  const query = useInfiniteQuery(versionsQuery);
  return (
    <CatalogFrame
      title={t`History of the catalogue`}
      description={<Trans>Everything that was published. What a version changed can be taken back.</Trans>}
    >
      <QueryBoundary
        query={query}
        empty={({ pages }) =>
          !pages[0]?.versions.length && (
            <EmptyState title={t`No versions yet`}>
              <Trans>Your changes are listed here once they are published.</Trans>
            </EmptyState>
          )
        }
      >
        {({ pages }) => (
          <div className="flex flex-col gap-4">
            <DataList>
              {pages
                .flatMap((page) => page.versions)
                .map((version) => (
                  <li key={version.number}>
                    <VersionRow version={version} />
                  </li>
                ))}
            </DataList>
            <MoreButton list={query}>
              <Trans>Show earlier versions</Trans>
            </MoreButton>
          </div>
        )}
      </QueryBoundary>
    </CatalogFrame>
  );
}
