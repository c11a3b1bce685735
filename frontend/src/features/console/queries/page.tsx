import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useRef, useState } from "react";
import { PageHeader } from "@/components/console/page-header";
import { Skeleton } from "@/components/console/skeleton";
import { useLeave, useUnsavedWork } from "@/components/forms/unsaved-work";
import { useMe } from "@/features/console/shared/session";
import { type QueryChart, runQuery, type SavedQuery, savedQueriesQuery } from "./api";
import { Editor, type EditorHandle } from "./components/editor";
import { Examples } from "./components/examples";
import { SavedQueries } from "./components/saved-queries";
import { TableList } from "./components/table-list";

const Result = lazy(() => import("./components/result"));

/** SQL of one's own: the tables, a query with its result, and saved queries. */
export function Component() {
  const { t } = useLingui();
  const { tenant } = useMe();
  const editor = useRef<EditorHandle>(null);
  const [sql, setSql] = useState("");
  const [shown, setShown] = useState("");
  const [openId, setOpenId] = useState<string>();
  const [chart, setChart] = useState<QueryChart | null>();
  const run = useMutation({ mutationFn: runQuery });
  const saved = useQuery(savedQueriesQuery());
  const open = saved.data?.queries.find(({ id }) => id === openId);
  // What was typed since a query or an example was opened.
  const isUnsaved = sql.trim() !== "" && sql !== shown && sql !== open?.sql;
  useUnsavedWork(isUnsaved);
  const { confirmLeave, question } = useLeave();

  function start(text: string) {
    if (text.trim() && !run.isPending) run.mutate(text);
  }

  function show(text: string, query?: SavedQuery) {
    setSql(text);
    setShown(text);
    setOpenId(query?.id);
    setChart(query ? query.chart : undefined);
    start(text);
  }

  function choose(text: string, query?: SavedQuery) {
    if (isUnsaved) confirmLeave(() => show(text, query));
    else show(text, query);
  }

  return (
    <div className="mx-auto flex max-w-[100rem] flex-col gap-4">
      <PageHeader
        title={t`Queries`}
        description={t`Ask your own data in SQL, read-only. Times are in ${{ timezone: tenant.timezone }}.`}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <Editor
            ref={editor}
            sql={sql}
            open={open}
            chart={chart ?? null}
            error={run.error}
            isRunning={run.isPending}
            onChange={setSql}
            onRun={() => start(sql)}
            onSaved={setOpenId}
          />
          {run.isPending && (
            <div aria-live="polite">
              <p className="sr-only">
                <Trans>Running…</Trans>
              </p>
              <Skeleton className="h-64" />
            </div>
          )}
          {!run.isPending && run.data && run.variables !== undefined && (
            <Suspense fallback={<Skeleton className="h-64" />}>
              <Result sql={run.variables} result={run.data} chart={chart} onChart={setChart} />
            </Suspense>
          )}
          {run.isIdle && <Examples onChoose={(text) => choose(text)} />}
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <SavedQueries query={saved} openId={openId} onOpen={(query) => choose(query.sql, query)} />
          <TableList onInsert={(name) => editor.current?.insert(name)} />
        </div>
      </div>
      {question}
    </div>
  );
}
