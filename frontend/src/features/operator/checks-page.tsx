import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { Badge } from "@/components/console/badge";
import { PageHeader } from "@/components/console/page-header";
import { DataList } from "@/components/console/panel";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Button } from "@/components/ui/button";
import { call } from "./api";
import { formatUtc } from "./format";
import { useTitle } from "./shell";

interface Check {
  key: string;
  title: string;
  state: "ok" | "attention" | "unknown";
  sentence: string;
  /** What to do; empty when there is nothing. */
  advice: string;
  /** Of the console's page about it; empty for none. */
  path: string;
}

interface Answer {
  checks: Check[];
  checkedAt: string;
}

const pollMs = 30_000;

const checksQuery = queryOptions({
  queryKey: ["checks"],
  queryFn: () => call<Answer>("/checks"),
  staleTime: 0,
  refetchInterval: pollMs,
});

const states: Record<Check["state"], [name: string, look: "plain" | "good" | "warning"]> = {
  ok: ["OK", "good"],
  attention: ["Look here", "warning"],
  unknown: ["Unknown", "plain"],
};

/** What is well with this installation, and what to do about the rest. */
export function ChecksPage() {
  useTitle("Checks");
  const query = useQuery(checksQuery);
  return (
    <>
      <PageHeader title="Checks" description="What is well with this installation, and what needs a look.">
        <Button look="quiet" disabled={query.isFetching} onClick={() => void query.refetch()}>
          Refresh
        </Button>
      </PageHeader>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-4">
        <QueryBoundary query={query}>
          {({ checks, checkedAt }) => (
            <>
              <DataList>
                {checks.map((check) => (
                  <li key={check.key} className="grid gap-x-6 gap-y-1 p-4 sm:grid-cols-[14rem_minmax(0,1fr)]">
                    <div className="flex flex-wrap items-center justify-between gap-2 sm:justify-start">
                      <h2 className="font-semibold">{check.title}</h2>
                      <Badge look={states[check.state][1]}>{states[check.state][0]}</Badge>
                    </div>
                    <div className="min-w-0">
                      <p className="break-words">{check.sentence}</p>
                      {check.advice && <p className="mt-1 text-sm break-words text-slate">{check.advice}</p>}
                      {check.path && (
                        <Link to={check.path} className="inline-flex min-h-11 items-center text-sm underline">
                          {check.title}
                        </Link>
                      )}
                    </div>
                  </li>
                ))}
              </DataList>
              <p className="text-sm text-slate">Looked up {formatUtc(checkedAt)}.</p>
            </>
          )}
        </QueryBoundary>
      </div>
    </>
  );
}
