import { Trans, useLingui } from "@lingui/react/macro";
import { type SubmitEvent, useState } from "react";
import { damageInLimits } from "@/api/limits.gen";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { SelectField, TextField } from "@/components/ui/field";
import { type DamageKind, damageKinds } from "@/features/console/shared/handover";
import type { Draft, DraftDamage } from "../rules/form";
import { CameraButton } from "./camera-button";
import { Thumbnails } from "./thumbnails";

interface Props {
  damage: DraftDamage;
  draft: Draft;
  onChange: (change: (draft: Draft) => Partial<Draft>) => void;
  onKeep: (damage: DraftDamage) => void;
  onRemove: (id: string) => void;
  onClose: () => void;
}

/** What kind of damage it is, with a note and photographs. */
export function DamageDialog({ damage, draft, onChange, onKeep, onRemove, onClose }: Props) {
  const { t } = useLingui();
  const [kind, setKind] = useState(damage.kind);
  const [note, setNote] = useState(damage.note);
  const isKnown = draft.damages.some(({ id }) => id === damage.id);
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    onKeep({ ...damage, kind, note });
    onClose();
  }
  return (
    <Dialog title={t`Damage`} onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        <SelectField
          label={t`Kind`}
          value={kind}
          onChange={(event) => setKind(event.target.value as DamageKind)}
        >
          {Object.entries(damageKinds).map(([value, name]) => (
            <option key={value} value={value}>
              {t(name)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t`Note (optional)`}
          value={note}
          maxLength={damageInLimits.note.maxLength}
          onChange={(event) => setNote(event.target.value)}
        />
        <Thumbnails draft={draft} damageId={damage.id} onChange={onChange} />
        <CameraButton
          recordId={draft.id}
          kind="damage"
          damageId={damage.id}
          onTaken={(picture) => {
            // The photograph belongs to the damage, which is kept with it.
            onKeep({ ...damage, kind, note });
            onChange(({ pictures }) => ({ pictures: [...pictures, picture] }));
          }}
        />
        <div className="flex flex-wrap justify-between gap-2">
          {isKnown ? (
            <Button
              look="danger"
              onClick={() => {
                onRemove(damage.id);
                onClose();
              }}
            >
              <Trans>Remove</Trans>
            </Button>
          ) : (
            <span />
          )}
          <Button type="submit">
            <Trans>Keep</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
