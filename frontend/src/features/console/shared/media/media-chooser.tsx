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

/** The library over a form: pick what is there, or add it. */
export function MediaChooser({ title, kinds, onPick, onClose }: Props) {
  const hasFilms = kinds.some((kind) => kind.startsWith("film"));
  const fits = (item: MediaItem) => kinds.includes(item.kind) && onPick(item);
  return (
    <Dialog title={title} onClose={onClose} isLarge>
      <div className="flex flex-col gap-5">
        <UploadArea hasFilms={hasFilms} onAdded={fits} />
        <MediaGrid kinds={kinds} onPick={onPick} />
      </div>
    </Dialog>
  );
}
