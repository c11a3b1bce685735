import { useLingui } from "@lingui/react/macro";
import { controlClass } from "@/components/ui/field";
import { formatMoney, formatNumber, formatRate } from "@/lib/format";
import { oneOf, useUrlState } from "@/lib/url-state";
import { type Unit, unitFor, units, unitsOf } from "../rules/units";
import type { View } from "../rules/view";
import { type Measure, measures } from "./points";

const measureReaders = { measure: oneOf(measures) };
const unitReaders = { unit: oneOf(units) };
// flushSync: a select must show its new value immediately.
const atOnce = { flushSync: true };

const isRate = (measure: Measure) => measure === "completionRate" || measure === "conversionRate";

/** What the address says is drawn over time. */
export function useMeasure() {
  const { t } = useLingui();
  const [{ measure = "totalSessions" }, choose] = useUrlState(measureReaders);
  const names: Record<Measure, string> = {
    totalSessions: t({ message: "Sessions", context: "column of campaigns" }),
    completedSessions: t({ message: "Completed", context: "column of campaigns" }),
    conversionCount: t({ message: "Converted", context: "column of campaigns" }),
    completionRate: t`Completion rate, %`,
    conversionRate: t`Conversion rate, %`,
    bookedValue: t`Booked value`,
    valuePerSession: t`Value per session`,
  };
  const textIn = (currency: string) => (value: number) =>
    isRate(measure)
      ? formatRate(value)
      : measure === "bookedValue"
        ? formatMoney(Math.round(value), currency)
        : measure === "valuePerSession"
          ? formatMoney(Math.round(100 * value) / 100, currency)
          : formatNumber(value);
  const chooseMeasure = (next: string) => choose({ measure: next }, atOnce);
  return { measure, names, name: names[measure], textIn, chooseMeasure };
}

/** The same, and by which unit that the period allows. */
export function useDrawn(view: View) {
  const [{ unit: chosen }, choose] = useUrlState(unitReaders);
  const chooseUnit = (unit: string) => choose({ unit }, atOnce);
  return { ...useMeasure(), unit: unitFor(view, chosen), chooseUnit };
}

interface MeasureProps {
  drawn: ReturnType<typeof useMeasure>;
  /** Those of a comparison are named apart from those of the page. */
  areSegments?: boolean;
}

const select = controlClass("min-h-10 w-auto py-0 text-sm");

/** What to draw, to choose from. */
export function MeasureField({
  drawn: { measure, names, chooseMeasure },
  areSegments = false,
}: MeasureProps) {
  const { t } = useLingui();
  return (
    <select
      aria-label={areSegments ? t`Metric, A and B` : t`Metric`}
      className={select}
      value={measure}
      onChange={({ target }) => chooseMeasure(target.value)}
    >
      {measures.map((key) => (
        <option key={key} value={key}>
          {names[key]}
        </option>
      ))}
    </select>
  );
}

interface Props extends MeasureProps {
  view: View;
  drawn: ReturnType<typeof useDrawn>;
}

/** Both to choose from. */
export function DrawnFields({ view, drawn, areSegments = false }: Props) {
  const { t } = useLingui();
  const unitNames: Record<Unit, string> = { hour: t`By hour`, day: t`By day`, week: t`By week` };
  return (
    <>
      <MeasureField drawn={drawn} areSegments={areSegments} />
      <select
        aria-label={areSegments ? t`Unit of time, A and B` : t`Unit of time`}
        className={select}
        value={drawn.unit}
        onChange={({ target }) => drawn.chooseUnit(target.value)}
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
