import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { useForm } from "react-hook-form";
import { countTillRequestLimits as limits } from "@/api/limits.gen";
import { AmountInput } from "@/components/forms/amount-input";
import { DialogForm } from "@/components/forms/dialog-form";
import { TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { useMay } from "@/features/console/shared/session";
import { countTill, type Till, tillsKey } from "@/features/console/shared/tills";
import { restOf } from "@/lib/amounts";
import { formatMoney } from "@/lib/format";

interface Props {
  till: Till;
  currency: string;
  onClose: () => void;
}

interface Values {
  counted: number | null;
  reason: string;
}

/** Counts a till against what should be there; a difference needs a reason. */
export function CountDialog({ till, currency, onClose }: Props) {
  const { t } = useLingui();
  const isDesk = !useMay()("refunds");
  const form = useForm<Values>({ defaultValues: { counted: null, reason: "" } });
  const { control } = form;
  const { counted, reason } = form.watch();
  const difference = typeof counted === "number" ? restOf(counted, till.expected) : null;
  const submit = useSubmit(form, (values: Values) => countTill(till.id, values.counted ?? 0, values.reason), {
    refresh: [tillsKey],
    done: {
      title: difference && isDesk ? t`Counted; waiting for a manager to close it` : t`The till is closed`,
    },
    onDone: onClose,
  });
  return (
    <DialogForm
      title={till.isOwn ? t`Count my till` : t`Count the till of ${{ person: till.person }}`}
      description={t`Expected: ${{ expected: formatMoney(till.expected, currency) }}. A closed till can't be changed.`}
      submit={submit}
      confirm={difference && isDesk ? t`Submit for review` : t`Close the till`}
      isBlocked={difference === null || (difference !== 0 && !reason.trim())}
      onClose={onClose}
    >
      <AmountInput
        control={control}
        name="counted"
        label={t`Counted`}
        currency={currency}
        limits={limits.counted}
        autoFocus
      />
      {difference !== null && (
        <p
          role="status"
          className={clsx("tabular flex justify-between font-bold", difference !== 0 && "text-danger")}
        >
          <span>{difference === 0 ? t`Balanced` : difference > 0 ? t`Over` : t`Missing`}</span>
          {difference !== 0 && <span>{formatMoney(Math.abs(difference), currency)}</span>}
        </p>
      )}
      {difference !== null && difference !== 0 && (
        <>
          <TextInput
            control={control}
            name="reason"
            label={t`Why it differs`}
            required
            maxLength={limits.reason.maxLength}
          />
          {isDesk && (
            <p className="text-sm text-slate">
              <Trans>A manager reviews the difference and closes the till.</Trans>
            </p>
          )}
        </>
      )}
    </DialogForm>
  );
}
