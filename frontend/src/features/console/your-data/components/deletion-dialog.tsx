import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { DialogForm } from "@/components/forms/dialog-form";
import { TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { TextField } from "@/components/ui/field";
import { meQuery } from "@/features/console/shared/session";
import { requestDeletion, type YourData, yourDataQuery } from "../api";

interface Props {
  data: YourData;
  onClose: () => void;
}

/** Asks for the company's name and the password before it is deleted. */
export function DeletionDialog({ data, onClose }: Props) {
  const { t } = useLingui();
  const { graceDays } = data;
  const client = useQueryClient();
  const form = useForm({ defaultValues: { companyName: "", currentPassword: "" } });
  const submit = useSubmit(form, requestDeletion, {
    onDone: (answer) => {
      client.setQueryData(yourDataQuery.queryKey, answer);
      void client.invalidateQueries({ queryKey: meQuery.queryKey });
      onClose();
    },
  });
  const { companyName, currentPassword } = form.watch();
  return (
    <DialogForm
      title={t`Delete ${{ company: data.companyName }}?`}
      description={<Trans>Your site closes now. Everything is removed after {graceDays} days.</Trans>}
      submit={submit}
      confirm={t`Delete company`}
      look="danger"
      isBlocked={!companyName.trim() || !currentPassword}
      onClose={onClose}
    >
      <TextInput
        control={form.control}
        name="companyName"
        label={t`Type ${{ company: data.companyName }} to confirm`}
        autoComplete="off"
      />
      <TextField
        label={t`Your password`}
        type="password"
        autoComplete="current-password"
        error={form.formState.errors.currentPassword?.message}
        {...form.register("currentPassword")}
      />
    </DialogForm>
  );
}
