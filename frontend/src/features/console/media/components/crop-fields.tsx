import { Trans, useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { SelectField } from "@/components/ui/field";
import { type Shape, shapes, smallestSize } from "../rules";
import { shapeLabels } from "../words";

interface Props {
  shape: Shape;
  /** In per cent of the largest part that fits. */
  size: number;
  onChange: (part: { shape?: Shape; size?: number }) => void;
}

/** Shape and size of the part of a picture that is shown. */
export function CropFields({ shape, size, onChange }: Props) {
  const { t } = useLingui();
  const id = useId();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label={t`Shape`}
        value={shape.id}
        onChange={(event) => {
          const chosen = shapes.find((each) => each.id === event.target.value);
          if (chosen) onChange(chosen.ratio ? { shape: chosen } : { shape: chosen, size: 100 });
        }}
      >
        {shapes.map((each) => (
          <option key={each.id} value={each.id}>
            {t(shapeLabels[each.id])}
          </option>
        ))}
      </SelectField>
      <div className="flex flex-col gap-1.5">
        <label htmlFor={id} className="text-sm font-semibold text-slate">
          <Trans>Size</Trans>
        </label>
        <input
          id={id}
          type="range"
          min={smallestSize}
          max={100}
          value={size}
          onChange={(event) => onChange({ size: Number(event.target.value) })}
          className="h-11 accent-pine"
        />
      </div>
    </div>
  );
}
