import { useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import type { Draft, DraftPicture } from "../rules/form";
import { dropPicture } from "../store/database";

interface Props {
  draft: Draft;
  /** Those of one damage; without it all. */
  damageId?: string;
  onChange: (change: (draft: Draft) => Partial<Draft>) => void;
}

/** Photographs of the draft, each with a way to drop it. */
export function Thumbnails({ draft, damageId, onChange }: Props) {
  const { t } = useLingui();
  const shown = draft.pictures.filter((each) => damageId === undefined || each.damageId === damageId);
  async function drop({ id }: DraftPicture) {
    await dropPicture(id);
    onChange(({ pictures }) => ({ pictures: pictures.filter((each) => each.id !== id) }));
  }
  if (shown.length === 0) return null;
  return (
    <ul className="grid grid-cols-3 gap-2">
      {shown.map((picture, index) => (
        <li key={picture.id} className="relative">
          <img
            src={picture.thumbnail}
            alt={t`Photograph ${{ number: index + 1 }}`}
            className="aspect-square w-full rounded-xl object-cover"
          />
          <button
            type="button"
            aria-label={t`Remove photo ${{ number: index + 1 }}`}
            className="absolute -top-1.5 -right-1.5 grid size-11 place-items-center"
            onClick={() => void drop(picture)}
          >
            <span className="grid size-7 place-items-center rounded-full bg-black/70 text-white">
              <X aria-hidden size={16} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
