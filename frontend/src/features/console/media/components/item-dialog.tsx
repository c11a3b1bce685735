import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { CancelButton, Dialog } from "@/components/ui/dialog";
import { FormProblem } from "@/components/ui/form-problem";
import { changeMedia, type MediaItem, mediaItemQuery, mediaKey } from "@/features/console/shared/media/api";
import { MediaPicker } from "@/features/console/shared/media/media-picker";
import { draftOf, isFilm, type MediaDraft } from "../rules";
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
  const form = useForm<MediaDraft>({ defaultValues: draftOf(opened) });
  const draft = form.watch();
  const { onSubmit, problem, isPending } = useSubmit(
    form,
    (values: MediaDraft) => changeMedia(item.id, values),
    { refresh: [mediaKey], done: { title: t`Saved`, kind: "success" }, onDone: onClose },
  );
  const put = (part: Partial<MediaDraft>) =>
    form.reset({ ...form.getValues(), ...part }, { keepDefaultValues: true });

  return (
    <Dialog
      title={item.title || t`Without a title`}
      onClose={onClose}
      isChanged={form.formState.isDirty}
      isLarge
    >
      <form noValidate className="grid gap-6 lg:grid-cols-2" onSubmit={onSubmit}>
        <PicturePart item={item} draft={draft} onChange={put} />
        <div className="flex flex-col gap-5">
          <TextInput
            control={form.control}
            name="title"
            label={t`Title`}
            hint={t`For you and your team: it helps to find it again.`}
            maxLength={200}
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
          <FormProblem text={problem} />
          <div className="flex flex-wrap justify-end gap-2">
            <CancelButton />
            <Button type="submit" disabled={isPending}>
              <Trans>Save</Trans>
            </Button>
          </div>
        </div>
      </form>
    </Dialog>
  );
}
