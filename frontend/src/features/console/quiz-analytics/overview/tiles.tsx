import { useLingui } from "@lingui/react/macro";
import { Tooltip } from "radix-ui";
import type { components } from "@/api/schema.gen";
import { formatNumber, formatRate } from "@/lib/format";
import { countChange, evidenceOf, rateChange } from "../rules/change";
import type { Measure } from "../timeline/points";
import { Tile } from "./tile";

type Figures = components["schemas"]["OverviewFigures"];

interface Props {
  now: Figures | undefined;
  /** Recent data is not counted yet, so a zero is not final. */
  isLate?: boolean;
  /** The finished part of `now` that is compared; undefined where nothing is finished yet. */
  over?: Figures | undefined;
  before: Figures | undefined;
  /** The days of `before`, as text. */
  beforeDays: string;
  /** What is drawn over time, and how to change it; left out where figures are only read. */
  drawn?: { measure: string; onChoose: (measure: Measure) => void };
}

/** There is no rate of zero sessions. */
const rateText = (rate: number, { totalSessions }: Figures) => (totalSessions ? formatRate(rate) : "–");

/** The four figures of the period, each compared with the previous period. */
export function Tiles({ now, isLate = false, over, before, beforeDays, drawn }: Props) {
  const { t } = useLingui();
  const rate = (name: "completion" | "conversion") => {
    const [part, value] =
      name === "completion"
        ? (["completedSessions", "completionRate"] as const)
        : (["conversionCount", "conversionRate"] as const);
    if (!over || !before || before.totalSessions === 0) return { change: undefined };
    const share = (figures: Figures) => ({ part: figures[part], whole: figures.totalSessions });
    return {
      change: over.totalSessions ? rateChange(over[value], before[value]) : undefined,
      evidence: evidenceOf(share(over), share(before)),
    };
  };
  const countText = (count: number) => (isLate && now?.totalSessions === 0 ? "–" : formatNumber(count));
  const number = (name: "totalSessions" | "completedSessions") =>
    over && before ? countChange(over[name], before[name]) : undefined;
  const choiceOf = (measure: Measure) =>
    drawn && {
      label: t`Show over time`,
      isChosen: drawn.measure === measure,
      onChoose: () => drawn.onChoose(measure),
    };
  const was = (value: string | undefined) => {
    if (!before) return undefined;
    return before.totalSessions === 0 ? t`nothing in ${beforeDays}` : t`${value} in ${beforeDays}`;
  };
  return (
    <Tooltip.Provider delayDuration={150}>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Tile
          name={t`Total Sessions`}
          choice={choiceOf("totalSessions")}
          explanation={t`Visitors who started the quiz in this period.`}
          value={now && countText(now.totalSessions)}
          change={number("totalSessions")}
          before={was(before && formatNumber(before.totalSessions))}
        />
        <Tile
          name={t`Completed`}
          choice={choiceOf("completedSessions")}
          explanation={t`Sessions that reached the end of the quiz.`}
          value={now && countText(now.completedSessions)}
          change={number("completedSessions")}
          before={was(before && formatNumber(before.completedSessions))}
        />
        <Tile
          name={t`Completion Rate`}
          choice={choiceOf("completionRate")}
          explanation={t`Completed sessions out of all sessions.`}
          value={now && rateText(now.completionRate, now)}
          {...rate("completion")}
          before={was(before && rateText(before.completionRate, before))}
        />
        <Tile
          name={t`Conversion Rate`}
          choice={choiceOf("conversionRate")}
          explanation={t`Sessions with at least one booking that was not cancelled, out of all sessions.`}
          value={now && rateText(now.conversionRate, now)}
          {...rate("conversion")}
          before={was(before && rateText(before.conversionRate, before))}
        />
      </div>
    </Tooltip.Provider>
  );
}
