import { zodResolver } from "@hookform/resolvers/zod";
import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { changeCustomerRequestLimits as limits } from "@/api/limits.gen";
import { DialogForm } from "@/components/forms/dialog-form";
import { useSubmit } from "@/components/forms/use-submit";
import { SelectField, TextField } from "@/components/ui/field";
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
  const { errors } = form.formState;
  const field = (name: keyof CustomerForm) => ({ ...form.register(name), error: errors[name]?.message });
  const submit = useSubmit(form, async (values: CustomerForm) => {
    await changeCustomer(customer.id, bodyOf(values, customer.updatedAt));
    toast({ title: t`Customer changed` });
    await client.invalidateQueries({ queryKey: customersKey });
    onClose();
  });
  const languages = new Set([...productLanguages, ...(customer.language ? [customer.language] : [])]);
  return (
    <DialogForm
      title={t`Change ${{ customer: customer.name }}`}
      submit={submit}
      confirm={t`Save`}
      onClose={onClose}
    >
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
    </DialogForm>
  );
}
