import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Check } from "@/components/console/check";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/field";
import type { View } from "../rules/view";
import { type Kind, mailKey, type ReportsByMail, sendTest, subscribe } from "./api";
import { filtersOf, kinds } from "./rules";

interface Props {
  view: View;
  readers: ReportsByMail["readers"];
}

/** A new report: recipients, frequency, and sessions. */
export function NewReport({ view, readers }: Props) {
  const { t } = useLingui();
  const [adminId, setAdmin] = useState(readers.find(({ isMe }) => isMe)?.id ?? "");
  const [kind, setKind] = useState<Kind>("week");
  const [isNarrowed, narrow] = useState(true);
  const change = useChange({ refresh: mailKey });
  const filters = filtersOf(view);
  const query = isNarrowed && kind !== "alerts" ? filters : "";
  const chosen = kinds.find((each) => each.kind === kind);

  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void change(() => subscribe({ adminId, kind, query }));
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label={t`For`} value={adminId} onChange={(event) => setAdmin(event.target.value)}>
          {readers.map(({ id, name, isMe }) => (
            <option key={id} value={id}>
              {isMe ? t`${{ name }} (you)` : name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t`When`}
          hint={chosen && t(chosen.when)}
          value={kind}
          onChange={(event) => setKind(event.target.value as Kind)}
        >
          {kinds.map(({ kind, name }) => (
            <option key={kind} value={kind}>
              {t(name)}
            </option>
          ))}
        </SelectField>
      </div>
      {filters && kind !== "alerts" && (
        <Check
          label={t`Current filters only`}
          checked={isNarrowed}
          onChange={(event) => narrow(event.target.checked)}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit">
          <Trans>Schedule</Trans>
        </Button>
        {kind !== "alerts" && (
          <Button
            look="quiet"
            onClick={() =>
              void change(
                () => sendTest(kind, query),
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
