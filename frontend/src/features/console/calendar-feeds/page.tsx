import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { CopyDialog } from "@/components/console/copy-field";
import { BackLink, PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { paths } from "@/config/paths";
import { useMe } from "@/features/console/shared/session";
import { calendarFeedsQuery } from "./api";
import { AddDialog } from "./components/add-dialog";
import { FeedTable } from "./components/feed-table";
import { ImportedCalendars } from "./imported/section";

/** Secret URLs at which other calendars read when vehicles are taken, for owners. */
export function Component() {
  const { t } = useLingui();
  const { tenant } = useMe();
  const query = useQuery(calendarFeedsQuery);
  const [isAdding, setAdding] = useState(false);
  const [url, setUrl] = useState("");
  return (
    <>
      <BackLink to={paths.admin.settings}>{t`Settings`}</BackLink>
      <PageHeader
        title={t`Calendar feeds`}
        description={t`Show in Google Calendar, Outlook or another platform when vehicles are taken.`}
      >
        <Button onClick={() => setAdding(true)}>
          <Plus aria-hidden size={18} /> <Trans>Add feed</Trans>
        </Button>
      </PageHeader>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-4">
        <QueryBoundary
          query={query}
          skeleton={<Skeleton className="h-48" />}
          empty={(feeds) =>
            feeds.length === 0 && (
              <EmptyState title={t`No calendar feeds yet`}>
                <Trans>
                  Add a feed of one vehicle or of all, and subscribe to its URL in another calendar.
                </Trans>
              </EmptyState>
            )
          }
        >
          {(feeds) => <FeedTable feeds={feeds} timezone={tenant.timezone} onRotated={setUrl} />}
        </QueryBoundary>
      </div>
      <ImportedCalendars timezone={tenant.timezone} />
      {isAdding && (
        <AddDialog
          onClose={() => setAdding(false)}
          onAdded={(shown) => {
            setAdding(false);
            setUrl(shown);
          }}
        />
      )}
      {url && (
        <CopyDialog
          title={t`Feed URL`}
          description={t`Copy it now: it's shown only once. Anyone with this URL sees when the vehicles are taken.`}
          label={t`Feed URL`}
          copyLabel={t`Copy`}
          value={url}
          onClose={() => setUrl("")}
        />
      )}
    </>
  );
}
