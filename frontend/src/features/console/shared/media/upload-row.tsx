import { Trans, useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { formatPercent } from "@/lib/format";
import type { Upload } from "./use-uploads";

/** How far a file is, or why it did not arrive. */
export function UploadRow({ upload, onDrop }: { upload: Upload; onDrop: () => void }) {
  const { t } = useLingui();
  const { name, share, problem } = upload;
  return (
    <li className="flex items-center gap-3 rounded-xl border border-line bg-panel px-4 py-2 text-sm">
      <div className="min-w-0 grow">
        <p className="truncate font-medium">{name}</p>
        {problem ? (
          <p role="alert" className="font-medium text-danger">
            {problem}
          </p>
        ) : (
          <div className="mt-1 flex items-center gap-3">
            <progress value={share} max={1} aria-label={name} className="h-2 grow accent-pine" />
            <span className="tabular w-24 text-right text-muted">
              {share < 1 ? formatPercent(share * 100, 0) : <Trans>Checking…</Trans>}
            </span>
          </div>
        )}
      </div>
      {problem && (
        <button
          type="button"
          aria-label={t`Dismiss`}
          onClick={onDrop}
          className="grid size-11 shrink-0 place-items-center rounded-xl hover:bg-stone"
        >
          <X aria-hidden size={18} />
        </button>
      )}
    </li>
  );
}
