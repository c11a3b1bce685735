import { Trans, useLingui } from "@lingui/react/macro";
import { Search } from "lucide-react";

interface Props {
  /** As an icon alone, in the bar of a phone. */
  isCompact?: boolean;
  onOpen: () => void;
}

/** Opens the search over everything. */
export function SearchButton({ isCompact = false, onOpen }: Props) {
  const { t } = useLingui();
  return (
    <button
      type="button"
      aria-label={t`Search everything`}
      aria-keyshortcuts="Control+K"
      className={
        isCompact
          ? "grid size-11 shrink-0 place-items-center rounded-xl hover:bg-stone"
          : "mx-3 mb-4 flex min-h-11 items-center gap-3 rounded-xl border border-line px-3 text-sm text-slate hover:bg-stone"
      }
      onClick={onOpen}
    >
      <Search aria-hidden size={isCompact ? 22 : 18} />
      {!isCompact && (
        <>
          <span className="grow text-left">
            <Trans>Search</Trans>
          </span>
          <kbd className="text-xs text-muted">
            {t({ message: "Ctrl K", comment: "The keys that open it" })}
          </kbd>
        </>
      )}
    </button>
  );
}
