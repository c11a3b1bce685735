import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Bookmark } from "lucide-react";
import { useState } from "react";
import { useLocation } from "react-router";
import { Problem } from "@/components/console/problem";
import { Skeleton } from "@/components/console/skeleton";
import { buttonClass } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { savedViewsQuery } from "./api";
import { SaveForm } from "./save-form";
import { SavedViewItem } from "./saved-view-item";

/** Opens what was saved, and saves what the page shows now. */
export function SavedViews() {
  const { t } = useLingui();
  const { key } = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  // Opening a view closes the dialog.
  if (openAt !== undefined && openAt !== key) setOpenAt(undefined);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpenAt(key)}
        className={buttonClass("quiet", "min-h-11 px-4 text-sm")}
      >
        <Bookmark aria-hidden size={16} /> <Trans>Saved views</Trans>
      </button>
      {openAt !== undefined && (
        <Dialog
          isWide
          title={t`Saved views`}
          description={t`Save this page's days, filters, comparison and own funnel.`}
          leaves={() => true}
          onClose={() => setOpenAt(undefined)}
        >
          <SavedViewList />
        </Dialog>
      )}
    </>
  );
}

function SavedViewList() {
  const parameters = useLocation().search.slice(1);
  const { data, error, isError, refetch } = useQuery(savedViewsQuery());
  if (isError && !data) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-40" />;
  return (
    <div className="flex flex-col gap-5">
      <SaveForm parameters={parameters} />
      {data.views.length === 0 ? (
        <p className="text-sm text-slate">
          <Trans>No saved views yet.</Trans>
        </p>
      ) : (
        <ul className="border-t border-line">
          {data.views.map((view) => (
            <SavedViewItem key={view.id} view={view} isShown={view.parameters === parameters} />
          ))}
        </ul>
      )}
    </div>
  );
}
