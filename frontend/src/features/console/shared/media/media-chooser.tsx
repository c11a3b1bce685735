import { useEffect, useRef } from "react";
import { Dialog } from "@/components/ui/dialog";
import type { MediaItem, MediaKind } from "./api";
import { MediaGrid } from "./media-grid";
import { UploadArea } from "./upload-area";

interface Props {
  title: string;
  kinds: readonly MediaKind[];
  onPick: (item: MediaItem) => void;
  onClose: () => void;
}

/** The library over a form: pick what is there, or add it. What arrives after it was closed is not picked. */
export function MediaChooser({ title, kinds, onPick, onClose }: Props) {
  const latest = useRef<Props["onPick"] | null>(onPick);
  useEffect(() => {
    latest.current = onPick;
    return () => {
      latest.current = null;
    };
  }, [onPick]);
  function added(item: MediaItem, isLast: boolean) {
    if (!latest.current) return;
    if (kinds.includes(item.kind)) latest.current(item);
    if (isLast) onClose();
  }
  return (
    <Dialog title={title} onClose={onClose} isLarge>
      <div data-transient className="flex flex-col gap-5">
        <UploadArea hasFilms={kinds.some((kind) => kind.startsWith("film"))} onAdded={added} />
        <MediaGrid
          kinds={kinds}
          onPick={(item) => {
            onPick(item);
            onClose();
          }}
        />
      </div>
    </Dialog>
  );
}
