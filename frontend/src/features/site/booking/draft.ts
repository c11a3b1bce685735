import { recommendedGroup } from "@/features/site/shared/recommendation";
import { rememberedReferral } from "@/features/site/shared/referral";
import { type SiteConfig, siteConfig } from "@/lib/site-config";
import { contactKey, formStore, readJson } from "@/lib/storage";
import { drawnOrder } from "./rules/drawn-order";
import { readLink } from "./rules/link";
import type { FormOrder, Step } from "./rules/order";
import type { Details, Personal } from "./rules/schema";

export type MessageChannel = SiteConfig["messageChannels"][number];

/** The visitor's input, kept for this tab across reloads, Back and other apps. */
export interface Draft {
  search: string;
  order: FormOrder;
  step: Step;
  personal: Personal;
  details: Details;
  services: string[];
  promoCode: string;
  /** Of the channel whose link led here. */
  channel?: string | undefined;
  /** On which the visitor agreed to messages. */
  messageChannels?: MessageChannel[];
  /** An invalid code from a link; the third step reports it. */
  lostCode?: string;
}

const key = "booking_draft";
const untold = { pickupPlace: "", dropoffPlace: "", flightNumber: "", pickupAddress: "", dropoffAddress: "" };

export function loadDraft(search: string): Draft {
  const kept = readJson<Draft>(formStore, key);
  // A code from a link opened after the draft was started; a typed one is kept.
  if (kept && kept.search === search) {
    // An older draft has no places, flights and addresses.
    const details = { ...untold, ...kept.details };
    return { ...kept, details, promoCode: kept.promoCode || rememberedReferral() };
  }
  const { insurance, rental } = siteConfig();
  const query = new URLSearchParams(search);
  const age = query.get("age");
  return {
    search,
    order: drawnOrder(),
    step: 1,
    // Changing the car keeps the contact details.
    personal: {
      firstName: "",
      lastName: "",
      customerEmail: "",
      customerPhone: `${rental.phonePrefix} `,
      driverAge: "",
      groupSize: recommendedGroup(),
      // What the visitor left in the quiz.
      ...readJson<Partial<Personal>>(formStore, contactKey),
      ...kept?.personal,
      ...(age && { driverAge: age.slice(0, 3) }),
    },
    details: {
      ...readLink(search, siteConfig()).details,
      insuranceType:
        (
          insurance.find(({ code }) => code === query.get("insurance")) ??
          insurance.find(({ preselected }) => preselected)
        )?.code ?? "",
      pickupPlace: query.get("pickupPlace") ?? kept?.details.pickupPlace ?? "",
      dropoffPlace: query.get("dropoffPlace") ?? kept?.details.dropoffPlace ?? "",
      flightNumber: kept?.details.flightNumber ?? "",
      pickupAddress: kept?.details.pickupAddress ?? "",
      dropoffAddress: kept?.details.dropoffAddress ?? "",
    },
    services: [],
    promoCode: rememberedReferral(),
    channel: query.get("channel") ?? kept?.channel,
  };
}

export function saveDraft(draft: Draft): void {
  formStore.set(key, JSON.stringify(draft));
}

export function clearDraft(): void {
  formStore.remove(key);
}
