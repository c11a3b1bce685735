import { zodResolver } from "@hookform/resolvers/zod";
import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { changeCustomerRequestLimits as limits } from "@/api/limits.gen";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { SelectField, TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { toast } from "@/components/ui/toast";
import { languageName, productLanguages } from "@/lib/i18n";
import { type CustomerDetail, changeCustomer, customersKey } from "../api";
import { bodyOf, type CustomerForm, customerSchema, formOf } from "../rules/form";

/** What the team knows of a customer. Addresses and numbers come from the bookings. */
export function EditDialog({ customer, onClose }: { customer: CustomerDetail; onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useForm<CustomerForm>({
    resolver: zodResolver(customerSchema),
    defaultValues: formOf(customer),
    mode: "onTouched",
  });
  const { errors, isSubmitting } = form.formState;
  const field = (name: keyof CustomerForm) => ({ ...form.register(name), error: errors[name]?.message });
  const { onSubmit, problem } = useSubmit(form, async (values: CustomerForm) => {
    await changeCustomer(customer.id, bodyOf(values, customer.updatedAt));
    toast({ title: t`Customer changed` });
    await client.invalidateQueries({ queryKey: customersKey });
    onClose();
  });
  const languages = new Set([...productLanguages, ...(customer.language ? [customer.language] : [])]);
  return (
    <Dialog title={t`Change ${{ customer: customer.name }}`} onClose={onClose}>
      <form noValidate className="grid gap-4" onSubmit={onSubmit}>
        <TextField label={t`Name`} autoComplete="off" maxLength={limits.name.maxLength} {...field("name")} />
        <SelectField label={t`Language`} {...field("language")}>
          <option value="">{t`Not known`}</option>
          {[...languages].map((language) => (
            <option key={language} value={language}>
              {languageName(language)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t`Licence number`}
          autoComplete="off"
          maxLength={limits.licenceNumber.maxLength}
          {...field("licenceNumber")}
        />
        <TextField label={t`Licence valid until`} type="date" {...field("licenceExpiresOn")} />
        <FormProblem text={problem} />
        <Button type="submit" disabled={isSubmitting}>
          {isSubmitting ? t`Saving…` : t`Save`}
        </Button>
      </form>
    </Dialog>
  );
}
