import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useChange } from "@/components/console/use-change";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { formatDuration, formatMoment, formatNumber } from "@/lib/format";
import { sentenceIn } from "@/lib/server-messages";
import { deleteCalendar, type ImportedCalendar, importedCalendarsQuery, readCalendar } from "./api";
import { RenameCalendarDialog } from "./dialogs";

const minute = 60_000;

/** The company's imported calendars: when they were read, reading them now, renaming and deleting them. */
export function CalendarTable({ calendars, timezone }: { calendars: ImportedCalendar[]; timezone: string }) {
  const { t } = useLingui();
  const [asking, setAsking] = useState<{ what: "rename" | "delete"; calendar: ImportedCalendar } | null>(
    null,
  );
  const change = useChange({ refresh: importedCalendarsQuery.queryKey });

  const read = (calendar: ImportedCalendar) =>
    change(
      () => readCalendar(calendar),
      ({ problem }) =>
        problem
          ? {
              kind: "destructive",
              title: t`Couldn't read ${{ name: calendar.name }}`,
              description: sentenceIn(problem),
            }
          : { title: t`Read ${{ name: calendar.name }}` },
    );
  const remove = (calendar: ImportedCalendar) =>
    change(
      () => deleteCalendar(calendar),
      () => ({ title: t`Calendar ${{ name: calendar.name }} deleted` }),
    );

  const columns: TableColumn<ImportedCalendar>[] = [
    {
      id: "name",
      title: t`Name`,
      sort: "asc",
      value: ({ name }) => name,
      cell: ({ name, host }) => (
        <>
          <span className="block font-semibold break-words">{name}</span>
          <span className="block text-sm break-all text-muted">{host}</span>
        </>
      ),
      card: "line",
    },
    {
      id: "vehicle",
      title: t`Vehicle`,
      sort: "asc",
      value: ({ plate }) => plate,
      cell: ({ plate }) => plate,
      card: "line",
      isLabelled: true,
    },
    {
      id: "blocks",
      title: t`Blocks`,
      value: ({ blocks }) => blocks,
      cell: ({ blocks }) => <span className="tabular">{formatNumber(blocks)}</span>,
      card: "line",
      isLabelled: true,
    },
    {
      id: "status",
      title: t`Status`,
      value: ({ failingSince, readAt }) => failingSince ?? readAt,
      cell: (calendar) => <Status calendar={calendar} timezone={timezone} />,
      card: "line",
    },
  ];

  return (
    <>
      <DataTable
        label={t`Imported calendars`}
        rows={calendars}
        columns={columns}
        rowId={({ id }) => id}
        actions={(calendar) => (
          <span className="flex flex-wrap justify-end gap-2">
            <Button
              look="quiet"
              className="min-h-11 px-3 text-sm"
              aria-label={t`Read ${{ name: calendar.name }} now`}
              onClick={() => void read(calendar)}
            >
              <Trans>Read now</Trans>
            </Button>
            <Button
              look="plain"
              className="min-h-11 px-3 text-sm"
              aria-label={t`Rename ${{ name: calendar.name }}`}
              onClick={() => setAsking({ what: "rename", calendar })}
            >
              <Trans>Rename</Trans>
            </Button>
            <Button
              look="plain"
              className="min-h-11 px-3 text-sm"
              aria-label={t`Delete ${{ name: calendar.name }}`}
              onClick={() => setAsking({ what: "delete", calendar })}
            >
              <Trans>Delete</Trans>
            </Button>
          </span>
        )}
      />
      {asking?.what === "rename" && (
        <RenameCalendarDialog calendar={asking.calendar} onClose={() => setAsking(null)} />
      )}
      {asking?.what === "delete" && (
        <ConfirmDialog
          title={t`Delete ${{ name: asking.calendar.name }}?`}
          description={plural(asking.calendar.blocks, {
            one: "Its # block is removed: the vehicle can be booked then.",
            other: "Its # blocks from now on are removed: the vehicle can be booked then.",
          })}
          confirm={t`Delete`}
          onConfirm={() => remove(asking.calendar)}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}

/** When the calendar was read, or since when and why it can't be. */
function Status({ calendar, timezone }: { calendar: ImportedCalendar; timezone: string }) {
  const { readAt, failingSince, problem } = calendar;
  const { t } = useLingui();
  if (!failingSince || !problem) {
    if (!readAt) return null;
    const minutes = Math.floor((Date.now() - Date.parse(readAt)) / minute);
    return (
      <span className="tabular">
        {minutes < 1 ? t`Read just now` : t`Read ${{ duration: formatDuration(minutes) }} ago`}
      </span>
    );
  }
  return (
    <span className="grid gap-0.5 text-sm">
      <span className="font-semibold text-danger">
        <Trans>
          Can't be read since {{ time: formatMoment(failingSince, timezone) }}; its blocks are kept.
        </Trans>
      </span>
      <span>{sentenceIn(problem)}</span>
      {readAt && (
        <span className="tabular text-muted">
          <Trans>Last read: {{ time: formatMoment(readAt, timezone) }}</Trans>
        </span>
      )}
    </span>
  );
}
