import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { answersOf, type View } from "../rules/view";
import type { Kind } from "./api";

export const kinds: readonly { kind: Kind; name: MessageDescriptor; when: MessageDescriptor }[] = [
  { kind: "week", name: msg`Every week`, when: msg`Mondays at 8, of the week before` },
  { kind: "month", name: msg`Every month`, when: msg`On the first at 8, of the month before` },
  { kind: "alerts", name: msg`When something falls`, when: msg`At most one mail a day` },
];

/** The filters of the view as an address has them; the period is that of each report. */
export function filtersOf(view: View): string {
  const query = new URLSearchParams();
  const { answer: _, ...single } = view.filters;
  for (const [name, value] of Object.entries(single)) query.append(name, value);
  for (const answer of answersOf(view.filters)) query.append("answer", answer);
  return query.toString();
}
