import { Trans } from "@lingui/react/macro";
import { Undo2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import type { Mover } from "../use-move";

/** The last move in words, and the way back. */
export function MovedNote({ mover }: { mover: Mover }) {
  const { moved, isPending, undo } = mover;
  return (
    <div role="status">
      {moved && (
        <p className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-card bg-sky px-4 py-2 text-sm">
          {moved.sentence}
          {moved.undo && (
            <Button look="quiet" className="min-h-11" disabled={isPending} onClick={undo}>
              <Undo2 aria-hidden size={18} /> <Trans>Undo</Trans>
            </Button>
          )}
        </p>
      )}
    </div>
  );
}
