import { zodResolver } from "@hookform/resolvers/zod";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { SelectField, TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { toast } from "@/components/ui/toast";
import { formatNumber } from "@/lib/format";
import { addCode, type CompanyRates, changeCode, codesKey, ownersQuery, type PromoCode } from "../api";
import { type CodeForm, codeSchema, formOf, termsOf } from "../rules";

interface Props {
  /** The code to change; null for a new one. */
  code: PromoCode | null;
  /** Whose a new code is at first. */
  affiliateId: string | null;
  company: CompanyRates;
  timezone: string;
  onClose: () => void;
}

/** The terms of a code, new or there already. */
export function CodeDialog({ code, affiliateId, company, timezone, onClose }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const owners = useQuery({ ...ownersQuery, enabled: code === null });
  const form = useForm<CodeForm>({
    resolver: zodResolver(codeSchema),
    defaultValues: formOf(code, affiliateId),
    mode: "onTouched",
  });
  const { errors, isSubmitting } = form.formState;
  const field = (name: keyof CodeForm) => ({ ...form.register(name), error: errors[name]?.message });
  const owned = Boolean(form.watch("affiliateId"));

  const { onSubmit, problem } = useSubmit(form, async (values: CodeForm) => {
    if (code) {
      await changeCode(code.code, termsOf(values));
      toast({ title: t`Promo code changed`, description: t`Applies to new bookings.` });
    } else {
      const given = { code: values.code, affiliateId: values.affiliateId || null };
      const name = await addCode({ ...termsOf(values), ...given });
      toast({ title: t`Promo code made`, description: t`${name} is ready.` });
    }
    await client.invalidateQueries({ queryKey: codesKey });
    onClose();
  });

  return (
    <Dialog
      title={code ? t`Change ${{ code: code.code }}` : t`New promo code`}
      description={t`Bookings that were made keep their price and commission. Days in ${timezone}.`}
      onClose={onClose}
    >
      <form noValidate className="grid grid-cols-2 gap-4" onSubmit={onSubmit}>
        {!code && (
          <>
            <div className="col-span-2">
              <SelectField label={t`Owner`} {...field("affiliateId")}>
                <option value="">
                  <Trans>The company's own</Trans>
                </option>
                {owners.data?.affiliates.map(({ id, name, email }) => (
                  <option key={id} value={id}>
                    {name} ({email})
                  </option>
                ))}
              </SelectField>
            </div>
            <div className="col-span-2">
              <TextField
                label={t`Code`}
                hint={t`Leave it empty for one that no one guesses.`}
                autoComplete="off"
                autoCapitalize="characters"
                {...field("code")}
              />
            </div>
          </>
        )}
        <TextField
          label={t`Discount, %`}
          inputMode="decimal"
          placeholder={t`${{ percent: formatNumber(company.discountPercent, 2) }}, as usual`}
          {...field("discountPercent")}
        />
        {owned && (
          <TextField
            label={t`Commission, %`}
            inputMode="decimal"
            placeholder={t`${{ percent: formatNumber(company.commissionPercent, 2) }}, as usual`}
            {...field("commissionPercent")}
          />
        )}
        <TextField
          label={t`Maximum uses`}
          inputMode="numeric"
          placeholder={t`No limit`}
          {...field("maximumUses")}
        />
        <div className="col-span-2 grid gap-4 sm:grid-cols-2">
          <TextField label={t`First day`} type="date" {...field("firstDay")} />
          <TextField label={t`Last day`} type="date" {...field("lastDay")} />
        </div>
        <label className="col-span-2 flex min-h-11 cursor-pointer items-center gap-3">
          <input type="checkbox" className="size-5 accent-pine" {...form.register("isActive")} />
          <Trans>Can be used</Trans>
        </label>
        <div className="col-span-2 flex flex-col gap-3">
          <FormProblem text={problem} />
          <Button type="submit" disabled={isSubmitting}>
            {isSubmitting ? t`Saving…` : code ? t`Save the terms` : t`Create code`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
