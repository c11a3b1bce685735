import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { importedCalendarsQuery } from "./api";
import { AddCalendarDialog } from "./dialogs";
import { CalendarTable } from "./table";

/** Calendars of other services that block a vehicle. */
export function ImportedCalendars({ timezone }: { timezone: string }) {
  const { t } = useLingui();
  const query = useQuery(importedCalendarsQuery);
  const [isAdding, setAdding] = useState(false);
  return (
    <section aria-labelledby="imported-calendars" className="mt-10">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid max-w-prose gap-1">
          <h2 id="imported-calendars" className="text-xl font-bold">
            <Trans>Imported calendars</Trans>
          </h2>
          <p className="text-sm text-slate">
            <Trans>
              Block a vehicle while it's booked on Turo, Getaround or another platform. Calendars are read
              every 30 minutes.
            </Trans>
          </p>
        </div>
        <Button look="quiet" onClick={() => setAdding(true)}>
          <Plus aria-hidden size={18} /> <Trans>Import calendar</Trans>
        </Button>
      </div>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        <QueryBoundary
          query={query}
          skeleton={<Skeleton className="h-48" />}
          empty={(calendars) =>
            calendars.length === 0 && (
              <EmptyState title={t`No imported calendars yet`}>
                <Trans>Import the iCal URL of a vehicle from another platform.</Trans>
              </EmptyState>
            )
          }
        >
          {(calendars) => <CalendarTable calendars={calendars} timezone={timezone} />}
        </QueryBoundary>
      </div>
      {isAdding && <AddCalendarDialog onClose={() => setAdding(false)} />}
    </section>
  );
}
