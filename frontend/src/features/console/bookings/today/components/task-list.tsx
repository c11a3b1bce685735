import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { useEffect, useState } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import type { ConflictTask, CountedKind, Day, Staff, Task } from "../api";
import { taskKinds, urgencies } from "../words";
import { ConflictRow } from "./conflict-row";
import { Folded } from "./folded";
import { type Open, TaskDialog } from "./task-dialog";
import { TaskRow } from "./task-row";

const urgencyOrder = ["now", "today", "tomorrow", "later"] as const;
const minuteMilliseconds = 60_000;
const shownOfEach = 20;

/** Everything to decide and to do, the most urgent first. One kind can be looked at alone. */
export function TaskList({ day }: { day: Day }) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<CountedKind | null>(null);
  const [onlyMine, setOnlyMine] = useState(false);
  const [open, setOpen] = useState<Open | null>(null);
  const now = useNow();
  // The last one of the chosen kind may be done.
  const hasMine = day.tasks.some((each) => each.isMine);
  const kind = day.counts.some((each) => each.kind === chosen) ? chosen : null;
  const tasks = day.tasks
    .filter((each) => !kind || each.kind === kind)
    .filter((each) => !(onlyMine && hasMine) || each.isMine);
  const conflicts = day.calendarConflicts.filter(
    () => (!kind || kind === "calendar_conflict") && !(onlyMine && hasMine),
  );
  const total = day.counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <section aria-labelledby="to-do" className="rounded-card border border-line bg-panel p-5 sm:p-6">
      <h2 id="to-do" className="font-bold">
        <Trans>To do</Trans>
      </h2>
      {hasMine && (
        <label className="float-right -mt-9 flex min-h-11 items-center gap-2 text-sm font-semibold">
          <input
            type="checkbox"
            className="size-5 accent-pine"
            checked={onlyMine}
            onChange={(event) => setOnlyMine(event.target.checked)}
          />
          <Trans>Only mine</Trans>
        </label>
      )}
      <Kinds counts={day.counts} total={total} chosen={kind} onChoose={setChosen} />
      {tasks.length + conflicts.length === 0 && (
        <EmptyState title={t`Nothing to do`}>
          <Trans>No requests, pickups or returns until tomorrow night.</Trans>
        </EmptyState>
      )}
      {urgencyOrder.map((urgency) => (
        <Part
          key={urgency}
          title={t(urgencies[urgency])}
          tasks={tasks.filter((each) => each.urgency === urgency)}
          conflicts={conflicts.filter((each) => each.urgency === urgency)}
          staff={day.staff}
          now={now}
          onOpen={setOpen}
        />
      ))}
      {day.tasks.length + day.calendarConflicts.length < total && (
        <p className="mt-4 text-sm text-muted">
          <Trans>The most urgent {{ count: day.tasks.length }} are shown.</Trans>
        </p>
      )}
      {open && <TaskDialog open={open} onClose={() => setOpen(null)} />}
    </section>
  );
}

interface KindsProps {
  counts: Day["counts"];
  total: number;
  chosen: CountedKind | null;
  onChoose: (kind: CountedKind | null) => void;
}

function Kinds({ counts, total, chosen, onChoose }: KindsProps) {
  const { t } = useLingui();
  if (counts.length < 2) return null;
  const count = (kind: string) => counts.find((each) => each.kind === kind)?.count ?? 0;
  const kinds = (Object.keys(taskKinds) as CountedKind[]).filter((kind) => count(kind) > 0);
  return (
    <fieldset className="-mx-5 mt-3 flex min-w-0 gap-1 overflow-x-auto px-5 pb-1 sm:mx-0 sm:flex-wrap sm:px-0">
      <legend className="sr-only">
        <Trans>Filter by kind</Trans>
      </legend>
      {[null, ...kinds].map((kind) => (
        <button
          key={kind ?? "all"}
          type="button"
          aria-pressed={chosen === kind}
          onClick={() => onChoose(kind)}
          className={clsx(
            "min-h-11 shrink-0 rounded-full px-3.5 text-sm font-semibold",
            chosen === kind ? "bg-ink text-snow" : "text-slate hover:bg-stone",
          )}
        >
          {kind ? t(taskKinds[kind]) : t({ message: "All", context: "tasks of any kind" })}{" "}
          <span className="tabular font-normal">{kind ? count(kind) : total}</span>
        </button>
      ))}
    </fieldset>
  );
}

interface PartProps {
  title: string;
  tasks: readonly Task[];
  conflicts: readonly ConflictTask[];
  staff: readonly Staff[];
  now: Date;
  onOpen: (open: Open) => void;
}

function Part({ title, tasks, conflicts, staff, now, onOpen }: PartProps) {
  if (tasks.length + conflicts.length === 0) return null;
  return (
    <section aria-label={title} className="mt-4">
      <h3 className="border-b border-line pb-1.5 text-sm font-semibold text-slate">{title}</h3>
      {conflicts.length > 0 && (
        <Folded items={conflicts}>
          {(shown) => (
            <ul className={clsx("divide-y divide-line", tasks.length > 0 && "border-b border-line")}>
              {shown.map((each) => (
                <ConflictRow
                  key={`${each.calendarId}${each.startsAt}${each.bookingId}`}
                  conflict={each}
                  onOpen={onOpen}
                />
              ))}
            </ul>
          )}
        </Folded>
      )}
      <Folded items={tasks} most={shownOfEach}>
        {(shown) => (
          <ul className="divide-y divide-line">
            {shown.map((task) => (
              <TaskRow
                key={`${task.kind} ${task.bookingId}`}
                task={task}
                staff={staff}
                now={now}
                onOpen={onOpen}
              />
            ))}
          </ul>
        )}
      </Folded>
    </section>
  );
}

/** The current time, updated every minute. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minuteMilliseconds);
    return () => clearInterval(timer);
  }, []);
  return now;
}
