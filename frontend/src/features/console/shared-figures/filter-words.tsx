import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { deviceName } from "@/features/console/shared/devices";

const labels: Record<string, MessageDescriptor> = {
  utmSource: msg`Source`,
  utmMedium: msg`Medium`,
  utmCampaign: msg`Campaign`,
  utmTerm: msg`Term`,
  utmContent: msg`Content`,
  landingPage: msg`Landing page`,
  quizVersion: msg`Quiz version`,
  device: msg`Device`,
  language: msg`Language`,
  country: msg`Country`,
  visitor: msg`Visitor`,
  answer: msg`Answer`,
};

/** Which sessions the figures are of, in words. */
export function FilterWords({ filters }: { filters: { name: string; value: string }[] }) {
  const { t } = useLingui();
  if (filters.length === 0) return null;
  const valueText = ({ name, value }: { name: string; value: string }) => {
    if (value === "(none)") return t`None given`;
    return name === "device" ? deviceName(value) : value;
  };
  return (
    <ul className="flex flex-wrap gap-2 text-sm" aria-label={t`Filters`}>
      {filters.map((filter) => {
        const label = labels[filter.name];
        return (
          <li
            key={`${filter.name} ${filter.value}`}
            className="rounded-full border border-line bg-panel px-3 py-1"
          >
            <span className="text-muted">{label ? t(label) : filter.name}</span> {valueText(filter)}
          </li>
        );
      })}
    </ul>
  );
}
