import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { blockKinds, placeName, type VehicleState, vehicleStates } from "@/features/console/shared/fleet";
import { formatMoment, formatNumber, formatPlainDay } from "@/lib/format";
import type { Document, Happening, Upcoming, Work } from "./api";

export const documentKinds: Record<Document["kind"], MessageDescriptor> = {
  insurance: msg({ message: "Insurance", context: "document of a vehicle" }),
  inspection: msg({ message: "Inspection", context: "document of a vehicle" }),
  registration: msg({ message: "Registration", context: "document of a vehicle" }),
  other: msg({ message: "Other", context: "document of a vehicle" }),
};

export const documentStates: Record<Document["state"], MessageDescriptor> = {
  valid: msg({ message: "Valid", context: "state of a document" }),
  expiring: msg({ message: "Expires soon", context: "state of a document" }),
  expired: msg({ message: "Expired", context: "state of a document" }),
};

export const workStates: Record<Work["state"], MessageDescriptor> = {
  planned: msg({ message: "Planned", context: "state of work on a vehicle" }),
  soon: msg({ message: "Due soon", context: "state of work on a vehicle" }),
  overdue: msg({ message: "Overdue", context: "state of work on a vehicle" }),
  done: msg({ message: "Done", context: "state of work on a vehicle" }),
};

export function kilometres(value: number): string {
  return t`${{ distance: formatNumber(value) }} km`;
}

/** When work is due, or was done. */
export function workTime(work: Work): string {
  const done = work.doneMileageKm === null ? null : kilometres(work.doneMileageKm);
  if (work.doneOn && done) return t`Done on ${{ day: formatPlainDay(work.doneOn) }} at ${{ distance: done }}`;
  if (work.doneOn) return t`Done on ${{ day: formatPlainDay(work.doneOn) }}`;
  const day = work.dueOn && formatPlainDay(work.dueOn);
  const distance = work.dueMileageKm === null ? null : kilometres(work.dueMileageKm);
  if (day && distance) return t`Due on ${day} or at ${distance}`;
  if (day) return t`Due on ${day}`;
  return distance ? t`Due at ${distance}` : "";
}

/** What a vehicle is taken for: a booking by its reference and customer, a block by its reason. */
export function upcomingName({ kind, reference, title, isImported }: Upcoming): string {
  if (isImported) return t`${{ calendar: title }}: reserved`;
  if (kind === "booking") return reference ?? title;
  return title ? `${t(blockKinds[kind])}: ${title}` : t(blockKinds[kind]);
}

const events: Record<Happening["kind"], MessageDescriptor> = {
  created: msg`Vehicle added`,
  changed: msg`Vehicle changed`,
  document_added: msg`Document added`,
  document_removed: msg`Document removed`,
  service_planned: msg`Service planned`,
  service_done: msg`Service done`,
  service_removed: msg`Planned service removed`,
  blocked: msg`Blocked`,
  block_moved: msg`Block moved`,
  unblocked: msg`Block removed`,
  assigned: msg`Given to a booking`,
  released: msg`Taken from a booking`,
  handed_over: msg`Handed over`,
  returned: msg`Came back`,
  damage_repaired: msg`Damage repaired`,
};

const fields: Record<string, MessageDescriptor> = {
  plate: msg`Plate`,
  year: msg`Year`,
  color: msg`Colour`,
  mileageKm: msg`Mileage`,
  homeLocation: msg`Home location`,
  state: msg`State`,
  isShown: msg`Shown to visitors`,
  pictureId: msg`Photo`,
};

function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return t`nothing`;
  if (field === "mileageKm") return kilometres(Number(value));
  if (field === "homeLocation") return placeName(String(value));
  if (field === "state") return t(vehicleStates[value as VehicleState] ?? msg`Sold`);
  if (field === "isShown") return value ? t`yes` : t`no`;
  if (field === "pictureId") return t`another one`;
  return String(value);
}

/** The details of an event, one line each: what was changed from and to, which document, which period. */
export function eventDetails({ kind, before, after }: Happening): string[] {
  if (kind === "changed") {
    return Object.keys(after).map((field) => {
      const name = fields[field];
      if (!name) return t`Another car of the catalogue`;
      return t`${{ field: t(name) }}: ${{ before: valueText(field, before[field]) }} → ${{ after: valueText(field, after[field]) }}`;
    });
  }
  const told = Object.keys(after).length > 0 ? after : before;
  const text = (name: string) => (typeof told[name] === "string" ? (told[name] as string) : "");
  const lines = [text("title")];
  if (text("expiresOn")) lines.push(t`Until ${{ day: formatPlainDay(text("expiresOn")) }}`);
  if (text("startsAt")) {
    lines.push(
      t`From ${{ from: formatMoment(text("startsAt")) }} until ${{ until: formatMoment(text("endsAt")) }}`,
    );
  }
  // Older entries have only the booking's id, which means nothing to a reader.
  if (text("booking").length > 0 && text("booking").length < 20) lines.push(text("booking"));
  return lines.filter(Boolean);
}

export function eventName({ kind }: Happening): string {
  return t(events[kind]);
}
