import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Panel } from "@/components/console/panel";
import { useChange } from "@/components/console/use-change";
import { RadioCard } from "@/components/ui/radio-card";
import { changeAccess, type SupportAccess, supportQuery } from "../api";

const choices: [access: SupportAccess["access"], name: MessageDescriptor, says: MessageDescriptor][] = [
  ["ask", msg`Ask first`, msg`Support sees nothing until an owner accepts the request.`],
  ["allowed", msg`Allowed`, msg`Support can look without waiting. Owners get an email each time.`],
  ["forbidden", msg`Forbidden`, msg`No one can ask. Access that is running ends at once.`],
];

/** The owner's choice, saved when it is made. */
export function ChoicePanel({ data }: { data: SupportAccess }) {
  const { t } = useLingui();
  const change = useChange({ refresh: supportQuery.queryKey });
  return (
    <Panel
      title={t`Who decides`}
      description={
        data.isOffered ? undefined : (
          <Trans>This installation offers no support access. No one can ask.</Trans>
        )
      }
    >
      <fieldset className="grid gap-2">
        <legend className="sr-only">{t`Who decides`}</legend>
        {choices.map(([access, name, says]) => (
          <RadioCard
            key={access}
            name="access"
            value={access}
            checked={data.access === access}
            className="rounded-2xl p-4"
            onChange={() =>
              void change(
                () => changeAccess(access),
                () => ({ title: t`Saved` }),
              )
            }
          >
            <span className="block font-semibold">{t(name)}</span>
            <span className="block text-sm text-slate">{t(says)}</span>
          </RadioCard>
        ))}
      </fieldset>
    </Panel>
  );
}
