import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Badge } from "@/components/console/badge";
import { Panel } from "@/components/console/panel";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { sentenceOf } from "@/lib/errors";
import { formatNumber } from "@/lib/format";
import { formatUtc } from "./format";
import { MoveDialog } from "./move-dialog";
import { changeMove, isUnderWay, type Move, moveQuery } from "./moves";

/** Moves a company to another cluster, and shows how far the move is. Nothing with one cluster. */
export function MovePanel({ slug, isDeleted }: { slug: string; isDeleted: boolean }) {
  const query = useQuery(moveQuery(slug));
  const [open, setOpen] = useState<"move" | "end" | "cancel" | null>(null);
  const close = () => setOpen(null);
  async function cancel() {
    try {
      await changeMove(slug, "/cancel", {});
      toast({ title: "It is being cancelled" });
    } catch (error) {
      toast({ kind: "destructive", title: "Couldn't cancel", description: sentenceOf(error) });
    }
  }
  return (
    <QueryBoundary query={query}>
      {({ cluster, targets, wayBack, move }) =>
        (targets.length > 0 || wayBack) && (
          <Panel
            title={`Cluster: ${cluster}`}
            description="A move copies the company's rows to another Postgres cluster while it takes bookings. Visitors wait a moment at the switch."
          >
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
              {move && <MoveState move={move} />}
              {wayBack && !isUnderWay(move) && (
                <p className="text-sm">
                  A way back is kept: {wayBack} follows every change. End it before you delete the company,
                  move it elsewhere or run a migration.
                </p>
              )}
              {isUnderWay(move) ? (
                move?.step !== "removing" &&
                !move?.cancelledBy && (
                  <Button look="quiet" className="justify-self-start" onClick={() => setOpen("cancel")}>
                    {move && endsWayBack(move) ? "Keep way back" : "Cancel move"}
                  </Button>
                )
              ) : isDeleted ? (
                <p className="text-sm text-slate">It cannot be moved while it is being deleted.</p>
              ) : (
                <div className="flex flex-wrap gap-3">
                  {targets.length > 0 && (
                    <Button look="quiet" onClick={() => setOpen("move")}>
                      {wayBack
                        ? `Move back to ${wayBack}`
                        : move?.state === "failed"
                          ? "Try again"
                          : "Move to another cluster"}
                    </Button>
                  )}
                  {wayBack && (
                    <Button look="quiet" onClick={() => setOpen("end")}>
                      End way back
                    </Button>
                  )}
                </div>
              )}
            </div>
            {(open === "move" || open === "end") && (
              <MoveDialog
                slug={slug}
                cluster={cluster}
                targets={open === "end" ? [] : targets}
                target={
                  open === "end"
                    ? cluster
                    : move?.state === "failed" && targets.includes(move.target)
                      ? move.target
                      : targets[0]
                }
                wayBack={wayBack}
                onClose={close}
              />
            )}
            {open === "cancel" && move && (
              <ConfirmDialog
                title={endsWayBack(move) ? `Keep the way back of ${slug}?` : `Cancel the move of ${slug}?`}
                description={
                  endsWayBack(move)
                    ? `${wayBack} goes on following.`
                    : `It stays on ${cluster}. Rows that were copied are deleted.`
                }
                confirm={endsWayBack(move) ? "Keep way back" : "Cancel move"}
                dismiss={endsWayBack(move) ? "End it" : "Keep moving"}
                onConfirm={cancel}
                onClose={close}
              />
            )}
          </Panel>
        )
      }
    </QueryBoundary>
  );
}

// After this, a move that no worker has begun is one that no worker may ever begin.
const lateMs = 60_000;
const looks = {
  waiting: "plain",
  running: "plain",
  done: "good",
  failed: "warning",
  cancelled: "plain",
} as const;
const names = {
  waiting: "Waiting",
  running: "Moving",
  done: "Moved",
  failed: "Failed",
  cancelled: "Cancelled",
} as const;

const namesOfEnd = { ...names, running: "Ending", done: "Ended" } as const;
const endsWayBack = ({ source, target }: Move) => source === target;

function MoveState({ move }: { move: Move }) {
  const { source, target, state, operator, requestedAt, startedAt, finishedAt, reason, error } = move;
  const share = move.tables > 0 ? move.tablesDone / move.tables : 0;
  return (
    <section aria-label="Newest move" className="rounded-card border border-line p-4 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="font-semibold">
          {endsWayBack(move) ? `Way back of ${target}` : `${source} → ${target}`}
        </p>
        <Badge look={looks[state]}>
          {move.cancelledBy && !finishedAt ? "Cancelling" : (endsWayBack(move) ? namesOfEnd : names)[state]}
        </Badge>
      </div>
      <p className="mt-2" role="status">
        {sentenceOfState(move)}
      </p>
      {state === "running" && (
        <progress
          className="mt-2 h-2 w-full max-w-md accent-pine"
          max={1}
          aria-label="Tables compared"
          value={move.step === "copying" ? share : 1}
        />
      )}
      {error && (
        <p className="mt-2 break-words text-danger">
          {state === "running" ? "Last attempt: " : ""}
          {error}
        </p>
      )}
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 sm:gap-x-6">
        <dt className="text-slate">Requested</dt>
        <dd className="break-words">
          {formatUtc(requestedAt)}, {operator}
        </dd>
        <dt className="text-slate">Reason</dt>
        <dd className="break-words">{reason}</dd>
        {startedAt && (
          <>
            <dt className="text-slate">Started</dt>
            <dd>
              {formatUtc(startedAt)}
              {move.attempts > 1 && `, attempt ${formatNumber(move.attempts)}`}
            </dd>
          </>
        )}
        {state === "running" && (
          <>
            <dt className="text-slate">Last progress</dt>
            <dd>{formatUtc(move.progressAt)}</dd>
          </>
        )}
        {finishedAt && (
          <>
            <dt className="text-slate">Ended</dt>
            <dd>{formatUtc(finishedAt)}</dd>
          </>
        )}
      </dl>
    </section>
  );
}

function sentenceOfState(move: Move): string {
  const { state, step, tablesDone, tables, rowsCopied, source, target, requestedAt } = move;
  if (state === "waiting") {
    const isLate = Date.now() - Date.parse(requestedAt) > lateMs;
    return isLate
      ? "No worker has begun for a minute. Check that one runs: abano worker --clusters"
      : "It begins within seconds.";
  }
  if (endsWayBack(move)) {
    if (state === "done")
      return "The other cluster no longer follows the company, and its rows there are deleted.";
    return state === "running"
      ? "Deleting what the other cluster has of the company."
      : "The way back is kept.";
  }
  if (state === "done") return `The company is on ${target}. ${formatNumber(rowsCopied)} rows copied.`;
  if (state === "failed") return `The company stays on ${source}. Remove the cause, then try again.`;
  if (state === "cancelled") return `The company stays on ${source}.`;
  if (step === "switching") return `Switching to ${target}: writes wait a moment.`;
  if (step === "removing" && move.keepsWayBack)
    return `The company works on ${target}. ${source} begins to follow.`;
  if (step === "removing") return `The company works on ${target}. Its rows are deleted from ${source}.`;
  if (tables > 0 && tablesDone === tables)
    return `${formatNumber(rowsCopied)} rows copied. The switch follows within seconds.`;
  return `Copying: table ${formatNumber(tablesDone)} of ${formatNumber(tables)}, ${formatNumber(rowsCopied)} rows copied.`;
}
