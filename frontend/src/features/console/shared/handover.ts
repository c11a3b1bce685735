import type { MessageDescriptor } from "@lingui/core";
import { msg, plural, t } from "@lingui/core/macro";
import type { components } from "@/api/schema.gen";

export type HandoverRecord = components["schemas"]["RecordOut"];
export type RecordKind = HandoverRecord["kind"];
export type Damage = components["schemas"]["DamageOut"];
export type DamageKind = Damage["kind"];
export type Body = components["schemas"]["YardBooking"]["body"];
export type Accessory = components["schemas"]["Accessory"];

export const damageKinds: Record<DamageKind, MessageDescriptor> = {
  scratch: msg({ message: "Scratch", context: "damage of a car" }),
  dent: msg({ message: "Dent", context: "damage of a car" }),
  crack: msg({ message: "Crack", context: "damage of a car" }),
  chip: msg({ message: "Stone chip", context: "damage of a car" }),
  missing: msg({ message: "Missing part", context: "damage of a car" }),
  interior: msg({ message: "Interior", context: "damage of a car" }),
  other: msg({ message: "Other damage", context: "damage of a car" }),
};

/** What a handover or return may cost, by its kind; the quantity is days, hours, kilometres, eighths, or one. */
export const costNames: Record<components["schemas"]["CostOut"]["kind"], (quantity: number) => string> = {
  driver: (quantity) => plural(quantity, { one: "Second driver, # day", other: "Second driver, # days" }),
  young_driver: (quantity) =>
    plural(quantity, { one: "Young second driver, # day", other: "Young second driver, # days" }),
  late: (quantity) => plural(quantity, { one: "# hour late", other: "# hours late" }),
  distance: (quantity) => plural(quantity, { one: "# extra kilometre", other: "# extra kilometres" }),
  fuel: (quantity) =>
    plural(quantity, { one: "# eighth of the tank missing", other: "# eighths of the tank missing" }),
  damage: () => t`New damage`,
  cleaning: () => t`Cleaning`,
};

/** What goes with every car; the server knows them by the same names. */
export const ownAccessories: Record<string, MessageDescriptor> = {
  keys: msg`Keys`,
  papers: msg`Vehicle papers`,
  spareWheel: msg`Spare wheel`,
  jack: msg`Jack and tools`,
  triangle: msg`Warning triangle`,
  firstAid: msg`First-aid kit`,
};

/** Where a photograph of a record is. */
export function photoUrl(recordId: string, pictureId: string): string {
  return `/api/admin/yard/records/${recordId}/pictures/${pictureId}`;
}

/** Where the agreement or protocol of a record is. */
export function documentUrl(recordId: string): string {
  return `/api/admin/yard/records/${recordId}/document`;
}
