import { recommendedGroup } from "@/features/site/shared/recommendation";
import { rememberedReferral } from "@/features/site/shared/referral";
import { siteConfig } from "@/lib/site-config";
import { formStore, readJson } from "@/lib/storage";
import { drawnOrder } from "./rules/drawn-order";
import { readLink } from "./rules/link";
import type { FormOrder, Step } from "./rules/order";
import type { Details, Personal } from "./rules/schema";

/** What a visitor typed, kept for this tab: a reload, the back button or another app loses nothing. */
export interface Draft {
  search: string;
  order: FormOrder;
  step: Step;
  personal: Personal;
  details: Details;
  services: string[];
  promoCode: string;
  /** A code that came by a link and is not valid; the third step says so. */
  lostCode?: string;
}

const key = "booking_draft";
const untold = { pickupPlace: "", dropoffPlace: "", flightNumber: "", pickupAddress: "", dropoffAddress: "" };

export function loadDraft(search: string): Draft {
  const kept = readJson<Draft>(formStore, key);
  // A code that came by a link after the draft was started; one that was typed stays.
  if (kept && kept.search === search) {
    // One from before places, flights and addresses were asked for has none.
    const details = { ...untold, ...kept.details };
    return { ...kept, details, promoCode: kept.promoCode || rememberedReferral() };
  }
  const { insurance, rental } = siteConfig();
  return {
    search,
    order: drawnOrder(),
    step: 1,
    // The person stays the same when another car is chosen.
    personal: kept?.personal ?? {
      firstName: "",
      lastName: "",
      customerEmail: "",
      customerPhone: `${rental.phonePrefix} `,
      driverAge: "",
      groupSize: recommendedGroup(),
    },
    details: {
      ...readLink(search, siteConfig()).details,
      insuranceType: insurance.find(({ preselected }) => preselected)?.code ?? "",
      pickupPlace: kept?.details.pickupPlace ?? "",
      dropoffPlace: kept?.details.dropoffPlace ?? "",
      flightNumber: kept?.details.flightNumber ?? "",
      pickupAddress: kept?.details.pickupAddress ?? "",
      dropoffAddress: kept?.details.dropoffAddress ?? "",
    },
    services: [],
    promoCode: rememberedReferral(),
  };
}

export function saveDraft(draft: Draft): void {
  formStore.set(key, JSON.stringify(draft));
}

export function clearDraft(): void {
  formStore.remove(key);
}
