import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { formatMoment, formatNumber } from "@/lib/format";
import type { Difference } from "./merge";
import type { EditConflict } from "./use-versioned-form";

export interface ConflictProps {
  conflict: EditConflict | null;
  resolve: (keepsMine: (difference: Difference) => boolean) => void;
  takeTheirs: () => void;
  dismiss: () => void;
  /** What a field is called. */
  labelOf: (path: string) => string | undefined;
  /** A value in words, where the usual ones do not do. */
  show?: ((value: unknown, path: string) => ReactNode) | undefined;
}

/** Someone else saved first: both versions of each field, one of which is chosen. */
export function ConflictDialog({ conflict, ...rest }: ConflictProps) {
  return conflict && <Choices conflict={conflict} {...rest} />;
}

function Choices({
  conflict,
  resolve,
  takeTheirs,
  dismiss,
  labelOf,
  show,
}: ConflictProps & { conflict: EditConflict }) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<Record<string, boolean>>({});
  const who = conflict.by ?? t`Someone`;
  const moment = conflict.at && formatMoment(conflict.at);
  const keepsMine = ({ path, isMine }: Difference) => chosen[path] ?? isMine;
  return (
    <Dialog
      title={t`${who} saved first`}
      description={
        moment ? (
          <Trans>It was changed on {moment}. Your changes are still here: choose what to save.</Trans>
        ) : (
          <Trans>Your changes are still here: choose what to save.</Trans>
        )
      }
      onClose={dismiss}
      isWide
    >
      <div data-transient className="flex flex-col gap-4 text-sm">
        {conflict.differences.map((difference) => {
          const { path, mine, theirs } = difference;
          const sides = [
            [false, who, theirs],
            [true, t`You`, mine],
          ] as const;
          return (
            <fieldset key={path} className="min-w-0">
              <legend className="font-semibold">{labelOf(path) ?? inWords(path)}</legend>
              <div className="mt-1 grid gap-2 sm:grid-cols-2">
                {sides.map(([isMine, name, value]) => (
                  <label
                    key={name}
                    className="flex min-w-0 cursor-pointer items-start gap-2 rounded-xl border border-line p-3 has-checked:border-pine has-checked:bg-sky"
                  >
                    <input
                      type="radio"
                      name={path}
                      className="mt-0.5 size-4 shrink-0 accent-pine"
                      checked={keepsMine(difference) === isMine}
                      onChange={() => setChosen((before) => ({ ...before, [path]: isMine }))}
                    />
                    <span className="max-h-48 min-w-0 overflow-y-auto wrap-anywhere">
                      <b>{name}:</b> {show?.(value, path) ?? <Value value={value} />}
                    </span>
                  </label>
                ))}
              </div>
            </fieldset>
          );
        })}
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button access="read" look="quiet" onClick={takeTheirs}>
          <Trans>Discard my changes</Trans>
        </Button>
        <Button access="read" onClick={() => resolve(keepsMine)}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </Dialog>
  );
}

/** "outOfHoursFee" is out of hours fee. */
function inWords(path: string): string {
  const name = path.split(".").at(-1) ?? path;
  return name.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
}

function Value({ value }: { value: unknown }) {
  const { t } = useLingui();
  if (value === true) return t`yes`;
  if (value === false) return t`no`;
  return textOf(value) || t`nothing`;
}

/** What is in a value beside its words and numbers. */
const kinds = ["type", "mediaId", "id"];

/** The words and numbers in a value, in their order. */
function textOf(value: unknown): string {
  if (typeof value === "number") return formatNumber(value, 2);
  if (typeof value === "object" && value !== null)
    return Object.entries(value)
      .flatMap(([name, inner]) => (kinds.includes(name) ? [] : textOf(inner) || []))
      .join(" · ");
  return typeof value === "string" ? value : "";
}
