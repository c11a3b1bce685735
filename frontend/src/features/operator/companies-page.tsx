import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Badge } from "@/components/console/badge";
import { PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { SearchField } from "@/components/console/search-field";
import { readSort, type TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { formatNumber } from "@/lib/format";
import { textUpTo, useUrlState } from "@/lib/url-state";
import { type Company, companiesQuery, type Usage } from "./api";
import { CreateCompanyDialog } from "./create-company-dialog";
import { formatBytes, formatUtc } from "./format";
import { useTitle } from "./shell";

const readers = { search: textUpTo(100), sort: textUpTo(40), from: textUpTo(9) };
const unknown = "–";

function figure(
  id: string,
  title: string,
  of: (usage: Usage) => string,
  more: Partial<TableColumn<Company>> = {},
): TableColumn<Company> {
  return {
    id,
    title,
    cell: ({ usage }) => (usage ? of(usage) : unknown),
    sort: "desc",
    align: "end",
    card: "line",
    isLabelled: true,
    ...more,
  };
}

const columns: TableColumn<Company>[] = [
  {
    id: "name",
    title: "Company",
    sort: "asc",
    cell: ({ name, slug, hosts }) => (
      <>
        <span className="font-semibold">{name}</span>
        <span className="block text-xs text-muted">{[slug, hosts[0]].filter(Boolean).join(" · ")}</span>
      </>
    ),
  },
  {
    id: "status",
    title: "Status",
    card: "right",
    cell: ({ status, isOpen, deletesAt }) =>
      deletesAt ? (
        <Badge look="warning">Being deleted</Badge>
      ) : status === "suspended" ? (
        <Badge look="warning">Suspended</Badge>
      ) : (
        <Badge look={isOpen ? "good" : "plain"}>{isOpen ? "Open" : "Not open yet"}</Badge>
      ),
  },
  figure("bookings", "Bookings, 30 days", ({ bookings }) => formatNumber(bookings)),
  figure("quiz_sessions", "Quiz sessions, 30 days", ({ quizSessions }) => formatNumber(quizSessions)),
  figure("vehicles", "Vehicles", ({ vehicles }) => formatNumber(vehicles)),
  figure("people", "Staff", ({ people }) => formatNumber(people)),
  figure("storage_bytes", "Storage", ({ storageBytes }) => formatBytes(storageBytes)),
  {
    id: "plan",
    title: "Plan",
    sort: "asc",
    card: "line",
    isLabelled: true,
    cell: ({ plan }) => plan,
  },
  figure("emails_today", "Emails today", ({ emailsToday }) => formatNumber(emailsToday), {
    isOptional: true,
  }),
  figure(
    "quiz_sessions_month",
    "Quiz sessions this month",
    ({ quizSessionsMonth }) => formatNumber(quizSessionsMonth),
    { isOptional: true },
  ),
  figure("api_calls_month", "API calls this month", ({ apiCallsMonth }) => formatNumber(apiCallsMonth), {
    isOptional: true,
  }),
  figure("domains", "Own domains", ({ domains }) => formatNumber(domains), { isOptional: true }),
  figure("failed_emails", "Failed emails, 30 days", ({ failedEmails }) => formatNumber(failedEmails)),
  {
    id: "failing_jobs",
    title: "Failing jobs",
    sort: "desc",
    align: "end",
    card: "line",
    isLabelled: true,
    cell: ({ failingJobs }) => formatNumber(failingJobs),
  },
  figure("newest_session_at", "Newest session", ({ newestSessionAt }) => formatUtc(newestSessionAt), {
    isOptional: true,
  }),
  {
    id: "created_at",
    title: "Created",
    sort: "desc",
    card: "line",
    isLabelled: true,
    isOptional: true,
    cell: ({ createdAt }) => formatUtc(createdAt),
  },
  {
    id: "cluster",
    title: "Cluster",
    card: "line",
    isLabelled: true,
    isOptional: true,
    cell: ({ cluster }) => cluster,
  },
];

/** All companies of this installation, with what they use. */
export function CompaniesPage() {
  useTitle("Companies");
  const [state, choose] = useUrlState(readers);
  const sort = readSort(state.sort) ?? { id: "name", isDescending: false };
  const offset = Number.parseInt(state.from ?? "0", 10) || 0;
  const list = useQuery(
    companiesQuery({
      search: state.search ?? "",
      sort: sort.id,
      isDescending: sort.isDescending,
      offset,
    }),
  );
  const [isCreating, setCreating] = useState(false);
  const go = (next: number) => choose({ from: next > 0 ? String(next) : undefined });
  return (
    <>
      <PageHeader title="Companies" description="What each company uses. Figures are at most a minute old.">
        <Button onClick={() => setCreating(true)}>Create company</Button>
      </PageHeader>
      <SearchField
        label="Search companies"
        placeholder="Name, slug or host"
        value={state.search ?? ""}
        className="relative mt-6 max-w-md"
        onSearch={(search) => choose({ search: search || undefined, from: undefined }, { replace: true })}
      />
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        <QueryBoundary
          query={list}
          empty={({ total }) =>
            total === 0 && (
              <EmptyState title={state.search ? "No company matches" : "No companies yet"}>
                {state.search
                  ? "Search for a part of the name, the slug or a host."
                  : "Create the first one."}
              </EmptyState>
            )
          }
        >
          {({ companies, total, pageSize }) => (
            <>
              <DataTable
                label="Companies"
                rows={companies}
                columns={columns}
                rowId={({ slug }) => slug}
                to={({ slug }) => `/companies/${slug}`}
                defaultSort="name"
                isSortedByServer
              />
              {total > pageSize && (
                <div className="flex flex-wrap items-center justify-between gap-3">
                  <p className="tabular text-sm text-slate">
                    {`${formatNumber(offset + 1)}–${formatNumber(offset + companies.length)} of ${formatNumber(total)}`}
                  </p>
                  <div className="flex gap-2">
                    <Button look="quiet" disabled={offset === 0} onClick={() => go(offset - pageSize)}>
                      Previous
                    </Button>
                    <Button
                      look="quiet"
                      disabled={offset + companies.length >= total}
                      onClick={() => go(offset + pageSize)}
                    >
                      Next
                    </Button>
                  </div>
                </div>
              )}
            </>
          )}
        </QueryBoundary>
      </div>
      {isCreating && <CreateCompanyDialog onClose={() => setCreating(false)} />}
    </>
  );
}
