import { useLingui } from "@lingui/react/macro";
import { Panel } from "@/components/console/panel";
import { TextField } from "@/components/ui/field";
import type { PanelProps } from "../rules";

export function FilmPanel({ car, change, errors }: PanelProps) {
  const { t } = useLingui();
  return (
    <Panel title={t`Film`}>
      <TextField
        label={t`Link to YouTube or Vimeo`}
        hint={t`The gallery begins with it; nothing is loaded from there before it is played.`}
        type="url"
        inputMode="url"
        maxLength={500}
        value={car.videoUrl ?? ""}
        error={errors.videoUrl}
        onChange={(event) => change({ videoUrl: event.target.value || null })}
      />
    </Panel>
  );
}
