import { useLingui } from "@lingui/react/macro";

/** How many steps are done. */
export function Progress({ done, total }: { done: number; total: number }) {
  const { t } = useLingui();
  return (
    <div className="grid gap-1.5">
      <progress
        className="h-2 w-full overflow-hidden rounded-full [&::-moz-progress-bar]:bg-pine [&::-webkit-progress-bar]:bg-stone [&::-webkit-progress-value]:bg-pine"
        value={done}
        max={total}
        aria-label={t`Steps`}
      />
      <p className="tabular text-sm text-muted">{t`${done} of ${total} done`}</p>
    </div>
  );
}
