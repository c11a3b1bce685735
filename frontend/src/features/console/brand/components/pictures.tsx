import { Trans, useLingui } from "@lingui/react/macro";
import { Panel } from "@/components/console/panel";
import { MediaPicker } from "@/features/console/shared/media/media-picker";
import { pictureNames } from "../rules";
import type { BrandState } from "../use-brand";

/** The logo, and the pictures that every page shares. */
export function Pictures({ form }: { form: BrandState["form"] }) {
  const { t } = useLingui();
  return (
    <Panel
      title={t`Logo and images`}
      description={<Trans>Shown in the preview once the draft is saved.</Trans>}
    >
      <div className="grid gap-4">
        {pictureNames.map(([name, label]) => (
          <MediaPicker
            key={name}
            label={t(label)}
            isNeeded
            value={form.values.pictures[name]}
            onChange={(mediaId) => mediaId && form.set(`pictures.${name}`, { mediaId })}
          />
        ))}
      </div>
    </Panel>
  );
}
