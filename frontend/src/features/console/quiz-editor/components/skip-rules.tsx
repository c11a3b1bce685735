import { Trans, useLingui } from "@lingui/react/macro";
import { Plus, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/field";
import { hasBounds, isNumeric, type SkipRule, withQuestion } from "../rules/quiz";
import { NumberField } from "./kind-fields";
import { Mover } from "./question-list";
import type { QuestionProps } from "./question-props";

const bounds = { min: -1_000_000, max: 1_000_000 };

/** The answers after which the question is skipped. */
export function SkipRules({ draft, place, problems }: QuestionProps) {
  const { t } = useLingui();
  const { questions } = draft.quiz;
  const question = questions[place];
  const earlier = questions.slice(0, place);
  if (!question || earlier.length === 0) return null;
  const rules = question.skipWhen ?? [];
  const set = (next: SkipRule[]) => draft.change((quiz) => withQuestion(quiz, place, { skipWhen: next }));
  const put = (index: number, rule: SkipRule) =>
    set(rules.map((one, number) => (number === index ? rule : one)));
  const ruleOn = (questionId: string): SkipRule => {
    const target = earlier.find((one) => one.id === questionId);
    if (isNumeric(target))
      return { questionId, values: [], atLeast: Number(target?.options[0]?.value ?? target?.minimum ?? 0) };
    const first = target?.options[0]?.value;
    return { questionId, values: first ? [first] : [] };
  };
  // One bound stays: a rule without any would skip nothing.
  const setBounds = (index: number, rule: SkipRule) => hasBounds(rule) && put(index, { ...rule, values: [] });
  return (
    <fieldset>
      <legend className="text-sm font-semibold text-slate">
        <Trans>When it is skipped</Trans>
      </legend>
      {rules.length === 0 && (
        <p className="mt-1 text-sm text-muted">
          <Trans>Everyone is asked this.</Trans>
        </p>
      )}
      <ul className="mt-2 flex flex-col gap-3">
        {rules.map((rule, index) => {
          const target = earlier.find((one) => one.id === rule.questionId);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rules may say the same while they are written
            <li key={index} className="rounded-xl border border-line p-3">
              <div className="flex items-end gap-2">
                <div className="min-w-0 grow">
                  <SelectField
                    label={t`If this was answered`}
                    value={rule.questionId}
                    error={problems.get(`skipWhen.${index}`)?.message}
                    onChange={(event) => put(index, ruleOn(event.target.value))}
                  >
                    {!target && <option value={rule.questionId}>{rule.questionId}</option>}
                    {earlier.map((one) => (
                      <option key={one.id} value={one.id}>
                        {one.text || one.id}
                      </option>
                    ))}
                  </SelectField>
                </div>
                <Mover
                  label={t`Delete this rule`}
                  disabled={false}
                  onClick={() => set(rules.filter((_, number) => number !== index))}
                >
                  <X aria-hidden size={16} />
                </Mover>
              </div>
              {isNumeric(target) && (
                <div className="mt-2 grid grid-cols-2 gap-3">
                  <NumberField
                    label={t`with at least`}
                    value={rule.atLeast ?? null}
                    {...bounds}
                    onChange={(atLeast) => setBounds(index, { ...rule, atLeast })}
                  />
                  <NumberField
                    label={t`and at most`}
                    value={rule.atMost ?? null}
                    {...bounds}
                    onChange={(atMost) => setBounds(index, { ...rule, atMost })}
                  />
                </div>
              )}
              <div className="mt-2 flex flex-wrap gap-x-5">
                {(isNumeric(target) ? [] : (target?.options ?? [])).map((option) => {
                  const isChosen = rule.values.includes(option.value);
                  const values = isChosen
                    ? rule.values.filter((one) => one !== option.value)
                    : [...rule.values, option.value];
                  return (
                    <label
                      key={option.value}
                      className="flex min-h-11 cursor-pointer items-center gap-2 text-sm"
                    >
                      <input
                        type="checkbox"
                        className="size-5 accent-pine"
                        checked={isChosen}
                        // The last one cannot be removed: a rule needs an answer.
                        onChange={() => values.length > 0 && put(index, { ...rule, values })}
                      />
                      {option.label || option.value}
                    </label>
                  );
                })}
              </div>
            </li>
          );
        })}
      </ul>
      <Button look="plain" className="mt-2" onClick={() => set([...rules, ruleOn(earlier.at(-1)?.id ?? "")])}>
        <Plus aria-hidden size={18} />
        <Trans>Skip it after an answer</Trans>
      </Button>
    </fieldset>
  );
}
