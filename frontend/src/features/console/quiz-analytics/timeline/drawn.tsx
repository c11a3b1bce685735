import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { controlClass } from "@/components/ui/field";
import { formatMoney, formatNumber, formatRate } from "@/lib/format";
import { oneOf, useUrlState } from "@/lib/url-state";
import { returnText } from "../money/rules";
import { type OwnEvent, ownEventsQuery } from "../own-events/api";
import { EventsDialog } from "../own-events/events-button";
import { type Unit, unitFor, units, unitsOf } from "../rules/units";
import type { View } from "../rules/view";
import { eventMeasures, eventMetric, eventMetricName, eventMetricOf } from "./event-metrics";
import { type Measure, measures, needsCosts } from "./points";

const isMeasure = oneOf(measures);
const measureReaders = { measure: (text: string) => (eventMetricOf(text) ? text : isMeasure(text)) };
const unitReaders = { unit: oneOf(units) };
// flushSync: a select must show its new value immediately.
const atOnce = { flushSync: true };

const amounts: ReadonlySet<Measure> = new Set(["bookedValue", "valuePerSession", "cost", "costPerBooking"]);
const rates: ReadonlySet<Measure> = new Set(["completionRate", "conversionRate", "eventRate"]);

// Those that need no costs.
const ofSessions = measures.filter((measure) => !needsCosts(measure));

/** What the address says is drawn over time, of the metrics `offered` and those of `events`. */
export function useMeasure(
  offered: readonly (typeof measures)[number][] = ofSessions,
  events?: readonly OwnEvent[],
) {
  const { t } = useLingui();
  const [{ measure: chosen = "" }, choose] = useUrlState(measureReaders);
  const ofEvent = eventMetricOf(chosen);
  const event = events?.find(({ id }) => id === ofEvent?.id);
  const plain = isMeasure(chosen);
  const measure: Measure =
    event && ofEvent ? ofEvent.measure : plain && offered.includes(plain) ? plain : "totalSessions";
  const names: Record<Measure, string> = {
    totalSessions: t({ message: "Sessions", context: "column of campaigns" }),
    completedSessions: t({ message: "Completed", context: "column of campaigns" }),
    conversionCount: t({ message: "Converted", context: "column of campaigns" }),
    completionRate: t`Completion rate, %`,
    conversionRate: t`Conversion rate, %`,
    bookedValue: t`Booked value`,
    valuePerSession: t`Value per session`,
    cost: t`Cost`,
    costPerBooking: t`Cost per booking`,
    returnOnSpend: t`Return on ad spend`,
    eventSessions: event ? eventMetricName("eventSessions", event) : "",
    eventRate: event ? eventMetricName("eventRate", event) : "",
  };
  const textIn = (currency: string) => (value: number) => {
    if (rates.has(measure)) return formatRate(value);
    if (measure === "returnOnSpend") return returnText(value);
    if (measure === "bookedValue" || measure === "cost") return formatMoney(Math.round(value), currency);
    if (measure === "valuePerSession" || measure === "costPerBooking")
      return formatMoney(Math.round(100 * value) / 100, currency);
    return formatNumber(value);
  };
  const chooseMeasure = (next: string) => choose({ measure: next }, atOnce);
  const nameIn = (currency: string) =>
    amounts.has(measure) ? `${names[measure]}, ${currency}` : names[measure];
  /** What of the address is drawn. */
  const metric = event && ofEvent ? eventMetric(ofEvent.measure, event) : measure;
  return { chosen, measure, event, metric, offered, events, names, nameIn, textIn, chooseMeasure };
}

/** The same, and by which unit that the period allows. */
export function useDrawn(view: View, offered: readonly (typeof measures)[number][]) {
  const drawn = useMeasure(offered, useQuery(ownEventsQuery).data?.events);
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

const select = controlClass("min-h-10 w-auto max-w-full py-0 text-sm sm:max-w-72");
// Not a metric: opens the dialog.
const define = "define";

/** What to draw, to choose from. */
export function MeasureField({
  drawn: { metric, offered, events, names, chooseMeasure },
  areSegments = false,
}: MeasureProps) {
  const { t } = useLingui();
  const [isDefining, setDefining] = useState(false);
  return (
    <>
      <select
        aria-label={areSegments ? t`Metric of the comparison` : t`Metric`}
        className={select}
        value={metric}
        onChange={({ target }) => (target.value === define ? setDefining(true) : chooseMeasure(target.value))}
      >
        {offered.map((key) => (
          <option key={key} value={key}>
            {names[key]}
          </option>
        ))}
        {events && (
          <optgroup label={t`Events`}>
            {events.flatMap((event) =>
              eventMeasures.map((measure) => (
                <option key={eventMetric(measure, event)} value={eventMetric(measure, event)}>
                  {eventMetricName(measure, event)}
                </option>
              )),
            )}
            <option value={define}>{t`Define an event…`}</option>
          </optgroup>
        )}
      </select>
      {isDefining && (
        <Suspense>
          <EventsDialog
            isNew
            onAdded={(event) => {
              setDefining(false);
              chooseMeasure(eventMetric("eventSessions", event));
            }}
            onClose={() => setDefining(false)}
          />
        </Suspense>
      )}
    </>
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
