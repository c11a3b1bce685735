import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { components } from "@/api/schema.gen";
import { formatNumber } from "@/lib/format";
import type { Money } from "../money/api";
import { bookingsText, moneyText, returnText } from "../money/rules";
import { CompareAnswers } from "./compare-answers";
import { CompareTable } from "./compare-table";
import type { Estimate } from "./difference";
import type { FigureRow, Row } from "./rows";
import type { SegmentHead } from "./segment";

type Schemas = components["schemas"];

/** Answers and steps come after the first figures; money is not for everyone. */
interface ComparedSegment extends SegmentHead {
  overview: Schemas["OverviewFigures"];
  answers: Schemas["QuestionFigures"][] | undefined;
  funnel: Schemas["FunnelStep"][] | undefined;
  money?: Money | undefined;
}

const isThere = <T,>(each: readonly (T | undefined)[]): each is readonly T[] =>
  each.every((one) => one !== undefined);

/** Verdicts on the differences of segments from the first; `children`: all over time. */
export function Compared({
  segments,
  children,
}: {
  segments: readonly ComparedSegment[];
  children: ReactNode;
}) {
  const { t } = useLingui();
  const overviews = segments.map(({ overview }) => overview);
  const money = segments.map((one) => one.money);
  const rows: Row[] = [
    {
      id: "sessions",
      name: t({ message: "Sessions", context: "column of campaigns" }),
      values: overviews.map(({ totalSessions }) => totalSessions),
      text: (value) => formatNumber(value),
    },
    {
      id: "completed",
      name: t`Completion rate`,
      shares: overviews.map((one) => ({ part: one.completedSessions, whole: one.totalSessions })),
    },
    {
      id: "converted",
      name: t`Conversion rate`,
      shares: overviews.map((one) => ({ part: one.conversionCount, whole: one.totalSessions })),
    },
    ...(isThere(money) ? moneyRows(money) : []),
  ];
  const names: Record<string, string> = {
    bookings: t`Bookings`,
    booked: t`Booked value`,
    value: t`Value per session`,
    cost: t`Cost`,
    return: t`Return on ad spend`,
    costPerBooking: t`Cost per booking`,
  };
  const answers = segments.map((one) => one.answers && { ...one, answers: one.answers });
  const questions = new Map(
    segments.flatMap(({ funnel }) => funnel ?? []).map((step) => [step.questionId, step.questionText]),
  );
  const stops: Row[] = [...questions].map(([id, name]) => ({
    id,
    name,
    shares: segments.map(({ funnel }) => {
      const step = funnel?.find(({ questionId }) => questionId === id);
      return { part: step?.dropped ?? 0, whole: step?.seen ?? 0 };
    }),
  }));
  return (
    <div className="flex flex-col gap-6">
      <CompareTable
        title={t`All sessions`}
        note={t`Differences are from A: of rates in points, with their 95 % range. Sizes such as sessions or cost are not tested.`}
        rows={rows.map((row) => ({ ...row, name: names[row.id] ?? row.name }))}
        segments={segments}
      />
      {children}
      {isThere(answers) && <CompareAnswers segments={answers} />}
      {stops.length > 0 && (
        <CompareTable
          title={t`Drop-off by question`}
          note={t`Of those who saw the question, the share that saw nothing after it and didn't finish.`}
          rows={stops}
          segments={segments}
        />
      )}
    </div>
  );
}

const estimateOf = (value: number | null, low: number | null, high: number | null): Estimate | null =>
  value === null || low === null || high === null ? null : { value, low, high };

/** What the sessions brought, and where costs are known, for what. Names are the caller's. */
function moneyRows(money: readonly Money[]): FigureRow[] {
  const currency = money[0]?.currency ?? "";
  const amount = (value: number) => moneyText(value, currency);
  const totals = money.map((one) => one.totals);
  const spent = money.map(({ advertised }) => advertised);
  const perSession = (value: number | null, sessions: number) =>
    value === null || sessions === 0 ? null : value / sessions;
  const values = totals.map((one) => perSession(one.bookedValue, one.totalSessions));
  const rows: FigureRow[] = [
    { id: "bookings", name: "", values: totals.map((one) => one.bookings), text: bookingsText },
    { id: "booked", name: "", values: totals.map((one) => one.bookedValue), text: amount },
    {
      id: "value",
      name: "",
      values,
      estimates: totals.map(({ low, high, totalSessions }, place) =>
        estimateOf(values[place] ?? null, perSession(low, totalSessions), perSession(high, totalSessions)),
      ),
      text: amount,
    },
  ];
  if (spent.every((one) => !one?.cost)) return rows;
  return [
    ...rows,
    { id: "cost", name: "", values: spent.map((one) => one?.cost ?? null), text: amount },
    {
      id: "return",
      name: "",
      values: spent.map((one) => one?.returnOnSpend ?? null),
      estimates: spent.map((one) =>
        estimateOf(one?.returnOnSpend ?? null, one?.returnLow ?? null, one?.returnHigh ?? null),
      ),
      text: returnText,
    },
    { id: "costPerBooking", name: "", values: spent.map((one) => one?.costPerBooking ?? null), text: amount },
  ];
}
