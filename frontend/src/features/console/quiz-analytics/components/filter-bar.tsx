import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import type { components } from "@/api/schema.gen";
import { buttonClass } from "@/components/ui/button";
import { questionsQuery } from "../api";
import { filterTitles, valueName } from "../rules/filter-words";
import { answersOf, answersText, type Choose, filterNames, noValue, type View } from "../rules/view";
import { AddFilter } from "./add-filter";
import { PeriodFields } from "./period-fields";

interface Props {
  view: View;
  today: string;
  choices: components["schemas"]["Choices"] | undefined;
  onChoose: Choose;
}

interface Chip {
  key: string;
  title: string;
  value: string;
  without: Record<string, string | undefined>;
}

/** Which days and which sessions: each filter as a chip that can be taken away, and a way to add one. */
export function FilterBar({ view, today, choices, onChoose }: Props) {
  const { t } = useLingui();
  const answers = answersOf(view.filters);
  const questions = useQuery({ ...questionsQuery(view), enabled: answers.length > 0 }).data
    ?.answerDistribution;
  const chips: Chip[] = [
    ...filterNames.flatMap((name): Chip[] => {
      const value = view.filters[name];
      if (value === undefined || name === "answer") return [];
      return [
        {
          key: name,
          title: t(filterTitles[name]),
          value: valueName(name, value),
          without: { [name]: undefined },
        },
      ];
    }),
    ...answers.map((one): Chip => {
      const [id, value] = [one.slice(0, one.indexOf(":")), one.slice(one.indexOf(":") + 1)];
      const question = questions?.find(({ questionId }) => questionId === id);
      const text = question?.answers.find((answer) => answer.value === value)?.text;
      return {
        key: one,
        title: question?.questionText ?? id,
        value: value === noValue ? t`Not answered` : (text ?? value),
        without: { answer: answersText(answers.filter((other) => other !== one)) },
      };
    }),
  ];
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
      <PeriodFields view={view} today={today} onChoose={onChoose} />
      <AddFilter view={view} choices={choices} onChoose={onChoose} />
      {chips.length > 0 && (
        <ul aria-label={t`Filters`} className="flex min-w-0 flex-wrap items-center gap-2">
          {chips.map(({ key, title, value, without }) => (
            <li key={key} className="max-w-full">
              <button
                type="button"
                aria-label={t`Remove the filter ${title}: ${value}`}
                onClick={() => onChoose(without)}
                className="flex min-h-11 max-w-full items-center gap-2 rounded-xl border border-line bg-panel px-3 text-left text-sm hover:bg-stone sm:max-w-sm"
              >
                <span className="min-w-0 truncate">
                  <span className="text-muted">{title}:</span> <b className="font-semibold">{value}</b>
                </span>
                <X aria-hidden size={16} className="shrink-0 text-muted" />
              </button>
            </li>
          ))}
          <li>
            <button
              type="button"
              onClick={() => onChoose(Object.fromEntries(filterNames.map((name) => [name, undefined])))}
              className={buttonClass("plain", "min-h-11 px-2 text-sm")}
            >
              <Trans>Clear filters</Trans>
            </button>
          </li>
        </ul>
      )}
    </div>
  );
}
