import { Trans, useLingui } from "@lingui/react/macro";
import { ArrowUp, ImagePlus, X } from "lucide-react";
import { useState } from "react";
import { Panel } from "@/components/console/panel";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { MediaChooser } from "@/features/console/shared/media/media-chooser";
import { filmKinds, pictureKinds } from "@/features/console/shared/media/media-picker";
import { StoredThumbnail } from "@/features/console/shared/media/stored-thumbnail";
import type { PanelProps } from "../rules";

/** The pictures of the gallery in their order, each with the words for those who do not see it. */
export function PicturesPanel({ car: { images }, change, errors }: PanelProps) {
  const { t } = useLingui();
  const [isChoosing, setChoosing] = useState(false);
  function add({ id }: { id: string }) {
    setChoosing(false);
    if (images.some(({ mediaId }) => mediaId === id)) return;
    change({ images: [...images, { view: "", src: "", mediaId: id, alt: "", focus: null }] });
  }
  const put = (index: number, alt: string) =>
    change({ images: images.map((image, place) => (place === index ? { ...image, alt } : image)) });
  function forward(index: number) {
    const ordered = [...images];
    ordered.splice(index - 1, 0, ...ordered.splice(index, 1));
    change({ images: ordered });
  }
  return (
    <Panel
      title={t`Photographs`}
      description={t`The first one stands in the showcase. A film comes before all of them.`}
    >
      <ul className="flex flex-col gap-3">
        {images.map((image, index) => (
          <li
            key={image.mediaId ?? image.src}
            className="grid grid-cols-[5rem_1fr] items-end gap-x-3 gap-y-1 sm:grid-cols-[5rem_1fr_auto]"
          >
            <span className="h-14 overflow-hidden rounded-xl bg-stone">
              <StoredThumbnail value={image} className="h-full w-full" />
            </span>
            <TextField
              label={t`What it shows`}
              maxLength={300}
              value={image.alt ?? ""}
              error={errors[`images.${index}.alt`]}
              onChange={(event) => put(index, event.target.value)}
            />
            <span className="col-start-2 flex sm:col-start-3">
              <Button
                look="plain"
                aria-label={t`Move forward`}
                disabled={index === 0}
                onClick={() => forward(index)}
              >
                <ArrowUp aria-hidden size={18} />
              </Button>
              <Button
                look="plain"
                aria-label={t`Remove this photograph`}
                onClick={() => change({ images: images.filter((_, place) => place !== index) })}
              >
                <X aria-hidden size={18} />
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {images.length === 0 && (
        <p className="text-sm text-slate">
          <Trans>No photographs yet.</Trans>
        </p>
      )}
      <Button look="quiet" className="mt-4" onClick={() => setChoosing(true)}>
        <ImagePlus aria-hidden size={18} />
        <Trans>Add a photograph or film</Trans>
      </Button>
      {isChoosing && (
        <MediaChooser
          title={t`Add a photograph or film`}
          kinds={[...pictureKinds, ...filmKinds]}
          onClose={() => setChoosing(false)}
          onPick={add}
        />
      )}
    </Panel>
  );
}
