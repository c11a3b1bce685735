import { useLingui } from "@lingui/react/macro";
import { Tooltip } from "radix-ui";
import type { components } from "@/api/schema.gen";
import { formatNumber, formatRate } from "@/lib/format";
import { countChange, evidenceOf, rateChange } from "../rules/change";
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
  const { t } = useLingui();
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
  const was = (value: string | undefined) => {
    if (!before) return undefined;
    return before.totalSessions === 0 ? t`nothing in ${beforeDays}` : t`${value} in ${beforeDays}`;
  };
  return (
    <Tooltip.Provider delayDuration={150}>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Tile
          name={t`Total Sessions`}
          explanation={t`Visitors who began the quiz in this period.`}
          value={now && formatNumber(now.totalSessions)}
          change={number("totalSessions")}
          before={was(before && formatNumber(before.totalSessions))}
        />
        <Tile
          name={t`Completed`}
          explanation={t`Sessions that reached the end of the quiz.`}
          value={now && formatNumber(now.completedSessions)}
          change={number("completedSessions")}
          before={was(before && formatNumber(before.completedSessions))}
        />
        <Tile
          name={t`Completion Rate`}
          explanation={t`Completed sessions out of all sessions.`}
          value={now && formatRate(now.completionRate)}
          {...rate("completion")}
          before={was(before && formatRate(before.completionRate))}
        />
        <Tile
          name={t`Conversion Rate`}
          explanation={t`Sessions with at least one booking that was not cancelled, out of all sessions.`}
          value={now && formatRate(now.conversionRate)}
          {...rate("conversion")}
          before={was(before && formatRate(before.conversionRate))}
        />
      </div>
    </Tooltip.Provider>
  );
}
