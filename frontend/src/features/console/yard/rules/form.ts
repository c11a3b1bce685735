import type { Accessory, Damage, DamageKind, RecordKind } from "@/features/console/shared/handover";
import type { Cost, RecordBody, YardBooking } from "../api";

export interface DraftDamage {
  id: string;
  kind: DamageKind;
  x: number;
  y: number;
  note: string;
}

/** A photograph of the draft; its content waits in the phone's store under the same id. */
export interface DraftPicture {
  id: string;
  kind: "car" | "damage" | "licence";
  damageId: string | null;
  thumbnail: string;
}

export type CostChoice = "charge" | "change" | "waive" | "office";

/** What is decided about a cost of the return. An amount that is no number is a text. */
export interface CostDecision {
  choice: CostChoice;
  amount: number | string | null;
  reason: string;
}

/** What is typed so far. It survives a reload; the id makes that sending twice is one. */
export interface Draft {
  id: string;
  kind: RecordKind;
  mileage: string;
  fuel: number | null;
  isClean: boolean;
  licenceSeen: boolean;
  licenceNumber: string;
  accessories: Accessory[];
  damages: DraftDamage[];
  pictures: DraftPicture[];
  note: string;
  signerName: string;
  signature: number[][][];
  /** The costs as the customer saw them, and what was decided, by the key of the cost. */
  costs: Cost[];
  decisions: Record<string, CostDecision>;
}

export type Step = "car" | "damages" | "pictures" | "customer";
export const steps: readonly Step[] = ["car", "damages", "pictures", "customer"];
export type Gap = "mileage" | "fuel" | "licence" | "costs" | "signature" | "signer";

/** With every car: one of each, and two keys are rare enough to be counted. */
const withEveryCar = ["keys", "papers", "spareWheel", "jack", "triangle", "firstAid"];

/** A form as it opens: what was given at the handover is what should come back. */
export function newDraft(booking: YardBooking, kind: RecordKind, id: string): Draft {
  const given = kind === "return" ? booking.handedOver?.accessories : undefined;
  return {
    id,
    kind,
    mileage: "",
    fuel: kind === "handover" ? booking.lastFuelEighths : null,
    isClean: true,
    licenceSeen: false,
    licenceNumber: kind === "handover" ? booking.licenceNumber : "",
    accessories: given ?? [
      ...withEveryCar.map((code) => ({ code, label: "", count: 1 })),
      ...booking.extras.filter(({ code }) => isThing(code)),
    ],
    damages: [],
    pictures: [],
    note: "",
    signerName: booking.customerName,
    signature: [],
    costs: [],
    decisions: {},
  };
}

export function costKey({ kind, damageId }: Pick<Cost, "kind" | "damageId">): string {
  return damageId ?? kind;
}

/** Nothing decided means that the cost is charged as shown, once the customer signs. */
export function decisionOf(draft: Draft, cost: Cost): CostDecision {
  return draft.decisions[costKey(cost)] ?? { choice: "charge", amount: cost.amount, reason: "" };
}

/** What the shown costs come to as decided; those left to the office are not in it. */
export function chargedOf(draft: Draft): number {
  const cents = draft.costs.reduce((sum, cost) => {
    const { choice, amount } = decisionOf(draft, cost);
    const charged = choice === "change" ? amount : cost.amount;
    const counts = choice === "charge" || choice === "change";
    return sum + (counts && typeof charged === "number" ? Math.round(charged * 100) : 0);
  }, 0);
  return cents / 100;
}

function isSignedBy({ signature }: Draft): boolean {
  return signature.some((stroke) => stroke.length > 0);
}

function decisionsFor(draft: Draft): NonNullable<RecordBody["decisions"]> {
  return draft.costs.flatMap((cost) => {
    const { choice, amount, reason } = decisionOf(draft, cost);
    // What no one chose is agreed to by signing.
    const isChosen = costKey(cost) in draft.decisions || isSignedBy(draft);
    if (choice === "office" || !isChosen) return [];
    return {
      kind: cost.kind,
      damageId: cost.damageId,
      decision: choice === "waive" ? ("refuse" as const) : ("accept" as const),
      shown: cost.amount.toFixed(2),
      amount: choice === "change" && typeof amount === "number" ? amount.toFixed(2) : null,
      reason: choice === "charge" ? "" : reason.trim(),
    };
  });
}

/** Some services are no things that lie in the car. */
function isThing(code: string): boolean {
  return !/fuel|cross|border|driver|insurance|delivery|cover/i.test(code);
}

/** What is missing, by the step that it belongs to. */
export function gapsOf(draft: Draft): { step: Step; gap: Gap }[] {
  const gaps: { step: Step; gap: Gap }[] = [];
  if (mileageOf(draft) === null) gaps.push({ step: "car", gap: "mileage" });
  if (draft.fuel === null) gaps.push({ step: "car", gap: "fuel" });
  const isSigned = isSignedBy(draft);
  const isUnreadable = (cost: Cost) => {
    const { choice, amount } = decisionOf(draft, cost);
    return choice === "change" && typeof amount !== "number";
  };
  if (draft.costs.some(isUnreadable)) gaps.push({ step: "customer", gap: "costs" });
  if (draft.kind === "handover") {
    if (!draft.licenceSeen) gaps.push({ step: "customer", gap: "licence" });
    if (!isSigned) gaps.push({ step: "customer", gap: "signature" });
  }
  if (isSigned && !draft.signerName.trim()) gaps.push({ step: "customer", gap: "signer" });
  return gaps;
}

/** The kilometres as a number; null for what is none. */
export function mileageOf({ mileage }: Draft): number | null {
  const digits = mileage.replace(/[\s.,']/g, "");
  return /^\d{1,7}$/.test(digits) ? Number(digits) : null;
}

/** Whether the mileage is below the last one, so that it is asked before there may be no network to ask. */
export function isBelow(draft: Draft, last: number | null): boolean {
  const mileage = mileageOf(draft);
  return mileage !== null && last !== null && mileage < last;
}

/** The record as it is sent. */
export function recordOf(draft: Draft, now: Date, acknowledged: string[]): RecordBody {
  const isSigned = isSignedBy(draft);
  return {
    id: draft.id,
    kind: draft.kind,
    recordedAt: now.toISOString(),
    mileageKm: mileageOf(draft) ?? 0,
    fuelEighths: draft.fuel ?? 0,
    isClean: draft.isClean,
    licenceSeen: draft.licenceSeen,
    licenceNumber: draft.licenceNumber.trim(),
    accessories: draft.accessories,
    damages: draft.damages,
    note: draft.note.trim(),
    signerName: isSigned ? draft.signerName.trim() : "",
    signature: draft.signature.filter((stroke) => stroke.length > 0),
    pictureCount: draft.pictures.length,
    acknowledged,
    decisions: draft.kind === "return" ? decisionsFor(draft) : [],
  };
}

/** Known damages and those of the draft, in the order of their numbers. */
export function marksOf(known: readonly Damage[], draft: Draft) {
  return [
    ...known.map(({ id, kind, x, y }) => ({ id, kind, x, y, isNew: false })),
    ...draft.damages.map(({ id, kind, x, y }) => ({ id, kind, x, y, isNew: true })),
  ];
}

/** Accessories of which fewer came back than were given. */
export function missingOf(draft: Draft, booking: YardBooking): string[] {
  if (draft.kind !== "return") return [];
  const given = booking.handedOver?.accessories ?? [];
  return given
    .filter(({ code, count }) => (draft.accessories.find((each) => each.code === code)?.count ?? 0) < count)
    .map(({ code }) => code);
}
