import { Trans, useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Panel } from "@/components/console/panel";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { EmptyState } from "@/components/ui/empty-state";
import { SelectField } from "@/components/ui/field";
import { CatalogFrame } from "@/features/console/shared/catalog-draft/catalog-frame";
import { formatDays } from "@/lib/format";
import { type Days, itemsOf, suggestionsQuery } from "./api";
import { OccupancyTable } from "./occupancy-table";
import { ReplayPanel } from "./replay-panel";
import { RulesPanel } from "./rules-panel";
import { AcceptedPanel, SuggestionList } from "./suggestion-list";

const periods: readonly Days[] = ["30", "60", "90"];

/** Occupancy beside prices, rules of the owner and what they suggest. */
export function Component() {
  const { t } = useLingui();
  const [days, setDays] = useState<Days>("30");
  const query = useQuery({ ...suggestionsQuery(days), placeholderData: keepPreviousData });
  return (
    <CatalogFrame
      title={t`Price suggestions`}
      description={
        <Trans>
          Occupancy beside prices, and what your rules suggest. Nothing changes until you accept it.
        </Trans>
      }
    >
      <QueryBoundary query={query} skeleton={<Skeleton className="h-96" />}>
        {(found) => {
          const items = itemsOf(found);
          return (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-5" aria-busy={query.isPlaceholderData}>
              <Panel
                title={t`Occupancy and price`}
                description={
                  <Trans>
                    Rented of available vehicles, without those in the workshop or blocked, and the daily
                    price of the shortest rental that begins on the day. Times in{" "}
                    {{ timezone: found.timezone }}.
                  </Trans>
                }
              >
                <div className="mb-4 max-w-48">
                  <SelectField
                    label={t`Period`}
                    value={days}
                    onChange={({ target }) => setDays(target.value as Days)}
                  >
                    {periods.map((each) => (
                      <option key={each} value={each}>
                        {formatDays(Number(each))}
                      </option>
                    ))}
                  </SelectField>
                </div>
                {found.models.length === 0 ? (
                  <EmptyState title={t`No vehicles yet`}>
                    <Trans>Add your vehicles to see how many of each model are rented.</Trans>
                  </EmptyState>
                ) : (
                  <OccupancyTable found={found} />
                )}
              </Panel>
              <RulesPanel found={found} />
              <ReplayPanel found={found} />
              <SuggestionList found={found} items={items.filter(({ cell }) => cell.suggested !== null)} />
              <AcceptedPanel found={found} items={items.filter(({ cell }) => cell.isAccepted)} />
            </div>
          );
        }}
      </QueryBoundary>
    </CatalogFrame>
  );
}
