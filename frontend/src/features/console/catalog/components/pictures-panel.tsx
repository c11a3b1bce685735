import { Trans, useLingui } from "@lingui/react/macro";
import { ArrowUp, ImagePlus, X } from "lucide-react";
import { useState } from "react";
import { useFieldArray } from "react-hook-form";
import { Panel } from "@/components/console/panel";
import { TextInput } from "@/components/forms/fields";
import type { VersionedForm } from "@/components/forms/use-versioned-form";
import { Button } from "@/components/ui/button";
import { MediaChooser } from "@/features/console/shared/media/media-chooser";
import { filmKinds, pictureKinds } from "@/features/console/shared/media/media-picker";
import { StoredThumbnail } from "@/features/console/shared/media/stored-thumbnail";
import type { Car } from "../api";

const kinds = [...pictureKinds, ...filmKinds];

/** The pictures of the gallery in their order, each with the words for those who do not see it. */
export function PicturesPanel({ form: { control, form } }: { form: VersionedForm<Car> }) {
  const { t } = useLingui();
  const [isChoosing, setChoosing] = useState(false);
  const images = useFieldArray({ control, name: "images" });
  return (
    <Panel
      title={t`Photos and videos`}
      description={t`The first photo is shown in the showcase. The gallery starts with a video if there is one.`}
    >
      <ul className="flex flex-col gap-3">
        {images.fields.map((image, index) => (
          <li
            key={image.id}
            className="grid grid-cols-[5rem_1fr] items-end gap-x-3 gap-y-1 sm:grid-cols-[5rem_1fr_auto]"
          >
            <span className="h-14 overflow-hidden rounded-xl bg-stone">
              <StoredThumbnail value={image} className="h-full w-full" />
            </span>
            <TextInput
              control={control}
              name={`images.${index}.alt`}
              label={t`Photo description`}
              maxLength={300}
            />
            <span className="col-start-2 flex sm:col-start-3">
              <Button
                access="draft"
                look="plain"
                aria-label={t`Move forward`}
                disabled={index === 0}
                onClick={() => images.move(index, index - 1)}
              >
                <ArrowUp aria-hidden size={18} />
              </Button>
              <Button
                access="draft"
                look="plain"
                aria-label={t`Remove photo`}
                onClick={() => images.remove(index)}
              >
                <X aria-hidden size={18} />
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <Button access="draft" look="quiet" className="mt-4" onClick={() => setChoosing(true)}>
        <ImagePlus aria-hidden size={18} /> <Trans>Add photo or video</Trans>
      </Button>
      {isChoosing && (
        <MediaChooser
          title={t`Photos and videos`}
          kinds={kinds}
          onClose={() => setChoosing(false)}
          onPick={({ id }) => {
            if (!form.getValues("images").some((image) => image.mediaId === id))
              images.append({ mediaId: id });
          }}
        />
      )}
    </Panel>
  );
}
