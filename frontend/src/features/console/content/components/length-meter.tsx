import { Trans, useLingui } from "@lingui/react/macro";

/** How much of a text search engines show. */
export function LengthMeter({ length, best }: { length: number; best: number }) {
  const { t } = useLingui();
  const isLong = length > best;
  return (
    <div className="mt-1 flex items-center gap-2 text-xs">
      <meter
        className="h-2 w-32"
        min={0}
        max={best * 1.5}
        high={best}
        optimum={best / 2}
        value={length}
        aria-label={t`Length`}
      />
      <span className={isLong ? "tabular text-danger" : "tabular text-muted"}>
        {isLong ? (
          <Trans>
            {length} of {best} characters: the end is cut off
          </Trans>
        ) : (
          <Trans>
            {length} of {best} characters
          </Trans>
        )}
      </span>
    </div>
  );
}
