import { Trans, useLingui } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { Popover } from "radix-ui";
import { useState } from "react";
import type { components } from "@/api/schema.gen";
import { buttonClass } from "@/components/ui/button";
import { formatNumber } from "@/lib/format";
import { filterTitles, valueName } from "../rules/filter-words";
import { type Choose, type FilterName, filterNames, type View } from "../rules/view";
import { AnswerFields, small } from "./answer-fields";

interface Props {
  view: View;
  choices: components["schemas"]["Choices"] | undefined;
  onChoose: Choose;
}

/** What to filter by, then which value of it, with how many sessions each has. */
export function AddFilter({ view, choices, onChoose }: Props) {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState<FilterName>("utmCampaign");
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
          className="z-50 grid w-80 max-w-[calc(100vw-1.5rem)] gap-3 rounded-2xl border border-line bg-panel p-4 text-ink shadow-card"
        >
          <label className="block text-xs text-muted">
            <span className="mb-1 block px-1">
              <Trans>Filter by</Trans>
            </span>
            <select
              className={small}
              value={name}
              onChange={({ target }) => setName(target.value as FilterName)}
            >
              {filterNames.map((one) => (
                <option key={one} value={one}>
                  {t(filterTitles[one])}
                </option>
              ))}
            </select>
          </label>
          {name === "answer" ? (
            <AnswerFields view={view} onChoose={choose} />
          ) : (
            <ValueField name={name} view={view} choices={choices?.[name]} onChoose={choose} />
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface ValueProps extends Pick<Props, "view" | "onChoose"> {
  name: Exclude<FilterName, "answer">;
  choices: components["schemas"]["Choice"][] | undefined;
}

function ValueField({ name, view, choices, onChoose }: ValueProps) {
  const { t } = useLingui();
  if (choices?.length === 0)
    return (
      <p className="text-sm text-slate">
        <Trans>No session in this period has a value.</Trans>
      </p>
    );
  return (
    <label className="block text-xs text-muted">
      <span className="mb-1 block px-1">{t(filterTitles[name])}</span>
      <select
        className={small}
        value={view.filters[name] ?? ""}
        onChange={({ target }) => onChoose({ [name]: target.value || undefined })}
      >
        <option value="">{t`Choose`}</option>
        {choices?.map(({ value, sessions }) => (
          <option key={value} value={value}>
            {valueName(name, value)} ({formatNumber(sessions)})
          </option>
        ))}
      </select>
    </label>
  );
}
