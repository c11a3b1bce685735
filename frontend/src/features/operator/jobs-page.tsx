import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { Figure } from "@/components/console/figure";
import { PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { toast } from "@/components/ui/toast";
import { sentenceOf } from "@/lib/errors";
import { formatNumber } from "@/lib/format";
import { queryClient } from "@/lib/query-client";
import { call } from "./api";
import { formatUtc } from "./format";
import { useTitle } from "./shell";

interface Job {
  id: number;
  task: string;
  company: string | null;
  status: string;
  attempts: number;
  dueAt: string | null;
  startedAt: string | null;
}

interface Answer {
  jobs: Job[];
  counts: { due: number; running: number; failing: number };
  maxListed: number;
}

const jobsQuery = queryOptions({
  queryKey: ["jobs"],
  queryFn: () => call<Answer>("/jobs"),
  staleTime: 0,
});

const columns: TableColumn<Job>[] = [
  {
    id: "task",
    title: "Task",
    sort: "asc",
    value: ({ task }) => task,
    cell: ({ task }) => <span className="font-semibold">{task}</span>,
  },
  {
    id: "attempts",
    title: "Attempts",
    sort: "desc",
    align: "end",
    card: "right",
    value: ({ attempts }) => attempts,
    cell: ({ attempts }) => formatNumber(attempts),
  },
  {
    id: "company",
    title: "Company",
    sort: "asc",
    card: "line",
    isLabelled: true,
    value: ({ company }) => company,
    cell: ({ company }) =>
      company && (
        <Link to={`/companies/${company}`} className="font-medium text-pine hover:underline">
          {company}
        </Link>
      ),
  },
  {
    id: "state",
    title: "State",
    card: "line",
    cell: ({ status, dueAt, startedAt }) =>
      status === "doing"
        ? `Running since ${formatUtc(startedAt)}`
        : status === "todo"
          ? `Next attempt ${dueAt ? formatUtc(dueAt) : "at once"}`
          : status,
  },
];

/** Background jobs that failed or take long. */
export function JobsPage() {
  useTitle("Background jobs");
  const query = useQuery(jobsQuery);
  const [cancelled, setCancelled] = useState<Job | null>(null);

  async function change(job: Job, verb: "retry" | "cancel") {
    try {
      await call(`/jobs/${job.id}/${verb}`, {});
      toast({ title: verb === "retry" ? "The job is tried again now" : "The job is cancelled" });
    } catch (error) {
      toast({ kind: "destructive", title: `Couldn't ${verb}`, description: sentenceOf(error) });
    }
    await queryClient.invalidateQueries(jobsQuery);
  }

  return (
    <>
      <PageHeader
        title="Background jobs"
        description="Jobs that failed at least once or have been running for over 15 minutes. They are retried automatically; the worker's log has the cause."
      >
        <Button look="quiet" disabled={query.isFetching} onClick={() => void query.refetch()}>
          Refresh
        </Button>
      </PageHeader>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-4">
        <QueryBoundary query={query}>
          {({ jobs, counts, maxListed }) => (
            <>
              <div className="grid grid-cols-3 gap-3">
                <Figure name="Due" value={formatNumber(counts.due)} />
                <Figure name="Running" value={formatNumber(counts.running)} />
                <Figure name="Failing" value={formatNumber(counts.failing)} note="5 attempts or more" />
              </div>
              {jobs.length === 0 ? (
                <EmptyState title="No failing jobs">Jobs that fail are listed here.</EmptyState>
              ) : (
                <DataTable
                  label="Background jobs"
                  rows={jobs}
                  columns={columns}
                  rowId={({ id }) => String(id)}
                  defaultSort="-attempts"
                  actions={(job) =>
                    job.status !== "doing" && (
                      <>
                        <Button
                          look="quiet"
                          className="min-h-11 text-sm"
                          onClick={() => void change(job, "retry")}
                        >
                          Retry
                        </Button>
                        <Button look="plain" className="min-h-11 text-sm" onClick={() => setCancelled(job)}>
                          Cancel
                        </Button>
                      </>
                    )
                  }
                />
              )}
              {jobs.length === maxListed && (
                <p className="text-sm text-slate">Only the worst {formatNumber(maxListed)} are listed.</p>
              )}
            </>
          )}
        </QueryBoundary>
      </div>
      {cancelled && (
        <ConfirmDialog
          title={`Cancel ${cancelled.task}?`}
          description="The job is deleted. A task that repeats gets a new one when it is next due."
          confirm="Cancel job"
          onConfirm={() => change(cancelled, "cancel")}
          onClose={() => setCancelled(null)}
        />
      )}
    </>
  );
}
