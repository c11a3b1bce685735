import { Trans, useLingui } from "@lingui/react/macro";
import { ImagePlus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { MediaItem, MediaKind } from "./api";
import { MediaChooser } from "./media-chooser";
import { StoredThumbnail, storedPicture } from "./stored-thumbnail";

export const pictureKinds: readonly MediaKind[] = ["photograph", "drawing"];
export const filmKinds: readonly MediaKind[] = ["film_link", "film_file"];

interface Props {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** As texts, cars and brands hold it: `{ mediaId }`, an address of earlier times, or nothing. */
  value: unknown;
  onChange: (mediaId: string | null, item: MediaItem | null) => void;
  kinds?: readonly MediaKind[];
  /** It can be replaced, not removed. */
  isNeeded?: boolean;
}

/** A field for a picture or film of the media library. What it gives is stored as `{ mediaId }`. */
export function MediaPicker({ label, hint, error, value, onChange, kinds = pictureKinds, isNeeded }: Props) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const { mediaId, src } = storedPicture(value);
  const isSet = Boolean(mediaId || src);
  return (
    <fieldset className="flex flex-col gap-1.5 border-0">
      <legend className="mb-1.5 text-sm font-semibold text-slate">{label}</legend>
      <div className="flex items-center gap-3">
        {isSet ? (
          <StoredThumbnail
            value={value}
            className="aspect-4/3 w-28 shrink-0 rounded-xl border border-line bg-stone"
          />
        ) : (
          <span className="grid aspect-4/3 w-28 shrink-0 place-items-center rounded-xl border-2 border-dashed border-line text-muted">
            <ImagePlus aria-hidden size={24} />
          </span>
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            access="draft"
            look="quiet"
            aria-label={`${label}: ${isSet ? t`Replace` : t`Choose`}`}
            onClick={() => setOpen(true)}
          >
            {isSet ? <Trans>Replace</Trans> : <Trans>Choose</Trans>}
          </Button>
          {isSet && !isNeeded && (
            <Button
              access="draft"
              look="plain"
              aria-label={`${label}: ${t`Remove`}`}
              onClick={() => onChange(null, null)}
            >
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
          onPick={(picked) => onChange(picked.id, picked)}
        />
      )}
    </fieldset>
  );
}
