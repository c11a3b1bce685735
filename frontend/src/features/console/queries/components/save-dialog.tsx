import { Trans, useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import { TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { FormProblem } from "@/components/ui/form-problem";
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
  const { onSubmit, problem, isPending } = useSubmit(form, ({ name }) => saveQuery({ name, sql, chart }), {
    refresh: [savedQueriesKey],
    done: { title: t`Saved` },
    onDone: ({ id }) => {
      onSaved(id);
      onClose();
    },
  });
  return (
    <Dialog
      title={t`Save query`}
      description={t`Colleagues who see figures can open and change it.`}
      onClose={onClose}
    >
      <form noValidate className="grid gap-4" onSubmit={onSubmit}>
        <TextInput control={form.control} name="name" label={t`Name`} maxLength={80} autoFocus />
        <FormProblem text={problem} />
        <Button type="submit" disabled={isPending || !form.watch("name").trim()}>
          <Trans>Save</Trans>
        </Button>
      </form>
    </Dialog>
  );
}
