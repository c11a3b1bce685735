import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { Popover } from "radix-ui";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { components } from "@/api/schema.gen";
import { buttonClass } from "@/components/ui/button";
import { formatNumber } from "@/lib/format";
import { choicesQuery } from "../api";
import { filterTitles, operatorNames, valueName } from "../rules/filter-words";
import { type Match, matchOf, matchText, maxValues, type Operator } from "../rules/match";
import { type Choose, type FilterName, filterNames, type View } from "../rules/view";
import { AnswerFields, small } from "./answer-fields";

interface Props {
  view: View;
  onChoose: Choose;
}

type Offered = Exclude<FilterName, "answer" | "hourOfWeek">;
/** Hours of the week are chosen where they are shown. */
const offered = filterNames.filter((name): name is Offered | "answer" => name !== "hourOfWeek");

/** What to filter by, then which value of it, with how many sessions each has. */
export function AddFilter({ view, onChoose }: Props) {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState<Offered | "answer">("utmCampaign");
  const choose: Choose = (changes) => {
    onChoose(changes);
    setOpen(false);
  };
  const { t } = useLingui();
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger className={buttonClass("quiet", "min-h-11 px-4 text-sm")}>
        <Plus aria-hidden size={16} /> <Trans>Add filter</Trans>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={6}
          collisionPadding={12}
          aria-label={t`Add filter`}
          className="z-50 grid max-h-(--radix-popover-content-available-height) w-80 max-w-[calc(100vw-1.5rem)] gap-3 overflow-y-auto rounded-2xl border border-line bg-panel p-4 text-ink shadow-card"
        >
          <label className="block text-xs text-muted">
            <span className="mb-1 block px-1">
              <Trans>Filter by</Trans>
            </span>
            <select
              className={small}
              value={name}
              onChange={({ target }) => setName(target.value as Offered | "answer")}
            >
              {offered.map((one) => (
                <option key={one} value={one}>
                  {t(filterTitles[one])}
                </option>
              ))}
            </select>
          </label>
          {name === "answer" ? (
            <AnswerFields view={view} onChoose={choose} />
          ) : (
            <ValueField key={name} name={name} view={view} onChoose={choose} />
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface ValueProps extends Pick<Props, "view" | "onChoose"> {
  name: Offered;
}

/** One value at once, several, all but some, or a part of the value. */
type Condition = Operator | "any";

// Of few, known values a part says nothing.
const whole: readonly FilterName[] = ["device", "visitor", "country", "language"];

function ValueField({ name, view, onChoose }: ValueProps) {
  const { t } = useLingui();
  const choices = useQuery(choicesQuery(view, name)).data?.choices[name];
  const before = matchOf(view.filters[name] ?? "is:");
  const [condition, setCondition] = useState<Condition>(
    before.operator === "is" && before.values.length > 1 ? "any" : before.operator,
  );
  if (choices?.length === 0)
    return (
      <p className="text-sm text-slate">
        <Trans>No session in this period has a value.</Trans>
      </p>
    );
  const operator = condition === "any" ? "is" : condition;
  const apply = (values: readonly string[]) => onChoose({ [name]: matchText({ operator, values }) });
  const parts: Condition[] = whole.includes(name) ? [] : ["contains", "lacks"];
  return (
    <>
      <select
        aria-label={t`Condition`}
        className={small}
        value={condition}
        onChange={({ target }) => setCondition(target.value as Condition)}
      >
        {(["is", "any", "not", ...parts] as const).map((one) => (
          <option key={one} value={one}>
            {one === "any" ? t`is one of` : t(operatorNames[one])}
          </option>
        ))}
      </select>
      {condition === "is" ? (
        <label className="block text-xs text-muted">
          <span className="mb-1 block px-1">{t(filterTitles[name])}</span>
          <select
            className={small}
            value={before.values[0] ?? ""}
            onChange={({ target }) => apply(target.value ? [target.value] : [])}
          >
            <option value="">{t`Choose`}</option>
            {choices?.map(({ value, sessions }) => (
              <option key={value} value={value}>
                {valueName(name, value)} ({formatNumber(sessions)})
              </option>
            ))}
          </select>
        </label>
      ) : condition === "contains" || condition === "lacks" ? (
        <PartField name={name} before={before} onApply={apply} />
      ) : (
        <SeveralFields name={name} before={before} choices={choices ?? []} onApply={apply} />
      )}
    </>
  );
}

interface ApplyProps {
  name: FilterName;
  before: Match;
  onApply: (values: readonly string[]) => void;
}

function PartField({ name, before, onApply }: ApplyProps) {
  const { t } = useLingui();
  const isPart = before.operator === "contains" || before.operator === "lacks";
  const { register, watch, handleSubmit } = useForm({
    defaultValues: { part: isPart ? (before.values[0] ?? "") : "" },
  });
  return (
    <form className="grid gap-3" onSubmit={handleSubmit(({ part }) => onApply([part.trim()]))}>
      <input
        className={small}
        aria-label={t(filterTitles[name])}
        maxLength={100}
        {...register("part", { validate: (part) => part.trim() !== "" })}
      />
      <button type="submit" className={buttonClass("primary", "min-h-11")} disabled={!watch("part").trim()}>
        <Trans>Apply</Trans>
      </button>
    </form>
  );
}

function SeveralFields({
  name,
  before,
  choices,
  onApply,
}: ApplyProps & { choices: readonly components["schemas"]["Choice"][] }) {
  const { t } = useLingui();
  const isWhole = before.operator === "is" || before.operator === "not";
  const [chosen, setChosen] = useState<readonly string[]>(isWhole ? before.values : []);
  const toggle = (value: string) =>
    setChosen((now) => (now.includes(value) ? now.filter((one) => one !== value) : [...now, value]));
  // Those chosen before that no session of the period has.
  const others = before.values.filter((value) => isWhole && !choices.some((one) => one.value === value));
  const listed = [...choices, ...others.map((value) => ({ value, sessions: 0 }))];
  return (
    <>
      <fieldset className="-mx-2 max-h-64 overflow-y-auto px-2">
        <legend className="sr-only">{t(filterTitles[name])}</legend>
        {listed.map(({ value, sessions }) => (
          <label key={value} className="flex min-h-11 items-center gap-3 text-sm">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-pine"
              checked={chosen.includes(value)}
              disabled={chosen.length >= maxValues && !chosen.includes(value)}
              onChange={() => toggle(value)}
            />
            <span className="min-w-0 flex-1 truncate" title={valueName(name, value)}>
              {valueName(name, value)}
            </span>
            <span className="tabular text-muted">{formatNumber(sessions)}</span>
          </label>
        ))}
      </fieldset>
      <button
        type="button"
        className={buttonClass("primary", "min-h-11")}
        disabled={chosen.length === 0}
        onClick={() => onApply(chosen)}
      >
        <Trans>Apply</Trans>
      </button>
    </>
  );
}
