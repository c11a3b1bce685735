import { Trans, useLingui } from "@lingui/react/macro";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { deleteMedia, type MediaItem, mediaKey } from "@/features/console/shared/media/api";
import { formatMomentDay } from "@/lib/format";
import { pixelText, placeText, sizeText } from "../words";

/** Size, age and where it is used; deleted only when it is not. */
export function ItemFacts({ item, onDeleted }: { item: MediaItem; onDeleted: () => void }) {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  const change = useChange({ refresh: mediaKey, failed: t`Couldn't delete` });
  const day = formatMomentDay(item.createdAt);
  const size = sizeText(item.bytes);
  const pixels = pixelText(item);
  return (
    <div className="flex flex-col gap-3 rounded-card bg-stone p-4 text-sm">
      <p className="tabular text-slate">
        {pixels && `${pixels} · `}
        {size} · <Trans>added {day}</Trans>
      </p>
      {item.uses.length > 0 ? (
        <div>
          <p className="font-semibold">
            <Trans>Used in</Trans>
          </p>
          <ul className="list-disc pl-5">
            {item.uses.map((use) => (
              <li key={`${use.place} ${use.name}`}>{placeText(use)}</li>
            ))}
          </ul>
        </div>
      ) : (
        <>
          <p>
            <Trans>Not used anywhere. Unused media is deleted after a month.</Trans>
          </p>
          <Button look="risky" className="self-start" onClick={() => setAsking(true)}>
            <Trash2 aria-hidden size={18} />
            <Trans>Delete</Trans>
          </Button>
        </>
      )}
      {asking && (
        <ConfirmDialog
          title={t`Delete permanently?`}
          description={item.title}
          confirm={t`Delete`}
          onConfirm={async () => {
            if (await change(() => deleteMedia(item.id))) onDeleted();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
