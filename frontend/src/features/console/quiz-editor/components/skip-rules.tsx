import { Trans, useLingui } from "@lingui/react/macro";
import { Plus, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/field";
import { isNumeric, isWritten, type Question, type SkipRule, withQuestion } from "../rules/quiz";
import type { QuestionProps } from "../use-draft";
import { Mover } from "./question-list";
import { RuleOn } from "./rule-on";

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
  const ruleOn = (questionId: string) =>
    firstRule(
      earlier.find((one) => one.id === questionId),
      questionId,
    );
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
      {rules.length > 1 && (
        <div className="mt-2 max-w-72">
          <SelectField
            label={t`Skip it when`}
            value={question.skipJoin ?? "any"}
            onChange={(event) => {
              const skipJoin = event.target.value === "all" ? "all" : "any";
              draft.change((quiz) => withQuestion(quiz, place, { skipJoin }));
            }}
          >
            <option value="any">{t`any of these is true`}</option>
            <option value="all">{t`all of these are true`}</option>
          </SelectField>
        </div>
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
              {target && <RuleOn rule={rule} target={target} onChange={(next) => put(index, next)} />}
            </li>
          );
        })}
      </ul>
      <Button
        access="draft"
        look="plain"
        className="mt-2"
        onClick={() => set([...rules, ruleOn(earlier.at(-1)?.id ?? "")])}
      >
        <Plus aria-hidden size={18} />
        <Trans>Skip it after an answer</Trans>
      </Button>
    </fieldset>
  );
}

/** A rule to begin with, as the earlier question is answered. */
function firstRule(target: Question | undefined, questionId: string): SkipRule {
  if (isWritten(target)) return { questionId, values: [], isAnswered: true };
  const first = target?.options[0]?.value;
  if (isNumeric(target)) return { questionId, values: [], atLeast: Number(first ?? target?.minimum ?? 0) };
  return { questionId, values: first ? [first] : [] };
}
