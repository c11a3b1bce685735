import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ImagePlus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { type MediaItem, type MediaKind, mediaItemQuery } from "./api";
import { MediaChooser } from "./media-chooser";
import { Thumbnail } from "./thumbnail";

export const pictureKinds: readonly MediaKind[] = ["photograph", "drawing"];
export const filmKinds: readonly MediaKind[] = ["film_link", "film_file"];

interface Props {
  label: string;
  hint?: string;
  error?: string | undefined;
  /** The id of the item, as references hold it. */
  value: string | null;
  onChange: (mediaId: string | null, item: MediaItem | null) => void;
  kinds?: readonly MediaKind[];
}

/** A field for a picture or film of the media library. What it gives is stored as `{ mediaId }`. */
export function MediaPicker({ label, hint, error, value, onChange, kinds = pictureKinds }: Props) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({ ...mediaItemQuery(value ?? ""), enabled: Boolean(value) });
  const item = value ? data?.item : undefined;
  return (
    <fieldset className="flex flex-col gap-1.5 border-0">
      <legend className="mb-1.5 text-sm font-semibold text-slate">{label}</legend>
      <div className="flex items-center gap-3">
        {item ? (
          <Thumbnail item={item} className="aspect-4/3 w-28 shrink-0 rounded-xl border border-line" />
        ) : (
          <span className="grid aspect-4/3 w-28 shrink-0 place-items-center rounded-xl border-2 border-dashed border-line text-muted">
            <ImagePlus aria-hidden size={24} />
          </span>
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            look="quiet"
            aria-label={`${label}: ${value ? t`Replace` : t`Choose`}`}
            onClick={() => setOpen(true)}
          >
            {value ? <Trans>Replace</Trans> : <Trans>Choose</Trans>}
          </Button>
          {value && (
            <Button look="plain" aria-label={`${label}: ${t`Remove`}`} onClick={() => onChange(null, null)}>
              <Trans>Remove</Trans>
            </Button>
          )}
        </div>
      </div>
      {(error ?? hint) && (
        <p
          role={error ? "alert" : undefined}
          className={error ? "text-sm font-medium text-danger" : "text-sm text-muted"}
        >
          {error ?? hint}
        </p>
      )}
      {isOpen && (
        <MediaChooser
          title={label}
          kinds={kinds}
          onClose={() => setOpen(false)}
          onPick={(picked) => {
            setOpen(false);
            onChange(picked.id, picked);
          }}
        />
      )}
    </fieldset>
  );
}
