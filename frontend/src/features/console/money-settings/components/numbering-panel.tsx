import { useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { numberingRequestLimits as limits } from "@/api/limits.gen";
import { Panel } from "@/components/console/panel";
import { CheckInput, NumberInput, TextInput } from "@/components/forms/fields";
import { SaveBar } from "@/components/forms/save-bar";
import { useVersionedForm } from "@/components/forms/use-versioned-form";
import { toast } from "@/components/ui/toast";
import { changeNumbering, type NumberedKind, type Numbering, numberingQuery } from "../api";

type Values = { series: string; format: string; restartsYearly: boolean; nextSequence: number };

const PLACEHOLDERS = "{series} {year} {year:2} {number} {number:5}";
const MAX_SERIES = 12;

/** The numbers of invoices and credit notes. Issued documents keep theirs. */
export function NumberingPanel({ numbering }: { numbering: Numbering }) {
  const { t } = useLingui();
  return (
    <Panel
      title={t`Numbers`}
      description={t`Of documents from now on. Numbers have no gaps and are never repeated.`}
    >
      <div className="grid gap-8">
        <NumberingForm title={t`Invoices`} kind="invoice" numbering={numbering} />
        <NumberingForm title={t`Credit notes`} kind="credit_note" numbering={numbering} />
      </div>
    </Panel>
  );
}

function NumberingForm({
  title,
  kind,
  numbering,
}: {
  title: string;
  kind: NumberedKind;
  numbering: Numbering;
}) {
  const { t } = useLingui();
  const heading = useId();
  const form = useVersionedForm<Numbering, Values, number>({
    query: numberingQuery,
    data: numbering,
    read(data) {
      const found = data.numbering.find((each) => each.kind === kind);
      if (!found) throw new Error(`No numbering of ${kind}`);
      const { series, format, restartsYearly, nextSequence, revision } = found;
      return { values: { series, format, restartsYearly, nextSequence }, revision };
    },
    save: ({ nextSequence, ...values }, revision, base) =>
      changeNumbering(kind, {
        ...values,
        // Sent only where it was chosen: documents may have been issued meanwhile.
        nextSequence: nextSequence === base.nextSequence ? null : nextSequence,
        revision,
      }),
    onSaved: () => toast({ title: t`Saved` }),
  });
  const { control, values } = form;
  const hasNumber = /\{number(:[1-9])?\}/.test(values.format) && Number.isInteger(values.nextSequence);
  return (
    <form noValidate aria-labelledby={heading} className="grid gap-4" onSubmit={form.onSubmit}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id={heading} className="font-semibold">
          {title}
        </h3>
        <p className="text-sm text-slate">
          {t`Next:`}{" "}
          <output className="tabular font-semibold break-all text-ink">
            {hasNumber ? numberOf(values, numbering.year, values.nextSequence) : "–"}
          </output>
        </p>
      </div>
      <div className="grid gap-4 sm:grid-cols-2 [&>*]:min-w-0">
        <TextInput
          control={control}
          name="series"
          label={t`Series`}
          maxLength={MAX_SERIES}
          autoComplete="off"
          hint={t`Letters and digits.`}
        />
        <NumberInput
          control={control}
          name="nextSequence"
          label={t`Next number`}
          hint={t`Only forward, for example after another program.`}
          digits={0}
          limits={limits.nextSequence}
        />
        <div className="sm:col-span-2">
          <TextInput
            control={control}
            name="format"
            label={t`Format`}
            maxLength={limits.format.maxLength}
            autoComplete="off"
            spellCheck={false}
            hint={t`Placeholders: ${{ names: PLACEHOLDERS }}`}
          />
        </div>
      </div>
      <CheckInput control={control} name="restartsYearly" label={t`Restart from 1 each year`} />
      <SaveBar form={form} />
    </form>
  );
}

type Format = { series: string; format: string };

/** A document's number as it is printed, of a format with `{series}`, `{year}` and `{number}`. */
export function numberOf({ series, format }: Format, year: number, sequence: number): string {
  return format.replaceAll(/\{(series|year|number)(?::([1-9]))?\}/g, (_, name: string, digits?: string) => {
    if (name === "series") return series;
    if (name === "year") return digits === "2" ? String(year).slice(-2) : String(year);
    return String(sequence).padStart(Number(digits ?? 0), "0");
  });
}
