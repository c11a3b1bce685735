import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type FilterChip, FilterChips } from "@/components/console/filter-chips";
import { controlClass } from "@/components/ui/field";
import { twoDigits } from "@/features/console/shared/period/period";
import { Labelled, PeriodFields } from "@/features/console/shared/period/period-fields";
import { formatMonth } from "@/lib/format";
import { questionsQuery } from "../api";
import { filterTitles, matchWords } from "../rules/filter-words";
import {
  answersOf,
  answersText,
  type Choose,
  filterNames,
  firstYear,
  noValue,
  selectableYears,
  type View,
} from "../rules/view";
import { AddFilter } from "./add-filter";
import { useCompared } from "./use-view-choices";

interface Props {
  view: View;
  today: string;
  onChoose: Choose;
}

const cleared = Object.fromEntries(filterNames.map((name) => [name, undefined]));

/** Which days and which sessions: each filter as a chip that can be taken away, and a way to add one. */
export function FilterBar({ view, today, onChoose }: Props) {
  const { t } = useLingui();
  const { compare, chooseCompared } = useCompared();
  const answers = answersOf(view.filters);
  const questions = useQuery({ ...questionsQuery(view), enabled: answers.length > 0 }).data
    ?.answerDistribution;
  const chips: FilterChip[] = [
    ...filterNames.flatMap((name): FilterChip[] => {
      const value = view.filters[name];
      if (value === undefined || name === "answer") return [];
      return [
        {
          key: name,
          title: t(filterTitles[name]),
          value: matchWords(name, value),
          onRemove: () => onChoose({ [name]: undefined }),
        },
      ];
    }),
    ...answers.map((one): FilterChip => {
      const [id, value] = [one.slice(0, one.indexOf(":")), one.slice(one.indexOf(":") + 1)];
      const question = questions?.find(({ questionId }) => questionId === id);
      const text = question?.answers.find((answer) => answer.value === value)?.text;
      return {
        key: one,
        title: question?.questionText ?? id,
        value: value === noValue ? t`Not answered` : (text ?? value),
        onRemove: () => onChoose({ answer: answersText(answers.filter((other) => other !== one)) }),
      };
    }),
  ];
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
      <PeriodFields
        period={view}
        today={today}
        years={selectableYears(Number(today.slice(0, 4)))}
        wholeYear={t`All Months`}
        monthName={(month) => `${twoDigits(month)} ${formatMonth(month)}`}
        minDay={`${firstYear}-01-01`}
        onChoose={onChoose}
      />
      <Labelled name={t`Compared with`}>
        <select
          className={controlClass("min-h-11 py-0 text-sm")}
          value={compare}
          onChange={({ target }) => chooseCompared(target.value)}
        >
          <option value="before">{t`previous period`}</option>
          <option value="year">{t`a year earlier`}</option>
        </select>
      </Labelled>
      <AddFilter view={view} onChoose={onChoose} />
      <FilterChips chips={chips} onClear={() => onChoose(cleared)} />
    </div>
  );
}
