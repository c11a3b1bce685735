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
      title={t`Logo and pictures`}
      description={<Trans>They stand on the pages beside once the draft is kept.</Trans>}
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
