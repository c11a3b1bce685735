import { Trans, useLingui } from "@lingui/react/macro";
import { useRef } from "react";
import { useForm } from "react-hook-form";
import { damageInLimits } from "@/api/limits.gen";
import { SelectInput, TextInput } from "@/components/forms/fields";
import { finishForm } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { damageKinds } from "@/features/console/shared/handover";
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
  const form = useForm({ defaultValues: { kind: damage.kind, note: damage.note } });
  const { control } = form;
  const element = useRef<HTMLFormElement>(null);
  const isKnown = draft.damages.some(({ id }) => id === damage.id);
  const submit = form.handleSubmit((values) => {
    onKeep({ ...damage, ...values });
    onClose();
  });
  return (
    <Dialog title={t`Damage`} onClose={onClose}>
      <form ref={element} className="grid gap-4" onSubmit={submit}>
        <SelectInput control={control} name="kind" label={t`Kind`}>
          {Object.entries(damageKinds).map(([value, name]) => (
            <option key={value} value={value}>
              {t(name)}
            </option>
          ))}
        </SelectInput>
        <TextInput
          control={control}
          name="note"
          label={t`Note (optional)`}
          maxLength={damageInLimits.note.maxLength}
        />
        <Thumbnails draft={draft} damageId={damage.id} onChange={onChange} />
        <CameraButton
          recordId={draft.id}
          kind="damage"
          damageId={damage.id}
          onTaken={(picture) => {
            // The photograph belongs to the damage, which is kept with it.
            onKeep({ ...damage, ...form.getValues() });
            finishForm(element.current);
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
