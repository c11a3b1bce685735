import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useChange } from "@/components/console/use-change";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { formatMoment } from "@/lib/format";
import { type CalendarFeed, calendarFeedsQuery, deleteFeed, rotateFeed } from "../api";

interface Props {
  feeds: CalendarFeed[];
  timezone: string;
  /** Gets the new URL of a feed. */
  onRotated: (url: string) => void;
}

/** The company's feeds: what they show, when they were last read, giving them a new URL and deleting them. */
export function FeedTable({ feeds, timezone, onRotated }: Props) {
  const { t } = useLingui();
  const [asking, setAsking] = useState<{ what: "rotate" | "delete"; feed: CalendarFeed } | null>(null);
  const change = useChange({ refresh: calendarFeedsQuery.queryKey });

  const rotate = (feed: CalendarFeed) => change(async () => onRotated(await rotateFeed(feed)));
  const remove = (feed: CalendarFeed) =>
    change(
      () => deleteFeed(feed),
      () => ({ title: t`Calendar feed ${{ name: feed.name }} deleted` }),
    );

  const columns: TableColumn<CalendarFeed>[] = [
    {
      id: "name",
      title: t`Name`,
      sort: "asc",
      value: ({ name }) => name,
      cell: ({ name }) => <span className="font-semibold break-words">{name}</span>,
      card: "line",
    },
    {
      id: "vehicle",
      title: t`Vehicle`,
      sort: "asc",
      value: ({ plate }) => plate ?? "",
      cell: ({ plate }) => plate ?? t`All vehicles`,
      card: "line",
      isLabelled: true,
    },
    {
      id: "showsReference",
      title: t`References`,
      value: ({ showsReference }) => Number(showsReference),
      cell: ({ showsReference }) => (showsReference ? t`Shown` : t`Hidden`),
      card: "line",
      isLabelled: true,
    },
    {
      id: "lastReadAt",
      title: t`Last read`,
      sort: "desc",
      value: ({ lastReadAt }) => lastReadAt,
      cell: ({ lastReadAt }) =>
        lastReadAt ? (
          <span className="tabular">{formatMoment(lastReadAt, timezone)}</span>
        ) : (
          <span className="text-muted">
            <Trans>Never</Trans>
          </span>
        ),
      card: "line",
      isLabelled: true,
    },
  ];

  return (
    <>
      <DataTable
        label={t`Calendar feeds`}
        rows={feeds}
        columns={columns}
        rowId={({ id }) => id}
        actions={(feed) => (
          <span className="flex justify-end gap-2">
            <Button
              look="quiet"
              className="min-h-11 px-3 text-sm"
              aria-label={t`New URL for ${{ name: feed.name }}`}
              onClick={() => setAsking({ what: "rotate", feed })}
            >
              <Trans>New URL</Trans>
            </Button>
            <Button
              look="plain"
              className="min-h-11 px-3 text-sm"
              aria-label={t`Delete ${{ name: feed.name }}`}
              onClick={() => setAsking({ what: "delete", feed })}
            >
              <Trans>Delete</Trans>
            </Button>
          </span>
        )}
      />
      {asking?.what === "rotate" && (
        <ConfirmDialog
          title={t`New URL for ${{ name: asking.feed.name }}?`}
          description={t`The current URL stops working immediately.`}
          confirm={t`New URL`}
          onConfirm={() => rotate(asking.feed)}
          onClose={() => setAsking(null)}
        />
      )}
      {asking?.what === "delete" && (
        <ConfirmDialog
          title={t`Delete ${{ name: asking.feed.name }}?`}
          description={t`Calendars that use this feed stop being updated.`}
          confirm={t`Delete`}
          onConfirm={() => remove(asking.feed)}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}
