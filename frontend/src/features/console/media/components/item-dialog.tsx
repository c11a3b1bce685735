import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { changeMedia, type MediaItem, mediaItemQuery, mediaKey } from "@/features/console/shared/media/api";
import { MediaPicker } from "@/features/console/shared/media/media-picker";
import { draftOf, isFilm } from "../rules";
import { AltTexts } from "./alt-texts";
import { ItemFacts } from "./item-facts";
import { PicturePart } from "./picture-part";

interface Props {
  item: MediaItem;
  languages: string[];
  onClose: () => void;
}

/** An item's texts, preview, and uses. */
export function ItemDialog({ item: opened, languages, onClose }: Props) {
  const { t } = useLingui();
  const item = useQuery(mediaItemQuery(opened.id)).data?.item ?? opened;
  const [draft, setDraft] = useState(() => draftOf(opened));
  const [busy, setBusy] = useState(false);
  const change = useChange({ refresh: mediaKey, failed: t`Couldn't save` });
  const put = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }));

  async function save() {
    setBusy(true);
    const saved = await change(
      () => changeMedia(item.id, draft),
      () => ({ title: t`Saved`, kind: "success" }),
    );
    setBusy(false);
    if (saved) onClose();
  }

  return (
    <Dialog title={item.title || t`Without a title`} onClose={onClose} isLarge>
      <form
        className="grid gap-6 lg:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <PicturePart item={item} draft={draft} onChange={put} />
        <div className="flex flex-col gap-5">
          <TextField
            label={t`Title`}
            hint={t`For you and your team: it helps to find it again.`}
            value={draft.title}
            maxLength={200}
            onChange={(event) => put({ title: event.target.value })}
          />
          {isFilm(item) ? (
            <MediaPicker
              label={t`Video poster`}
              hint={t`Visitors see it until they press play. Nothing is fetched from another site before that.`}
              value={{ mediaId: draft.posterId }}
              onChange={(posterId) => put({ posterId })}
            />
          ) : (
            <AltTexts
              languages={languages}
              texts={draft.altTexts ?? {}}
              onChange={(altTexts) => put({ altTexts })}
            />
          )}
          <ItemFacts item={item} onDeleted={onClose} />
          <div className="flex flex-wrap justify-end gap-2">
            <Button look="quiet" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" disabled={busy}>
              <Trans>Save</Trans>
            </Button>
          </div>
        </div>
      </form>
    </Dialog>
  );
}
