import { controlClass } from "@/components/ui/field";

interface Props {
  /** Label for screen readers, from the page's own wing. */
  name: string;
  count: number;
  most: number;
  onChange: (count: number) => void;
}

/** How many of what was chosen. */
export function CountSelect({ name, count, most, onChange }: Props) {
  return (
    <select
      aria-label={name}
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
