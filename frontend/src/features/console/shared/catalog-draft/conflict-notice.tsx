import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { formatMoment } from "@/lib/format";
import { changedFields } from "./rules";
import type { Conflict } from "./use-draft-item";
import { fieldLabel, valueText } from "./words";

interface Props<T> {
  conflict: Conflict<T> | null;
  keepMine: () => Promise<boolean>;
  takeTheirs: () => void;
  /** Closes without a choice: what was typed stays on the page. */
  dismiss: () => void;
}

/** Tells who saved first, shows what differs, and lets one choose. */
export function ConflictNotice<T>({ conflict, keepMine, takeTheirs, dismiss }: Props<T>) {
  const { t } = useLingui();
  if (!conflict) return null;
  const { by, at, theirs, yours } = conflict;
  const who = by ?? t`Someone`;
  const moment = at && formatMoment(at);
  const fields = Array.isArray(yours) || !theirs ? [] : Object.keys(changedFields(theirs, yours) as object);
  return (
    <Dialog
      title={t`${who} saved first`}
      description={
        moment ? (
          <Trans>It was changed on {moment}. Nothing of yours is lost: choose which holds.</Trans>
        ) : (
          <Trans>Nothing of yours is lost: choose which holds.</Trans>
        )
      }
      onClose={dismiss}
      isWide
    >
      <dl className="flex flex-col gap-4 text-sm">
        {fields.map((field) => (
          <div key={field}>
            <dt className="font-semibold">{fieldLabel(field)}</dt>
            <dd className="mt-1 grid gap-1 sm:grid-cols-2">
              <p className="rounded-xl bg-stone p-2 break-words">
                <b>{who}:</b> {valueText((theirs as Record<string, unknown>)[field])}
              </p>
              <p className="rounded-xl bg-sky p-2 break-words">
                <b>
                  <Trans>You</Trans>:
                </b>{" "}
                {valueText((yours as Record<string, unknown>)[field])}
              </p>
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button look="quiet" onClick={takeTheirs}>
          <Trans>Keep theirs</Trans>
        </Button>
        <Button onClick={() => void keepMine()}>
          <Trans>Save mine</Trans>
        </Button>
      </div>
    </Dialog>
  );
}
