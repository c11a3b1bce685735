import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { CarPlan } from "@/features/console/shared/car-plan";
import { damageKinds } from "@/features/console/shared/handover";
import type { YardBooking } from "../api";
import { type Draft, type DraftDamage, marksOf } from "../rules/form";
import { dropPicture } from "../store/database";
import { DamageDialog } from "./damage-dialog";

interface Props {
  booking: YardBooking;
  draft: Draft;
  onChange: (change: (draft: Draft) => Partial<Draft>) => void;
}

/** The drawing of the car: what is known, and what a tap adds. */
export function DamageStep({ booking, draft, onChange }: Props) {
  const { t } = useLingui();
  const [edited, setEdited] = useState<DraftDamage | null>(null);
  const marks = marksOf(booking.damages, draft);
  const notes = [...booking.damages, ...draft.damages];

  function keep(damage: DraftDamage) {
    onChange(({ damages }) => ({
      damages: damages.some(({ id }) => id === damage.id)
        ? damages.map((each) => (each.id === damage.id ? damage : each))
        : [...damages, damage],
    }));
  }
  function remove(id: string) {
    for (const picture of draft.pictures.filter((each) => each.damageId === id)) void dropPicture(picture.id);
    onChange(({ damages, pictures }) => ({
      damages: damages.filter((each) => each.id !== id),
      pictures: pictures.filter((each) => each.damageId !== id),
    }));
  }
  function edit(id: string) {
    const damage = draft.damages.find((each) => each.id === id);
    if (damage) setEdited(damage);
  }

  return (
    <div className="grid gap-4">
      <p className="text-sm text-slate">
        <Trans>Tap where the car is damaged. Grey marks were there before.</Trans>
      </p>
      <CarPlan
        body={booking.body}
        marks={marks}
        onMark={edit}
        onPlace={(x, y) => setEdited({ id: crypto.randomUUID(), kind: "scratch", x, y, note: "" })}
      />
      <ol className="grid gap-2">
        {marks.map((mark, index) => (
          <li
            key={mark.id}
            className="flex items-center gap-3 rounded-xl border border-line bg-panel px-3 py-2"
          >
            <span className="tabular font-bold">{index + 1}</span>
            <span className="min-w-0 grow break-words">
              {t(damageKinds[mark.kind])}
              {notes[index]?.note && <span className="block text-sm text-slate">{notes[index].note}</span>}
            </span>
            {mark.isNew ? (
              <button
                type="button"
                className="min-h-11 px-2 text-sm font-semibold underline underline-offset-4"
                onClick={() => edit(mark.id)}
              >
                <Trans>Change</Trans>
              </button>
            ) : (
              <span className="text-sm text-muted">{t`existing`}</span>
            )}
          </li>
        ))}
      </ol>
      {edited && (
        <DamageDialog
          damage={edited}
          draft={draft}
          onChange={onChange}
          onKeep={keep}
          onRemove={remove}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  );
}
