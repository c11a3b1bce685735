import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { DialogForm } from "@/components/forms/dialog-form";
import { useSubmit } from "@/components/forms/use-submit";
import { TextField } from "@/components/ui/field";
import { type CompanyExport, requestExport, yourDataQuery } from "../api";

interface Props {
  kind: CompanyExport["kind"];
  title: string;
  confirm: string;
  onClose: () => void;
}

/** Asks for the password before a file is prepared. */
export function ExportDialog({ kind, title, confirm, onClose }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useForm({ defaultValues: { currentPassword: "" } });
  const submit = useSubmit(form, (values) => requestExport({ ...values, kind }), {
    onDone: (answer) => {
      client.setQueryData(yourDataQuery.queryKey, answer);
      onClose();
    },
  });
  return (
    <DialogForm
      title={title}
      description={<Trans>The file has personal data of your customers. It is kept for 7 days.</Trans>}
      submit={submit}
      confirm={confirm}
      isBlocked={!form.watch("currentPassword")}
      onClose={onClose}
    >
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
