import { Trans, useLingui } from "@lingui/react/macro";
import type { Draft } from "../rules/form";
import { CameraButton } from "./camera-button";
import { Thumbnails } from "./thumbnails";

interface Props {
  draft: Draft;
  onChange: (change: (draft: Draft) => Partial<Draft>) => void;
}

/** Photographs of the car from all sides. */
export function PictureStep({ draft, onChange }: Props) {
  const { t } = useLingui();
  return (
    <div className="grid gap-4">
      <p className="text-sm text-slate">
        <Trans>
          All four sides, the wheels and the dashboard. Photos stay on this phone until they're sent.
        </Trans>
      </p>
      <Thumbnails draft={draft} onChange={onChange} />
      <CameraButton
        recordId={draft.id}
        kind="car"
        damageId={null}
        label={draft.pictures.length > 0 ? t`Take another photo` : t`Take a photo`}
        onTaken={(picture) => onChange(({ pictures }) => ({ pictures: [...pictures, picture] }))}
      />
    </div>
  );
}
