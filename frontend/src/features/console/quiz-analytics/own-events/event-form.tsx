import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { useForm } from "react-hook-form";
import { CancelEdit } from "@/components/forms/cancel-edit";
import { SelectInput, TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { formatNumber } from "@/lib/format";
import { type EventInput, type OwnEvent, ownEventsKey, recordedQuery, saveEvent } from "./api";
import { Preview } from "./preview";
import { comparisonsOf, type Found, foundIn, kinds } from "./rules";

interface Props {
  /** The event to change; none: a new one. */
  before?: OwnEvent | undefined;
  onDone: (saved: readonly OwnEvent[]) => void;
  onCancel: () => void;
}

type Values = Required<Pick<EventInput, "name" | "kind" | "comparison" | "value">> & { page: string };
const maxName = 60;

/** What an event is, with what was recorded most to choose from, and how often it happened. */
export function EventForm({ before, onDone, onCancel }: Props) {
  const { t } = useLingui();
  const form = useForm<Values>({
    defaultValues: {
      name: before?.name ?? "",
      kind: before?.kind ?? "page",
      comparison: before?.comparison ?? "is",
      value: before?.value ?? "",
      page: before?.page ?? "",
    },
  });
  const { control } = form;
  const { name, ...typed } = form.watch();
  const { kind, comparison, value, page } = useDeferredValue(typed);
  const { onSubmit, problem, isPending } = useSubmit(
    form,
    ({ page, ...values }: Values) =>
      saveEvent({ ...values, page: values.kind === "press" ? page || null : null }, before),
    {
      refresh: [ownEventsKey],
      done: { title: t`Saved` },
      onDone: ({ events }) => onDone(events),
    },
  );
  const take = ({ target, name: proposed }: Found) => {
    form.setValue("kind", target.kind);
    form.setValue("comparison", target.comparison);
    form.setValue("value", target.value);
    form.setValue("page", "");
    if (!form.getValues("name").trim()) form.setValue("name", proposed.slice(0, maxName));
  };
  const hints = {
    page: t`Such as /guide. A pasted URL is fine.`,
    press: t`Such as instagram.com, or /cars for a page of your site`,
  };

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={onSubmit}>
      {!before && <Picker onPick={take} />}
      <TextInput control={control} name="name" label={t`Name`} maxLength={maxName} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectInput
          control={control}
          name="kind"
          label={t`What happens`}
          options={kinds.map(([one, title]) => [one, t(title)])}
          onEdit={() => {
            const isOffered = comparisonsOf(form.getValues("kind")).some(
              ([one]) => one === form.getValues("comparison"),
            );
            if (!isOffered) form.setValue("comparison", "is");
          }}
        />
        <SelectInput
          control={control}
          name="comparison"
          label={t`Compared how`}
          options={comparisonsOf(typed.kind).map(([one, title]) => [one, t(title)])}
        />
      </div>
      <TextInput
        control={control}
        name="value"
        label={typed.comparison === "text" ? t`Visible text` : t`URL`}
        hint={typed.comparison === "text" ? undefined : hints[typed.kind]}
        maxLength={2048}
        autoCapitalize="none"
        spellCheck={false}
      />
      {typed.kind === "press" && (
        <TextInput
          control={control}
          name="page"
          label={t`Only on this page (optional)`}
          hint={t`Such as / for the home page`}
          maxLength={200}
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      <Preview target={{ kind, comparison, value: value.trim(), ...(page && { page: page.trim() }) }} />
      <FormProblem text={problem} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={isPending || !name.trim() || !typed.value.trim()}>
          {before ? <Trans>Save</Trans> : <Trans>Add event</Trans>}
        </Button>
        <CancelEdit onCancel={onCancel} />
      </div>
    </form>
  );
}

/** The pages, links and buttons of most visits: choosing one fills the form. */
function Picker({ onPick }: { onPick: (found: Found) => void }) {
  const { t } = useLingui();
  const recorded = useQuery(recordedQuery).data;
  const found = recorded && foundIn(recorded);
  const all = found ? [...found.page, ...found.press] : [];
  return (
    <SelectField
      label={t`Choose from the last 28 days`}
      hint={all.length === 0 && recorded ? t`Nothing was recorded in the last 28 days.` : undefined}
      value=""
      disabled={all.length === 0}
      onChange={({ target }) => {
        const picked = all.find(({ id }) => id === target.value);
        if (picked) onPick(picked);
      }}
    >
      <option value="">{t`Pages, links and buttons of most visits`}</option>
      {kinds.map(([kind, title]) => (
        <optgroup key={kind} label={t(title)}>
          {found?.[kind].map(({ id, name, visits }) => (
            <option key={id} value={id}>
              {name} ({formatNumber(visits)})
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  );
}
