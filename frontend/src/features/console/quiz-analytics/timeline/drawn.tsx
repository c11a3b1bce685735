import { useLingui } from "@lingui/react/macro";
import { controlClass } from "@/components/ui/field";
import { formatMoney, formatNumber, formatRate } from "@/lib/format";
import { oneOf, useUrlState } from "@/lib/url-state";
import { returnText } from "../money/rules";
import { type Unit, unitFor, units, unitsOf } from "../rules/units";
import type { View } from "../rules/view";
import { type Measure, measures, needsCosts } from "./points";

const measureReaders = { measure: oneOf(measures) };
const unitReaders = { unit: oneOf(units) };
// flushSync: a select must show its new value immediately.
const atOnce = { flushSync: true };

const amounts: ReadonlySet<Measure> = new Set(["bookedValue", "valuePerSession", "cost"]);
const isRate = (measure: Measure) => measure === "completionRate" || measure === "conversionRate";

// Those that need no costs.
const ofSessions = measures.filter((measure) => !needsCosts(measure));

/** What the address says is drawn over time, of the metrics `offered`. */
export function useMeasure(offered: readonly Measure[] = ofSessions) {
  const { t } = useLingui();
  const [{ measure: chosen }, choose] = useUrlState(measureReaders);
  const measure = chosen && offered.includes(chosen) ? chosen : "totalSessions";
  const names: Record<Measure, string> = {
    totalSessions: t({ message: "Sessions", context: "column of campaigns" }),
    completedSessions: t({ message: "Completed", context: "column of campaigns" }),
    conversionCount: t({ message: "Converted", context: "column of campaigns" }),
    completionRate: t`Completion rate, %`,
    conversionRate: t`Conversion rate, %`,
    bookedValue: t`Booked value`,
    valuePerSession: t`Value per session`,
    cost: t`Cost`,
    returnOnSpend: t`Return on ad spend`,
  };
  const textIn = (currency: string) => (value: number) => {
    if (isRate(measure)) return formatRate(value);
    if (measure === "returnOnSpend") return returnText(value);
    if (measure === "bookedValue" || measure === "cost") return formatMoney(Math.round(value), currency);
    if (measure === "valuePerSession") return formatMoney(Math.round(100 * value) / 100, currency);
    return formatNumber(value);
  };
  const chooseMeasure = (next: string) => choose({ measure: next }, atOnce);
  const nameIn = (currency: string) =>
    amounts.has(measure) ? `${names[measure]}, ${currency}` : names[measure];
  return { measure, offered, names, nameIn, textIn, chooseMeasure };
}

/** The same, and by which unit that the period allows. */
export function useDrawn(view: View, offered: readonly Measure[]) {
  const drawn = useMeasure(offered);
  const [{ unit: chosen }, choose] = useUrlState(unitReaders);
  const chooseUnit = (unit: string) => choose({ unit }, atOnce);
  const units = unitsOf(view).filter((unit) => unit !== "hour" || !needsCosts(drawn.measure));
  const usual = unitFor(view, chosen);
  return { ...drawn, units, unit: units.includes(usual) ? usual : ("day" as const), chooseUnit };
}

interface MeasureProps {
  drawn: ReturnType<typeof useMeasure>;
  /** Those of a comparison are named apart from those of the page. */
  areSegments?: boolean;
}

const select = controlClass("min-h-10 w-auto py-0 text-sm");

/** What to draw, to choose from. */
export function MeasureField({
  drawn: { measure, offered, names, chooseMeasure },
  areSegments = false,
}: MeasureProps) {
  const { t } = useLingui();
  return (
    <select
      aria-label={areSegments ? t`Metric of the comparison` : t`Metric`}
      className={select}
      value={measure}
      onChange={({ target }) => chooseMeasure(target.value)}
    >
      {offered.map((key) => (
        <option key={key} value={key}>
          {names[key]}
        </option>
      ))}
    </select>
  );
}

interface Props extends MeasureProps {
  drawn: ReturnType<typeof useDrawn>;
}

/** Both to choose from. */
export function DrawnFields({ drawn, areSegments = false }: Props) {
  const { t } = useLingui();
  const unitNames: Record<Unit, string> = {
    hour: t`By hour`,
    day: t`By day`,
    week: t`By week`,
    month: t`By month`,
  };
  return (
    <>
      <MeasureField drawn={drawn} areSegments={areSegments} />
      <select
        aria-label={areSegments ? t`Unit of time of the comparison` : t`Unit of time`}
        className={select}
        value={drawn.unit}
        onChange={({ target }) => drawn.chooseUnit(target.value)}
      >
        {drawn.units.map((one) => (
          <option key={one} value={one}>
            {unitNames[one]}
          </option>
        ))}
      </select>
    </>
  );
}
