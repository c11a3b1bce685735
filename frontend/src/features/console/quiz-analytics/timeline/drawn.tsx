import { useLingui } from "@lingui/react/macro";
import { controlClass } from "@/components/ui/field";
import { oneOf, useAddressState } from "@/lib/address-state";
import { formatMoney, formatNumber } from "@/lib/format";
import { type Unit, unitFor, units, unitsOf } from "../rules/units";
import type { View } from "../rules/view";
import { type Measure, measures } from "./points";

const readers = { measure: oneOf(measures), unit: oneOf(units) };
// A list shows what was chosen from it at once.
const atOnce = { flushSync: true };

/** What the address says is drawn over time, and by which unit that the period allows. */
export function useDrawn(view: View) {
  const { t } = useLingui();
  const [{ measure = "totalSessions", unit: chosen }, choose] = useAddressState(readers);
  const names: Record<Measure, string> = {
    totalSessions: t({ message: "Sessions", context: "column of campaigns" }),
    completedSessions: t({ message: "Completed", context: "column of campaigns" }),
    conversionCount: t({ message: "Converted", context: "column of campaigns" }),
    bookedValue: t`Booked value`,
  };
  const textIn = (currency: string) => (value: number) =>
    measure === "bookedValue" ? formatMoney(Math.round(value), currency) : formatNumber(value);
  return { measure, unit: unitFor(view, chosen), names, name: names[measure], textIn, choose };
}

interface Props {
  view: View;
  drawn: ReturnType<typeof useDrawn>;
  /** Those of a comparison are named apart from those of the page. */
  areSegments?: boolean;
}

/** Both to choose from. */
export function DrawnFields({ view, drawn, areSegments = false }: Props) {
  const { t } = useLingui();
  const { measure, unit, names, choose } = drawn;
  const unitNames: Record<Unit, string> = { hour: t`By hour`, day: t`By day`, week: t`By week` };
  const select = controlClass("min-h-10 w-auto py-0 text-sm");
  return (
    <>
      <select
        aria-label={areSegments ? t`What is drawn over time, A and B` : t`What is drawn over time`}
        className={select}
        value={measure}
        onChange={({ target }) => choose({ measure: target.value }, atOnce)}
      >
        {Object.entries(names).map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label={areSegments ? t`Unit of time, A and B` : t`Unit of time`}
        className={select}
        value={unit}
        onChange={({ target }) => choose({ unit: target.value }, atOnce)}
      >
        {unitsOf(view).map((one) => (
          <option key={one} value={one}>
            {unitNames[one]}
          </option>
        ))}
      </select>
    </>
  );
}
