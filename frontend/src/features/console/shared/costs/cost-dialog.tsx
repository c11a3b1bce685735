import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Paperclip } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { vehicleCostRequestLimits as limits } from "@/api/limits.gen";
import { useChange } from "@/components/console/use-change";
import { AmountInput } from "@/components/forms/amount-input";
import { DialogForm } from "@/components/forms/dialog-form";
import { AreaInput, NumberInput, SelectInput, TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { controlClass, Field } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";
import type { Vehicle } from "@/features/console/shared/fleet";
import { sentenceOf } from "@/lib/errors";
import { formatMoney } from "@/lib/format";
import { siteConfig } from "@/lib/site-config";
import {
  addCost,
  type Cost,
  type CostKind,
  changeCost,
  costKinds,
  costsKey,
  keepReceipt,
  receiptUrl,
  removeReceipt,
} from "./costs";

interface Values {
  vehicleId: string;
  kind: CostKind;
  spentOn: string;
  amount: number | null;
  months: number | null;
  supplier: string;
  note: string;
}

interface Props {
  /** To choose from, where the vehicle is not known. */
  vehicles?: readonly Vehicle[];
  vehicleId?: string;
  /** The cost to change; null for a new one. */
  cost: Cost | null;
  today: string;
  onClose: () => void;
}

const usual: Partial<Record<CostKind, number>> = { purchase: 48, lease: 36, insurance: 12 };
/** The largest file that the server takes. */
const maxBytes = 1_250_000;

/** Adds or changes a cost of a vehicle, with its receipt. */
export function CostDialog({ vehicles = [], vehicleId = "", cost, today, onClose }: Props) {
  const { t } = useLingui();
  const change = useChange({ refresh: costsKey });
  const [hasReceipt, setHasReceipt] = useState(cost?.hasReceipt ?? false);
  const [file, setFile] = useState<File | null>(null);
  const currency = cost?.currency ?? siteConfig().tenant.currency;
  const form = useForm<Values>({
    defaultValues: {
      vehicleId,
      kind: cost?.kind ?? "service",
      spentOn: cost?.spentOn ?? today,
      amount: cost?.amount ?? null,
      months: cost?.months ?? 1,
      supplier: cost?.supplier ?? "",
      note: cost?.note ?? "",
    },
  });
  const { control } = form;
  const { kind, amount, months, vehicleId: chosen, spentOn } = form.watch();
  const isTooLarge = file?.type === "application/pdf" && file.size > maxBytes;
  const submit = useSubmit(
    form,
    async ({ vehicleId: vehicle, ...values }: Values) => {
      const body = { ...values, amount: values.amount ?? 0 };
      const id = cost ? await changeCost(cost.id, body) : await addCost(vehicle, body);
      if (!file) return;
      // The cost is stored: sending it again would add it twice.
      await keepReceipt(id, file).catch((error: unknown) =>
        toast({ kind: "destructive", title: t`Couldn't save the receipt`, description: sentenceOf(error) }),
      );
    },
    { refresh: [costsKey], done: { title: cost ? t`Cost changed` : t`Cost added` }, onDone: onClose },
  );
  const isSpread = typeof amount === "number" && typeof months === "number" && months > 1;
  const total = isSpread ? formatMoney((Math.round(amount * 100) * months) / 100, currency) : "";
  const monthly = isSpread ? formatMoney(Math.round((amount / months) * 100) / 100, currency) : "";
  return (
    <DialogForm
      title={cost ? t`Edit cost` : t`Add cost`}
      submit={submit}
      confirm={cost ? t`Save` : t`Add cost`}
      isBlocked={typeof amount !== "number" || amount <= 0 || !chosen || !spentOn || isTooLarge}
      onClose={onClose}
    >
      {vehicles.length > 0 && !cost && (
        <SelectInput control={control} name="vehicleId" label={t`Vehicle`}>
          <option value="">{t`Select a vehicle`}</option>
          {vehicles.map((vehicle) => (
            <option key={vehicle.id} value={vehicle.id}>{`${vehicle.plate} · ${vehicle.car}`}</option>
          ))}
        </SelectInput>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectInput
          control={control}
          name="kind"
          label={t`Kind`}
          onInput={(event) => {
            const next = event.currentTarget.value as CostKind;
            form.setValue("months", usual[next] ?? 1);
          }}
        >
          {Object.entries(costKinds).map(([value, name]) => (
            <option key={value} value={value}>
              {t(name)}
            </option>
          ))}
        </SelectInput>
        <TextInput
          control={control}
          name="spentOn"
          type="date"
          label={kind === "lease" ? t`First payment` : t`Date`}
        />
        <AmountInput
          control={control}
          name="amount"
          label={kind === "lease" ? t`Amount a month` : t`Amount`}
          currency={currency}
          limits={limits.amount}
        />
        <NumberInput
          control={control}
          name="months"
          label={kind === "lease" ? t`Number of months` : t`Spread over months`}
          digits={0}
          limits={limits.months}
        />
      </div>
      {isSpread && (
        <p className="tabular text-sm text-slate">
          {kind === "lease" ? (
            <Trans>{total} in total</Trans>
          ) : (
            <Trans>
              About {monthly} a month for <Plural value={months} one="# month" other="# months" />
            </Trans>
          )}
        </p>
      )}
      <TextInput
        control={control}
        name="supplier"
        label={t`Supplier (optional)`}
        maxLength={limits.supplier.maxLength}
      />
      <AreaInput control={control} name="note" label={t`Note`} rows={2} maxLength={limits.note.maxLength} />
      {cost && hasReceipt && (
        <p className="flex flex-wrap items-center gap-x-4">
          <a
            className="inline-flex min-h-11 items-center gap-1 font-semibold text-pine underline underline-offset-4"
            href={receiptUrl(cost.id)}
            target="_blank"
            rel="noreferrer"
          >
            <Paperclip aria-hidden size={18} /> <Trans>Open receipt</Trans>
          </a>
          <Button
            look="plain"
            onClick={() =>
              void change(
                () => removeReceipt(cost.id),
                () => ({ title: t`Receipt removed` }),
              ).then((isDone) => setHasReceipt(!isDone))
            }
          >
            <Trans>Remove receipt</Trans>
          </Button>
        </p>
      )}
      <PaperField
        label={hasReceipt ? t`Replace the receipt` : t`Receipt`}
        isTooLarge={isTooLarge}
        onFile={setFile}
      />
    </DialogForm>
  );
}

interface PaperProps {
  label: string;
  isTooLarge: boolean;
  onFile: (file: File | null) => void;
}

/** A photo or PDF of a receipt or notice. */
export function PaperField({ label, isTooLarge, onFile }: PaperProps) {
  const { t } = useLingui();
  return (
    <Field
      label={label}
      hint={t`A photo, or a PDF of at most 1 MB. Only your team can open it.`}
      error={isTooLarge ? t`This PDF is too large` : undefined}
    >
      {(props) => (
        <input
          {...props}
          type="file"
          accept="image/jpeg,image/png,image/webp,application/pdf"
          className={controlClass("py-2.5")}
          onChange={(event) => onFile(event.target.files?.[0] ?? null)}
        />
      )}
    </Field>
  );
}
