import { Trans, useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import { useChange } from "@/components/console/use-change";
import { CheckInput, SelectInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/form-problem";
import { filtersOf, type View } from "../rules/view";
import { type Kind, mailKey, type ReportsByMail, sendTest, subscribe } from "./api";
import { kinds } from "./subscriptions";

interface Props {
  view: View;
  readers: ReportsByMail["readers"];
}

interface Values {
  adminId: string;
  kind: Kind;
  isNarrowed: boolean;
}

/** A new report: recipients, frequency, and sessions. */
export function NewReport({ view, readers }: Props) {
  const { t } = useLingui();
  const form = useForm<Values>({
    defaultValues: { adminId: readers.find(({ isMe }) => isMe)?.id ?? "", kind: "week", isNarrowed: true },
  });
  const { control } = form;
  const kind = form.watch("kind");
  const filters = filtersOf(view);
  const queryOf = (values: Values) => (values.isNarrowed && values.kind !== "alerts" ? filters : "");
  const { onSubmit, problem, isPending } = useSubmit(
    form,
    (values: Values) => subscribe({ adminId: values.adminId, kind: values.kind, query: queryOf(values) }),
    { refresh: [mailKey] },
  );
  const change = useChange({ refresh: mailKey });
  const chosen = kinds.find((each) => each.kind === kind);

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={onSubmit}>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectInput control={control} name="adminId" label={t`For`}>
          {readers.map(({ id, name, isMe }) => (
            <option key={id} value={id}>
              {isMe ? t`${{ name }} (you)` : name}
            </option>
          ))}
        </SelectInput>
        <SelectInput control={control} name="kind" label={t`When`} hint={chosen && t(chosen.when)}>
          {kinds.map(({ kind, name }) => (
            <option key={kind} value={kind}>
              {t(name)}
            </option>
          ))}
        </SelectInput>
      </div>
      {filters && kind !== "alerts" && (
        <CheckInput control={control} name="isNarrowed" label={t`Current filters only`} />
      )}
      <FormProblem text={problem} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={isPending}>
          <Trans>Schedule</Trans>
        </Button>
        {kind !== "alerts" && (
          <Button
            look="quiet"
            onClick={() =>
              void change(
                () => sendTest(kind, queryOf(form.getValues())),
                ({ to }) => ({ title: t`The last report is on its way to ${{ address: to }}` }),
              )
            }
          >
            <Trans>Send me the latest</Trans>
          </Button>
        )}
      </div>
    </form>
  );
}
