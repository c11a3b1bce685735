import { Trans, useLingui } from "@lingui/react/macro";
import { SelectField } from "@/components/ui/field";
import { put, type Settings } from "../api";
import { useSection } from "../use-section";
import { SectionForm } from "./section-form";

/** The time zone of every pickup and return. */
export function ClockSection({ settings }: { settings: Settings }) {
  const { t } = useLingui();
  const section = useSection(settings.clock, put.clock);
  const { timezone } = settings.clock;
  const zones = [...new Set([timezone, ...Intl.supportedValuesOf("timeZone")])].sort();
  return (
    <SectionForm
      id="clock"
      title={t`Time zone`}
      description={<Trans>Pickups and returns are by this clock.</Trans>}
      settings={settings}
      section={section}
    >
      <SelectField
        label={t`Time zone`}
        hint={
          settings.canChangeTimezone
            ? undefined
            : t`It stays while rentals are ahead: their hours would move.`
        }
        disabled={!settings.canChangeTimezone}
        value={section.draft.timezone}
        error={section.problem("timezone")}
        onChange={(event) => section.set({ timezone: event.target.value })}
      >
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll("_", " ")}
          </option>
        ))}
      </SelectField>
    </SectionForm>
  );
}
