import { useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import { DialogForm } from "@/components/forms/dialog-form";
import { TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { type QueryChart, savedQueriesKey, saveQuery } from "../api";

interface Props {
  sql: string;
  chart: QueryChart | null;
  onSaved: (id: string) => void;
  onClose: () => void;
}

/** A name for a query. */
export function SaveDialog({ sql, chart, onSaved, onClose }: Props) {
  const { t } = useLingui();
  const form = useForm({ defaultValues: { name: "" } });
  const submit = useSubmit(form, ({ name }) => saveQuery({ name, sql, chart }), {
    refresh: [savedQueriesKey],
    done: { title: t`Saved` },
    onDone: ({ id }) => {
      onSaved(id);
      onClose();
    },
  });
  return (
    <DialogForm
      title={t`Save query`}
      description={t`Colleagues who see figures can open and change it.`}
      submit={submit}
      confirm={t`Save`}
      isBlocked={!form.watch("name").trim()}
      onClose={onClose}
    >
      <TextInput control={form.control} name="name" label={t`Name`} maxLength={80} autoFocus />
    </DialogForm>
  );
}
