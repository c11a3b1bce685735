import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { Plus, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { controlClass } from "@/components/ui/field";
import type { Subject, Version } from "./api";
import { type Arm, evenShares, maxArms, minShare, nameOf, sumOf } from "./rules";

interface Props {
  subject: Subject;
  versions: Version[];
  arms: Arm[];
  onChange: (arms: Arm[]) => void;
}

/** The versions and their shares. The first is what visitors see now: the others are compared with it. */
export function ArmFields({ subject, versions, arms, onChange }: Props) {
  const { t } = useLingui();
  const sum = sumOf(arms);
  const free = versions.filter(({ version }) => !arms.some((arm) => arm.version === version));
  const set = (place: number, changes: Partial<Arm>) =>
    onChange(arms.map((arm, index) => (index === place ? { ...arm, ...changes } : arm)));
  const evened = (next: Arm[]) => {
    const shares = evenShares(next.length);
    onChange(next.map((arm, place) => ({ ...arm, share: shares[place] ?? minShare })));
  };
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 text-sm font-semibold text-slate">
        <Trans>Versions and their shares of the visitors, in percent</Trans>
      </legend>
      {arms.map(({ version: name, share }, place) => (
        <div
          key={name}
          className={clsx(
            "grid items-center gap-2",
            arms.length > 2 ? "grid-cols-[1fr_5.5rem_2.75rem]" : "grid-cols-[1fr_5.5rem]",
          )}
        >
          {place === 0 ? (
            <p className="font-semibold">
              {nameOf(subject, name)}{" "}
              <span className="text-sm font-normal text-muted">
                <Trans>(now)</Trans>
              </span>
            </p>
          ) : (
            <select
              aria-label={t`Version`}
              className={controlClass()}
              value={name}
              onChange={(event) => set(place, { version: event.target.value })}
            >
              {[name, ...free.map(({ version }) => version)].map((version) => (
                <option key={version} value={version}>
                  {nameOf(subject, version)}
                </option>
              ))}
            </select>
          )}
          <input
            type="number"
            inputMode="numeric"
            min={minShare}
            max={100 - minShare}
            aria-label={t`Share of ${{ name: nameOf(subject, name) }}`}
            className={controlClass()}
            value={share || ""}
            onChange={(event) => set(place, { share: event.target.valueAsNumber || 0 })}
          />
          {place > 1 && (
            <button
              type="button"
              aria-label={t`Without ${{ name: nameOf(subject, name) }}`}
              className="grid size-11 place-items-center rounded-xl hover:bg-stone"
              onClick={() => evened(arms.filter((_, index) => index !== place))}
            >
              <X aria-hidden size={18} />
            </button>
          )}
        </div>
      ))}
      {sum !== 100 && (
        <p role="alert" className="text-sm font-medium text-danger">
          <Trans>The shares add up to {sum} %, not to 100 %.</Trans>
        </p>
      )}
      {free[0] && arms.length < maxArms && (
        <Button
          look="quiet"
          className="self-start"
          onClick={() => evened([...arms, { version: free[0]?.version ?? "", share: 0 }])}
        >
          <Plus aria-hidden size={18} />
          <Trans>Another version</Trans>
        </Button>
      )}
    </fieldset>
  );
}
