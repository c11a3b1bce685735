import { useLingui } from "@lingui/react/macro";
import { controlClass } from "@/components/ui/field";

interface Props {
  label: string;
  count: number;
  most: number;
  onChange: (count: number) => void;
}

/** How many of what was chosen. */
export function CountSelect({ label, count, most, onChange }: Props) {
  const { t } = useLingui();
  return (
    <select
      aria-label={t`How many: ${label}`}
      className={controlClass("tabular w-20 shrink-0")}
      value={count}
      onChange={(event) => onChange(Number(event.target.value))}
    >
      {Array.from({ length: most }, (_, index) => index + 1).map((each) => (
        <option key={each} value={each}>
          {each}
        </option>
      ))}
    </select>
  );
}
