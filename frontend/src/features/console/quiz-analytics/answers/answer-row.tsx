import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import type { components } from "@/api/schema.gen";
import { Whisker } from "@/components/charts/whisker";
import { formatFixed, formatNumber, formatRate } from "@/lib/format";
import { FilterOn } from "../components/filter-on";
import { DrillDown } from "../components/view-context";
import { shareChange, shareOf } from "../rules/change";

type Answer = components["schemas"]["QuestionFigures"]["answers"][number];

interface Props {
  question: { questionId: string; questionText: string };
  answer: Answer;
  average: number;
  end: number;
}

/** How often one answer was chosen and led to a booking. */
export function AnswerRow({ question, answer, average, end }: Props) {
  const bar = {
    kind: "answer",
    question: question.questionId,
    answer: answer.value,
    title: `${question.questionText} ${answer.text}`,
  } as const;
  return (
    // The second column is of one width, so that all lines have one scale.
    <tr className="grid grid-cols-[minmax(0,1fr)_6rem] gap-x-4 border-t border-line py-2 sm:table-row">
      <th scope="row" className="col-span-2 text-left font-medium sm:py-2 sm:align-top">
        <span className="flex items-baseline justify-between gap-3">
          <span className="min-w-0 break-words">
            <FilterOn pressed={{ answer: `${question.questionId}:${answer.value}` }}>{answer.text}</FilterOn>
          </span>
          <span className="shrink-0 font-normal text-slate">
            <DrillDown bar={bar}>{formatNumber(answer.count)}</DrillDown>{" "}
            <span className="inline-block min-w-13 text-right">{formatRate(answer.percentage)}</span>
          </span>
        </span>
        <span className="mt-1.5 block h-2 overflow-hidden rounded-full bg-stone">
          <span className="block h-full rounded-full bg-pine" style={{ width: `${answer.percentage}%` }} />
        </span>
      </th>
      <td className="mt-2 sm:mt-0 sm:py-2 sm:pl-5 sm:align-top">
        <span className="flex items-baseline justify-between gap-2">
          <span>
            <span className="font-semibold">{shareOf(answer.conversionRate, answer.count)}</span>{" "}
            <span className="text-xs text-muted">
              {formatFixed(answer.low)}–{formatRate(answer.high)}
            </span>
          </span>
          <Mark answer={answer} />
        </span>
        <Whisker
          rate={answer.conversionRate}
          low={answer.low}
          high={answer.high}
          average={average}
          end={end}
        />
      </td>
      <td className="mt-2 text-right sm:mt-0 sm:py-2 sm:pl-3 sm:align-top">
        <span className="max-sm:hidden">{formatNumber(answer.conversions)}</span>
        <span className="text-xs text-muted sm:hidden">
          <Plural value={{ count: answer.conversions }} one="# booking" other="# bookings" />
        </span>
      </td>
    </tr>
  );
}

function Mark({ answer: { evidence, lift } }: { answer: Answer }) {
  const { t } = useLingui();
  if (evidence === "too_few")
    return (
      <span className="text-xs text-muted">
        <Trans>not enough data</Trans>
      </span>
    );
  const change = shareChange(lift ?? 0);
  return (
    <span className="flex flex-wrap items-baseline justify-end gap-x-2 text-xs whitespace-nowrap text-muted">
      {lift !== null && (
        <span title={t`Compared with everyone who answered this question (dashed line)`}>
          <Trans>
            {change} vs average <span className="sr-only">of everyone who answered</span>
          </Trans>
        </span>
      )}
      {evidence !== "chance" && (
        <span
          title={t`More than chance`}
          className={clsx(
            "rounded-md px-1.5 py-0.5 font-bold",
            evidence === "above" ? "bg-pine text-on-pine" : "bg-danger text-on-danger",
          )}
        >
          {evidence === "above" ? t`▲ books more` : t`▼ books less`}
        </span>
      )}
    </span>
  );
}
