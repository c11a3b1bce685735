import { i18n, type MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { EventTarget, Recorded } from "./api";

export type Kind = EventTarget["kind"];
export type Comparison = EventTarget["comparison"];

export const kinds: readonly (readonly [Kind, MessageDescriptor])[] = [
  ["page", msg`Page seen`],
  ["press", msg`Link or button pressed`],
];

const comparisons: readonly (readonly [Comparison, MessageDescriptor])[] = [
  ["is", msg`URL is`],
  ["starts", msg`URL starts with`],
  ["contains", msg`URL contains`],
  ["text", msg`Text is`],
];

/** How the kind can be compared: a page has no text of its own. */
export const comparisonsOf = (kind: Kind) =>
  comparisons.filter(([comparison]) => kind === "press" || comparison !== "text");

/** Such as "Page seen · URL starts with /guide". */
export function targetWords({ kind, comparison, value, page }: EventTarget): string {
  const named = (list: readonly (readonly [string, MessageDescriptor])[], key: string) => {
    const found = list.find(([one]) => one === key)?.[1];
    return found ? i18n._(found) : key;
  };
  const where = page ? ` · ${i18n._(msg`on ${page}`)}` : "";
  return `${named(kinds, kind)} · ${named(comparisons, comparison)} ${value}${where}`;
}

/** A recorded page, link or button as a choice. */
export interface Found {
  id: string;
  /** What it is called in the list, and proposed as the event's name. */
  name: string;
  visits: number;
  target: EventTarget;
}

/** What was recorded most, as what an event can be. */
export function foundIn({ pages, presses }: Recorded): Record<Kind, Found[]> {
  return {
    page: pages.map(({ page, visits }) => ({
      id: `page ${page}`,
      name: page,
      visits,
      target: { kind: "page", comparison: "is", value: page },
    })),
    press: presses.flatMap(({ link, label, visits }): Found[] => {
      const value = link ?? label;
      if (!value) return [];
      return [
        {
          id: `press ${link ?? ""} ${label ?? ""}`,
          name: [label, link].filter(Boolean).join(" · "),
          visits,
          target: { kind: "press", comparison: link ? "is" : "text", value },
        },
      ];
    }),
  };
}
