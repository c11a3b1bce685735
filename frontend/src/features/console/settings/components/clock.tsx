import { Trans, useLingui } from "@lingui/react/macro";
import { SelectInput } from "@/components/forms/fields";
import { put, type Settings } from "../api";
import { useSection } from "../use-section";
import { SectionForm } from "./section-form";

/** The time zone of every pickup and return. */
export function ClockSection({ settings }: { settings: Settings }) {
  const { t } = useLingui();
  const form = useSection("clock", settings, (stored) => stored.clock, put.clock);
  const { timezone } = settings.clock;
  const zones = [...new Set([timezone, ...Intl.supportedValuesOf("timeZone")])].sort();
  return (
    <SectionForm
      id="clock"
      title={t`Time zone`}
      description={<Trans>Pickups and returns are by this clock.</Trans>}
      settings={settings}
      form={form}
    >
      <SelectInput
        control={form.control}
        name="timezone"
        label={t`Time zone`}
        hint={
          settings.canChangeTimezone
            ? undefined
            : t`It stays while rentals are ahead: their hours would move.`
        }
        disabled={!settings.canChangeTimezone}
      >
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll("_", " ")}
          </option>
        ))}
      </SelectInput>
    </SectionForm>
  );
}
