import { Trans, useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { buttonClass } from "@/components/ui/button";

export interface FilterChip {
  key: string;
  title: string;
  value: string;
  onRemove: () => void;
}

interface Props {
  chips: readonly FilterChip[];
  /** Whether there is something to clear, also without a chip. */
  canClear?: boolean;
  onClear: () => void;
}

/** The filters that are set, each with a way to remove it, and one to remove all. */
export function FilterChips({ chips, canClear = chips.length > 0, onClear }: Props) {
  const { t } = useLingui();
  if (!canClear) return null;
  return (
    <ul aria-label={t`Filters`} className="flex min-w-0 flex-wrap items-center gap-2">
      {chips.map(({ key, title, value, onRemove }) => (
        <li key={key} className="max-w-full">
          <button
            type="button"
            aria-label={t`Remove the filter ${title}: ${value}`}
            onClick={onRemove}
            className="flex min-h-11 max-w-full items-center gap-2 rounded-xl border border-line bg-panel px-3 text-left text-sm hover:bg-stone sm:max-w-sm"
          >
            <span className="min-w-0 truncate">
              <span className="text-muted">{title}:</span> <b className="font-semibold">{value}</b>
            </span>
            <X aria-hidden size={16} className="shrink-0 text-muted" />
          </button>
        </li>
      ))}
      <li>
        <button type="button" onClick={onClear} className={buttonClass("plain", "min-h-11 px-2 text-sm")}>
          <Trans>Clear filters</Trans>
        </button>
      </li>
    </ul>
  );
}
