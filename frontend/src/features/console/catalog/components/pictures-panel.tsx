import { Trans, useLingui } from "@lingui/react/macro";
import { ArrowUp, X } from "lucide-react";
import { Panel } from "@/components/console/panel";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Picture } from "@/components/ui/picture";
import type { PanelProps } from "../rules";

/** The pictures of the gallery in their order, each with the words for those who do not see it. */
export function PicturesPanel({ car: { images }, change, errors }: PanelProps) {
  const { t } = useLingui();
  const put = (index: number, alt: string) =>
    change({ images: images.map((image, place) => (place === index ? { ...image, alt } : image)) });
  function forward(index: number) {
    const ordered = [...images];
    ordered.splice(index - 1, 0, ...ordered.splice(index, 1));
    change({ images: ordered });
  }
  return (
    <Panel title={t`Photographs`} description={t`The first one stands in the showcase.`}>
      <ul className="flex flex-col gap-3">
        {images.map((image, index) => (
          <li
            key={image.mediaId ?? image.src}
            className="grid grid-cols-[5rem_1fr] items-end gap-x-3 gap-y-1 sm:grid-cols-[5rem_1fr_auto]"
          >
            <span className="h-14 overflow-hidden rounded-xl bg-stone">
              <Picture src={image.src ?? ""} alt="" className="h-full w-full object-cover" />
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
    </Panel>
  );
}
