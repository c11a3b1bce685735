import { Trans, useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import { openTillRequestLimits as limits } from "@/api/limits.gen";
import { AmountInput } from "@/components/forms/amount-input";
import { Button } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/form-problem";
import { openTill } from "@/features/console/shared/tills";
import { useMoneySubmit } from "../use-money-submit";

interface Props {
  bookingId: string;
  currency: string;
}

/** Cash goes into a till of one's own: it is opened right here. */
export function TillFirst({ bookingId, currency }: Props) {
  const { t } = useLingui();
  const form = useForm<{ opening: number | null }>({ defaultValues: { opening: null } });
  const { onSubmit, problem, isPending } = useMoneySubmit(
    form,
    (key, { opening }) => openTill(key, opening ?? 0),
    { bookingId, done: t`Your till is open` },
  );
  return (
    <div className="grid gap-3 rounded-xl border border-line bg-stone p-3">
      <p className="text-sm">
        <Trans>Cash goes into your till, which isn't open yet. How much is in it now?</Trans>
      </p>
      <div className="flex items-end gap-2">
        <div className="grow">
          <AmountInput
            control={form.control}
            name="opening"
            label={t`Cash in till`}
            currency={currency}
            limits={limits.opening}
          />
        </div>
        <Button
          look="quiet"
          disabled={typeof form.watch("opening") !== "number" || isPending}
          onClick={onSubmit}
        >
          <Trans>Open till</Trans>
        </Button>
      </div>
      <FormProblem text={problem} />
    </div>
  );
}
