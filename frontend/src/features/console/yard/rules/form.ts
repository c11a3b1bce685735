import type { Accessory, Damage, DamageKind, RecordKind } from "@/features/console/shared/handover";
import type { Cost, RecordBody, YardBooking } from "../api";

export interface DraftDamage {
  id: string;
  kind: DamageKind;
  x: number;
  y: number;
  note: string;
}

/** A photograph of the draft; its content is in the phone's store under the same id. */
export interface DraftPicture {
  id: string;
  kind: "car" | "damage" | "licence";
  damageId: string | null;
  thumbnail: string;
}

export type CostChoice = "charge" | "change" | "waive" | "office";

/** The decision about a cost of the return. An amount that is not a number is kept as text. */
export interface CostDecision {
  choice: CostChoice;
  amount: number | string | null;
  reason: string;
}

/** The current input. It survives a reload; the id makes sending idempotent. */
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
  /** The costs as shown to the customer with the decisions, by cost key. */
  costs: Cost[];
  decisions: Record<string, CostDecision>;
}

export type Step = "car" | "damages" | "pictures" | "customer";
export const steps: readonly Step[] = ["car", "damages", "pictures", "customer"];
export type Gap = "mileage" | "fuel" | "licence" | "costs" | "signature" | "signer";

/** One of each comes with every car; two keys are rare enough to be counted manually. */
const withEveryCar = ["keys", "papers", "spareWheel", "jack", "triangle", "firstAid"];

/** The initial form: the items handed over are expected back. */
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

/** Without a decision the cost is charged as shown, once the customer signs. */
export function decisionOf(draft: Draft, cost: Cost): CostDecision {
  return draft.decisions[costKey(cost)] ?? { choice: "charge", amount: cost.amount, reason: "" };
}

/** The total of the shown costs after decisions, without those left to the office. */
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
    // Without a choice, the customer agrees by signing.
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

/** Some services are not physical items in the car. */
function isThing(code: string): boolean {
  return !/fuel|cross|border|driver|insurance|delivery|cover/i.test(code);
}

/** Whether the customer signed the agreement by a link, and the booking has not changed since. */
export function isSignedOnline({ agreement }: Pick<YardBooking, "agreement">, kind: Draft["kind"]): boolean {
  // A booking that the phone kept from an earlier release has no agreement.
  return kind === "handover" && agreement?.isOutdated === false;
}

/** What is missing, by step. */
export function gapsOf(draft: Draft, needsSignature = true): { step: Step; gap: Gap }[] {
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
    if (!isSigned && needsSignature) gaps.push({ step: "customer", gap: "signature" });
  }
  if (isSigned && !draft.signerName.trim()) gaps.push({ step: "customer", gap: "signer" });
  return gaps;
}

/** The kilometres as a number; null if invalid. */
export function mileageOf({ mileage }: Draft): number | null {
  const digits = mileage.replace(/[\s.,']/g, "");
  return /^\d{1,7}$/.test(digits) ? Number(digits) : null;
}

/** Whether the mileage is below the last one. Checked early because the network may be gone later. */
export function isBelow(draft: Draft, last: number | null): boolean {
  const mileage = mileageOf(draft);
  return mileage !== null && last !== null && mileage < last;
}

/** The record in the request's format. */
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

/** Known damages and those of the draft, ordered by number. */
export function marksOf(known: readonly Damage[], draft: Draft) {
  return [
    ...known.map(({ id, kind, x, y }) => ({ id, kind, x, y, isNew: false })),
    ...draft.damages.map(({ id, kind, x, y }) => ({ id, kind, x, y, isNew: true })),
  ];
}

/** Accessories of which fewer were returned than handed over. */
export function missingOf(draft: Draft, booking: YardBooking): string[] {
  if (draft.kind !== "return") return [];
  const given = booking.handedOver?.accessories ?? [];
  return given
    .filter(({ code, count }) => (draft.accessories.find((each) => each.code === code)?.count ?? 0) < count)
    .map(({ code }) => code);
}
