import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Problem } from "@/components/console/problem";
import { Skeleton } from "@/components/console/skeleton";
import { useChange } from "@/components/console/use-change";
import { WithAccess } from "@/components/console/with-access";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { deleteEvent, type OwnEvent, ownEventsKey, ownEventsQuery } from "./api";
import { EventForm } from "./event-form";
import { targetWords } from "./rules";

interface Props {
  /** Begins with a new event. */
  isNew?: boolean;
  /** A new event was saved. */
  onAdded?: (event: OwnEvent) => void;
  onClose: () => void;
}

/** The company's events, to define without a developer. */
export default function EventsDialog({ isNew = false, onAdded, onClose }: Props) {
  const { t } = useLingui();
  const query = useQuery(ownEventsQuery);
  const [edited, setEdited] = useState<OwnEvent | "new" | undefined>(isNew ? "new" : undefined);
  const known = query.data?.events ?? [];
  const done = (events: readonly OwnEvent[]) => {
    const added = edited === "new" && events.find(({ id }) => known.every((one) => one.id !== id));
    setEdited(undefined);
    if (added) onAdded?.(added);
  };
  return (
    <Dialog
      title={t`Events`}
      description={t`Name what visitors do on your site: a page seen, a link or button pressed. Events are steps of your own funnels and also count past visits, as far back as they were recorded.`}
      onClose={onClose}
      isWide
    >
      {query.isPending && <Skeleton className="h-48" />}
      {query.isError && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && (
        <div className="flex flex-col gap-6">
          {edited === undefined ? (
            <>
              {known.length === 0 ? (
                <p className="text-sm text-slate">
                  <Trans>No events yet. Add one, then choose it as a step of an own funnel.</Trans>
                </p>
              ) : (
                <ul className="divide-y divide-line rounded-2xl border border-line">
                  {known.map((event) => (
                    <EventItem key={event.id} event={event} onEdit={() => setEdited(event)} />
                  ))}
                </ul>
              )}
              <div>
                <Button disabled={known.length >= query.data.maxEvents} onClick={() => setEdited("new")}>
                  <Plus aria-hidden size={16} /> <Trans>New event</Trans>
                </Button>
                {known.length >= query.data.maxEvents && (
                  <p className="mt-2 text-sm text-slate">
                    {t`At most ${{ most: query.data.maxEvents }} events. Delete one first.`}
                  </p>
                )}
              </div>
            </>
          ) : (
            <EventForm
              before={edited === "new" ? undefined : edited}
              onDone={done}
              onCancel={() => setEdited(undefined)}
            />
          )}
        </div>
      )}
    </Dialog>
  );
}

function EventItem({ event, onEdit }: { event: OwnEvent; onEdit: () => void }) {
  const { t } = useLingui();
  const change = useChange({ refresh: ownEventsKey });
  const [isDeleting, setDeleting] = useState(false);
  const { name } = event;
  return (
    <li className="flex items-center gap-1 py-2 pr-1 pl-4 text-sm">
      <div className="min-w-0 grow">
        <p className="font-semibold break-words">{name}</p>
        <p className="break-words text-slate">{targetWords(event)}</p>
      </div>
      <WithAccess>
        <button
          type="button"
          aria-label={t`Edit: ${name}`}
          className="grid size-11 shrink-0 place-items-center rounded-xl text-slate hover:bg-stone"
          onClick={onEdit}
        >
          <Pencil aria-hidden size={18} />
        </button>
        <button
          type="button"
          aria-label={t`Delete: ${name}`}
          className="grid size-11 shrink-0 place-items-center rounded-xl text-slate hover:bg-stone"
          onClick={() => setDeleting(true)}
        >
          <Trash2 aria-hidden size={18} />
        </button>
      </WithAccess>
      {isDeleting && (
        <ConfirmDialog
          title={t`Delete “${name}”?`}
          description={t`Funnels with this event can't be counted until you choose another step. What was recorded stays.`}
          confirm={t`Delete`}
          onConfirm={() => change(() => deleteEvent(event.id))}
          onClose={() => setDeleting(false)}
        />
      )}
    </li>
  );
}
