import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { useState } from "react";
import { Picture } from "@/components/ui/picture";
import type { MediaItem } from "@/features/console/shared/media/api";
import { cropOf, isFilm, type MediaDraft, shapeOf } from "../rules";
import { CropFields } from "./crop-fields";
import { PointedPicture } from "./pointed-picture";

interface Props {
  item: MediaItem;
  draft: MediaDraft;
  onChange: (part: Partial<MediaDraft>) => void;
}

/** The picture, with the point that must stay to be seen, or the part of it that is shown at all. */
export function PicturePart({ item, draft, onChange }: Props) {
  const { t } = useLingui();
  const [isCropping, setCropping] = useState(false);
  const original = { width: item.originalWidth ?? 1, height: item.originalHeight ?? 1 };
  const [cut, setCut] = useState(() => shapeOf(original, draft.crop));
  if (isFilm(item)) {
    return (
      <div className="grid aspect-8/5 place-items-center overflow-hidden rounded-card bg-stone">
        <Picture picture={item.picture} className="size-full object-cover" sizes="30rem" />
      </div>
    );
  }

  function recut(part: Partial<typeof cut>) {
    const next = { ...cut, ...part };
    setCut(next);
    onChange({ crop: cropOf(original, next.shape, next.size, next.centre) });
  }

  return (
    <div className="flex flex-col gap-3">
      {item.kind === "photograph" && (
        <fieldset className="flex gap-2 border-0">
          <legend className="sr-only">
            <Trans>What to choose in the screenshot</Trans>
          </legend>
          <Tab active={!isCropping} label={t`Focus point`} onClick={() => setCropping(false)} />
          <Tab active={isCropping} label={t`Part shown`} onClick={() => setCropping(true)} />
        </fieldset>
      )}
      {isCropping ? (
        <>
          <PointedPicture
            src={`/api/admin/media/${item.id}/original`}
            label={t`Middle of the part that is shown`}
            point={cut.centre}
            frame={draft.crop}
            onPoint={(centre) => recut({ centre })}
          />
          <CropFields shape={cut.shape} size={cut.size} onChange={recut} />
        </>
      ) : (
        <>
          <PointedPicture
            src={item.picture.src ?? ""}
            label={t`Focus point`}
            point={{ x: draft.focusX, y: draft.focusY }}
            onPoint={({ x, y }) => onChange({ focusX: x, focusY: y })}
          />
          <p className="text-sm text-muted">
            <Trans>Select the most important spot. It stays visible when the image is cropped.</Trans>
          </p>
        </>
      )}
    </div>
  );
}

function Tab({ active, label, onClick }: { active: boolean; label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={active}
      onClick={onClick}
      className={clsx(
        "min-h-11 rounded-full px-5 text-sm font-semibold",
        active ? "bg-pine text-on-pine" : "bg-stone text-slate",
      )}
    >
      {label}
    </button>
  );
}
