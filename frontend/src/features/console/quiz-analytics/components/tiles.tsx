import { Tooltip } from "radix-ui";
import type { components } from "@/api/schema.gen";
import { count, countChange, evidenceOf, percent, rateChange } from "../rules/change";
import { Tile } from "./tile";

type Figures = components["schemas"]["OverviewFigures"];

interface Props {
  now: Figures | undefined;
  before: Figures | undefined;
  /** The days that `before` is about, as text. */
  beforeDays: string;
}

/** The four figures of the period, each against the period before. */
export function Tiles({ now, before, beforeDays }: Props) {
  const rate = (name: "completion" | "conversion") => {
    const [part, value] =
      name === "completion"
        ? (["completedSessions", "completionRate"] as const)
        : (["conversionCount", "conversionRate"] as const);
    if (!now || !before || before.totalSessions === 0) return { change: undefined };
    const share = (figures: Figures) => ({ part: figures[part], whole: figures.totalSessions });
    return {
      change: now.totalSessions ? rateChange(now[value], before[value]) : undefined,
      evidence: evidenceOf(share(now), share(before)),
    };
  };
  const number = (name: "totalSessions" | "completedSessions") =>
    now && before ? countChange(now[name], before[name]) : undefined;
  const was = (value: string | undefined) =>
    before === undefined
      ? undefined
      : before.totalSessions === 0
        ? `nothing in ${beforeDays}`
        : `${value} in ${beforeDays}`;
  return (
    <Tooltip.Provider delayDuration={150}>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Tile
          name="Total Sessions"
          explanation="Visitors who began the quiz in this period."
          value={now && count(now.totalSessions)}
          change={number("totalSessions")}
          before={was(before && count(before.totalSessions))}
        />
        <Tile
          name="Completed"
          explanation="Sessions that reached the end of the quiz."
          value={now && count(now.completedSessions)}
          change={number("completedSessions")}
          before={was(before && count(before.completedSessions))}
        />
        <Tile
          name="Completion Rate"
          explanation="Completed sessions out of all sessions."
          value={now && percent(now.completionRate)}
          {...rate("completion")}
          before={was(before && percent(before.completionRate))}
        />
        <Tile
          name="Conversion Rate"
          explanation="Sessions with at least one booking that was not cancelled, out of all sessions."
          value={now && percent(now.conversionRate)}
          {...rate("conversion")}
          before={was(before && percent(before.conversionRate))}
        />
      </div>
    </Tooltip.Provider>
  );
}
