import { useLingui } from "@lingui/react/macro";
import { SelectField } from "@/components/ui/field";
import { hasBounds, isNumeric, isWritten, type Question, type SkipRule, valuesOf } from "../rules/quiz";
import { NumberField } from "./number-field";

const bounds = { min: -1_000_000, max: 1_000_000 };

interface Props {
  rule: SkipRule;
  target: Question;
  onChange: (rule: SkipRule) => void;
}

type Condition = "any" | "all" | "between" | "answered" | "unanswered";

function conditionOf(rule: SkipRule): Condition {
  if (rule.isAnswered != null) return rule.isAnswered ? "answered" : "unanswered";
  return hasBounds(rule) ? "between" : (rule.match ?? "any");
}

/** What a rule compares of the answer to an earlier question. */
export function RuleOn({ rule, target, onChange }: Props) {
  const { t } = useLingui();
  const { questionId } = rule;
  const condition = conditionOf(rule);
  const first = target.options[0]?.value;
  const titles: Record<Condition, string> = {
    any: t`with any of these`,
    all: t`with all of these`,
    between: t`with a number between`,
    answered: t`at all`,
    unanswered: t`not at all`,
  };
  const choices: Condition[] = [
    ...(isNumeric(target) ? (["between"] as const) : []),
    ...(isNumeric(target) || isWritten(target) ? [] : (["any"] as const)),
    ...(target.kind === "choices" ? (["all"] as const) : []),
    "answered",
    "unanswered",
  ];
  function choose(next: string) {
    if (next === "answered" || next === "unanswered")
      onChange({ questionId, values: [], isAnswered: next === "answered" });
    else if (next === "between")
      onChange({ questionId, values: [], atLeast: Number(first ?? target.minimum ?? 0) });
    else {
      const values = valuesOf(rule).length > 0 ? [...valuesOf(rule)] : first ? [first] : [];
      onChange({ questionId, values, match: next === "all" ? "all" : "any" });
    }
  }
  // One bound stays: a rule without any would skip nothing.
  const setBounds = (next: SkipRule) => hasBounds(next) && onChange({ ...next, values: [] });
  return (
    <>
      <div className="mt-2">
        <SelectField label={t`How`} value={condition} onChange={(event) => choose(event.target.value)}>
          {choices.map((one) => (
            <option key={one} value={one}>
              {titles[one]}
            </option>
          ))}
          {!choices.includes(condition) && <option value={condition}>{titles[condition]}</option>}
        </SelectField>
      </div>
      {condition === "between" && (
        <div className="mt-2 grid grid-cols-2 gap-3">
          <NumberField
            label={t`with at least`}
            value={rule.atLeast ?? null}
            {...bounds}
            onChange={(atLeast) => setBounds({ ...rule, atLeast })}
          />
          <NumberField
            label={t`and at most`}
            value={rule.atMost ?? null}
            {...bounds}
            onChange={(atMost) => setBounds({ ...rule, atMost })}
          />
        </div>
      )}
      {(condition === "any" || condition === "all") && (
        <div className="mt-2 flex flex-wrap gap-x-5">
          {target.options.map((option) => {
            const isChosen = valuesOf(rule).includes(option.value);
            const values = isChosen
              ? valuesOf(rule).filter((one) => one !== option.value)
              : [...valuesOf(rule), option.value];
            return (
              <label key={option.value} className="flex min-h-11 cursor-pointer items-center gap-2 text-sm">
                <input
                  type="checkbox"
                  className="size-5 accent-pine"
                  checked={isChosen}
                  // The last one cannot be removed: a rule needs an answer.
                  onChange={() => values.length > 0 && onChange({ ...rule, values })}
                />
                {option.label || option.value}
              </label>
            );
          })}
        </div>
      )}
    </>
  );
}
