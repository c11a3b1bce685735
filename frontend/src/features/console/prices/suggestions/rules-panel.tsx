import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { priceRuleLimits as limits } from "@/api/limits.gen";
import { Badge } from "@/components/console/badge";
import { Panel } from "@/components/console/panel";
import { useChange } from "@/components/console/use-change";
import { DialogForm } from "@/components/forms/dialog-form";
import { CheckInput, NumberInput, SelectInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { draftQuery, entriesOf } from "@/features/console/shared/catalog-draft/api";
import { useMay } from "@/features/console/shared/session";
import { formatMoney } from "@/lib/format";
import { type Rule, type Suggestions, saveRules, suggestionsKey } from "./api";

const fresh: Rule = {
  kind: "raise",
  occupancy: 80,
  daysFrom: 0,
  daysTo: 90,
  percent: 10,
  car: null,
  minPrice: null,
  maxPrice: null,
  isAutomatic: false,
};

/** The owner's rules; managers read them. */
export function RulesPanel({ found }: { found: Suggestions }) {
  const { t } = useLingui();
  const isOwner = useMay()("company");
  const change = useChange({ refresh: suggestionsKey });
  const [editing, setEditing] = useState<number | null>(null);
  const names = useCarNames();
  const remove = (place: number) =>
    change(
      () => saveRules(found.revision, found.rules.toSpliced(place, 1)),
      () => ({ title: t`Rule removed` }),
    );
  return (
    <Panel
      title={t`Rules`}
      description={t`Where several rules hold, a model's own rule decides, then the one that changes most.`}
    >
      <ul className="grid gap-2">
        {found.rules.map((rule, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rules are known by their place
          <li key={place} className="flex flex-wrap items-center gap-3 rounded-card bg-stone p-3">
            <span className="min-w-56 flex-1 text-sm">
              <RuleText
                rule={rule}
                car={rule.car ? (names.get(rule.car) ?? rule.car) : null}
                currency={found.currency}
              />
            </span>
            {rule.isAutomatic && (
              <Badge look="good">
                <Trans>Automatic</Trans>
              </Badge>
            )}
            {isOwner && (
              <>
                <Button look="quiet" className="min-h-11 px-3 text-sm" onClick={() => setEditing(place)}>
                  <Trans>Edit</Trans>
                </Button>
                <Button look="quiet" className="min-h-11 px-3 text-sm" onClick={() => void remove(place)}>
                  <Trans>Remove</Trans>
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
      {isOwner ? (
        <Button className="mt-3" onClick={() => setEditing(found.rules.length)}>
          <Plus aria-hidden size={18} /> <Trans>Add rule</Trans>
        </Button>
      ) : (
        <p className="mt-3 text-sm text-muted">
          <Trans>Only owners change rules.</Trans>
        </p>
      )}
      {editing !== null && (
        <RuleDialog found={found} place={editing} names={names} onClose={() => setEditing(null)} />
      )}
    </Panel>
  );
}

function useCarNames(): Map<string, string> {
  const draft = useQuery(draftQuery).data;
  return new Map(
    draft
      ? entriesOf(draft, "cars").flatMap(({ item }) => (item ? [[item.slug, item.name] as const] : []))
      : [],
  );
}

interface TextProps {
  rule: Rule;
  car: string | null;
  currency: string;
}

function RuleText({ rule, car, currency }: TextProps) {
  const { t } = useLingui();
  const values = { occupancy: rule.occupancy, from: rule.daysFrom, to: rule.daysTo, percent: rule.percent };
  const bounds = [
    rule.minPrice !== null && t`at least ${{ price: formatMoney(rule.minPrice, currency) }}`,
    rule.maxPrice !== null && t`at most ${{ price: formatMoney(rule.maxPrice, currency) }}`,
  ].filter(Boolean);
  const what =
    rule.kind === "raise"
      ? t`From ${{ occupancy: values.occupancy }} % booked, ${{ from: values.from }} to ${{ to: values.to }} days ahead: ${{ percent: values.percent }} % more`
      : t`Below ${{ occupancy: values.occupancy }} % booked, ${{ from: values.from }} to ${{ to: values.to }} days ahead: ${{ percent: values.percent }} % less`;
  return (
    <>
      <strong>{car ?? t`All models`}</strong>
      {": "}
      {[what, ...bounds].join(", ")}
    </>
  );
}

interface DialogProps {
  found: Suggestions;
  place: number;
  names: Map<string, string>;
  onClose: () => void;
}

function RuleDialog({ found, place, names, onClose }: DialogProps) {
  const { t } = useLingui();
  const known = found.rules[place];
  const form = useForm<Rule>({ defaultValues: known ?? fresh });
  const submit = useSubmit(
    form,
    (rule: Rule) =>
      saveRules(found.revision, found.rules.toSpliced(place, 1, { ...rule, car: rule.car || null })),
    { refresh: [suggestionsKey], done: { title: t`Rule saved` }, onDone: onClose },
  );
  const { control } = form;
  return (
    <DialogForm
      isWide
      title={known ? t`Edit rule` : t`Add rule`}
      confirm={t`Save`}
      submit={submit}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectInput
          control={control}
          name="car"
          label={t`Model`}
          options={[[null, t`All models`] as const, ...names]}
        />
        <SelectInput
          control={control}
          name="kind"
          label={t`Change`}
          options={[
            ["raise", t`Higher price from this occupancy on`] as const,
            ["lower", t`Lower price below this occupancy`] as const,
          ]}
        />
        <NumberInput
          control={control}
          name="occupancy"
          label={t`Occupancy (%)`}
          digits={0}
          limits={limits.occupancy}
        />
        <NumberInput
          control={control}
          name="percent"
          label={t`Price change (%)`}
          digits={0}
          limits={limits.percent}
        />
        <NumberInput
          control={control}
          name="daysFrom"
          label={t`From days ahead`}
          digits={0}
          empty={0}
          limits={limits.daysFrom}
        />
        <NumberInput
          control={control}
          name="daysTo"
          label={t`To days ahead`}
          digits={0}
          empty={0}
          limits={limits.daysTo}
        />
        <NumberInput control={control} name="minPrice" label={t`Lowest daily price (optional)`} digits={2} />
        <NumberInput control={control} name="maxPrice" label={t`Highest daily price (optional)`} digits={2} />
      </div>
      <CheckInput
        control={control}
        name="isAutomatic"
        label={t`Apply automatically`}
        hint={t`Every day at 5:00 the prices that this rule suggests for the next 90 days go live without asking. All owners get an email, and each change is in the history of the catalogue.`}
      />
    </DialogForm>
  );
}
