import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { Badge } from "@/components/console/badge";
import type { MeasureUsage } from "../words";
import { amountOf, measureNames, shareOf, withoutRoom } from "../words";

/** One measure: how much is used, of how much, and what happens when no more is left. */
export function UsageLine({ usage }: { usage: MeasureUsage }) {
  const { t } = useLingui();
  const { measure, used, softLimit, hardLimit, state } = usage;
  const limit = hardLimit ?? softLimit;
  const share = shareOf(used, limit);
  const name = t(measureNames[measure]);
  const amount = amountOf(measure, used);
  const most = limit === null ? null : amountOf(measure, limit);
  return (
    <li className="grid gap-2 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="flex flex-wrap items-center gap-2 font-semibold">
          {name}
          {state === "hard" && <Badge look="warning">{t`Used up`}</Badge>}
          {state === "soft" && <Badge look="plain">{t`Almost used up`}</Badge>}
        </span>
        <span className="tabular">
          {most === null ? (
            <Trans>{amount}, unlimited</Trans>
          ) : (
            <Trans>
              {amount} of {most}
            </Trans>
          )}
        </span>
      </div>
      {share !== null && (
        <progress
          aria-label={name}
          value={share}
          max={1}
          className={clsx(
            "h-2 w-full appearance-none overflow-hidden rounded-full bg-stone",
            "[&::-webkit-progress-bar]:bg-stone",
            state === "within"
              ? "[&::-moz-progress-bar]:bg-pine [&::-webkit-progress-value]:bg-pine"
              : "[&::-moz-progress-bar]:bg-danger [&::-webkit-progress-value]:bg-danger",
          )}
        />
      )}
      {state === "hard" && <p className="text-sm text-slate">{t(withoutRoom(measure))}</p>}
    </li>
  );
}
