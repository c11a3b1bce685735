import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { answersOf, type View } from "../rules/view";
import type { Kind } from "./api";

export const kinds: readonly { kind: Kind; name: MessageDescriptor; when: MessageDescriptor }[] = [
  { kind: "week", name: msg`Every week`, when: msg`Mondays at 8:00, for the previous week` },
  { kind: "month", name: msg`Every month`, when: msg`The 1st at 8:00, for the previous month` },
  { kind: "alerts", name: msg`When a metric drops`, when: msg`At most one email a day` },
];

/** The filters of the view as an address has them; the period is that of each report. */
export function filtersOf(view: View): string {
  const query = new URLSearchParams();
  const { answer: _, ...single } = view.filters;
  for (const [name, value] of Object.entries(single)) query.append(name, value);
  for (const answer of answersOf(view.filters)) query.append("answer", answer);
  return query.toString();
}
