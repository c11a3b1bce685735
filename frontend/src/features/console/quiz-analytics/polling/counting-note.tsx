import { Trans } from "@lingui/react/macro";
import { formatPercent } from "@/lib/format";
import { useCounting } from "./counting";

/** Says that figures are on their way, and how far they are. */
export function CountingNote() {
  const share = useCounting();
  if (share === undefined) return null;
  const percent = Math.round(share * 100);
  return (
    <div
      role="status"
      className="flex items-center gap-3 rounded-lg border border-line bg-panel px-4 py-2.5 text-sm"
    >
      <span className="shrink-0">
        <Trans>Calculating…</Trans>
      </span>
      <progress
        aria-hidden
        className="h-2 min-w-16 grow overflow-hidden rounded-full [&::-moz-progress-bar]:bg-pine [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-pine [&::-webkit-progress-value]:transition-[width]"
        max={100}
        value={percent}
      />
      <span className="tabular w-10 shrink-0 text-right">{formatPercent(percent, 0)}</span>
    </div>
  );
}
