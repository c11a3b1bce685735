import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Badge } from "@/components/console/badge";
import type { ItemChange } from "./api";
import { fieldLabel, partLabels, valueText } from "./words";

interface Props {
  changes: readonly ItemChange[];
  /** What can be done with one of them. */
  action?: (change: ItemChange) => ReactNode;
}

/** Changes of the catalogue, field by field, before and after. */
export function ChangeList({ changes, action }: Props) {
  const { t } = useLingui();
  const kinds = { added: t`new`, changed: t`changed`, removed: t`taken out` };
  return (
    <ul className="flex flex-col gap-4">
      {changes.map((change) => {
        const part = partLabels[change.part];
        return (
          <li key={`${change.part}/${change.key}`} className="border-b border-line pb-4 last:border-0">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <p className="flex flex-wrap items-center gap-2 font-semibold">
                {[part && t(part), change.label].filter(Boolean).join(": ")}
                <Badge look={change.kind === "removed" ? "warning" : "good"}>{kinds[change.kind]}</Badge>
              </p>
              {action?.(change)}
            </div>
            <dl className="mt-1 flex flex-col gap-1 text-sm">
              {change.fields.map(({ field, before, after }) => (
                <div key={field} className="break-words">
                  <dt className="inline font-medium text-slate">{fieldLabel(field)}: </dt>
                  <dd className="inline">
                    <span className="text-muted line-through">{valueText(before)}</span>{" "}
                    <span aria-hidden>→</span> {valueText(after)}
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        );
      })}
    </ul>
  );
}
