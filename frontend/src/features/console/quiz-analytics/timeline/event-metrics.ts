/** Events of the company as metrics over time: how many sessions have one, and which share of all. */

import { t } from "@lingui/core/macro";
import type { OwnEvent } from "../own-events/api";

export const eventMeasures = ["eventSessions", "eventRate"] as const;
export type EventMeasure = (typeof eventMeasures)[number];

const written = /^(eventSessions|eventRate):([0-9a-f-]{36})$/;

/** What an address or a choice says is drawn: eventSessions:id or eventRate:id. */
export function eventMetricOf(text: string): { measure: EventMeasure; id: string } | undefined {
  const [, measure, id] = written.exec(text) ?? [];
  return measure && id ? { measure: measure as EventMeasure, id } : undefined;
}

export const eventMetric = (measure: EventMeasure, { id }: Pick<OwnEvent, "id">) => `${measure}:${id}`;

export function eventMetricName(measure: EventMeasure, { name }: Pick<OwnEvent, "name">): string {
  return measure === "eventSessions" ? t`${name}: sessions` : t`${name}: % of sessions`;
}
