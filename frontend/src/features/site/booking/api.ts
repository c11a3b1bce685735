import type { components } from "@/api/schema.gen";
import { heldToken } from "@/features/site/shared/availability/own-hold";
import { dailyRate, estimateDays } from "@/features/site/shared/pricing/whole-price";
import { currentQuizSessionId } from "@/features/site/shared/quiz-session";
import { deviceFingerprint } from "@/features/site/shared/tracking/fingerprint";
import { bookingClickIds } from "@/features/site/shared/tracking/tracking";
import { api, bodyOf } from "@/lib/api";
import { adConsent, consentState, visitId } from "@/lib/consent";
import { chosenCurrency } from "@/lib/currency";
import { rentalDays } from "@/lib/dates";
import { chosenPlaces } from "@/lib/handover-places";
import { activeLanguage } from "@/lib/i18n";
import { siteConfig } from "@/lib/site-config";
import { formStore, readJson } from "@/lib/storage";
import type { Draft } from "./draft";
import { internationalPhone } from "./rules/phone-rule";
import { asked, type Details, type Rental } from "./rules/schema";

/**
 * The estimate of step 2, sent with the booking and not displayed: the car and the insurance, with the extra day of a
 * late pickup.
 */
export function estimate(draft: Pick<Draft, "details">): { days: number; total: number } {
  const { details } = draft;
  const days = estimateDays(rentalDays(details), details.pickupTime, details.returnTime);
  if (days < 1 || !details.carType) return { days: 0, total: 0 };
  const site = siteConfig();
  const insurance = site.insurance.find((option) => option.code === details.insuranceType)?.dailyRate ?? 0;
  return { days, total: (dailyRate(site, details.carType, days) + insurance) * days };
}

export type Quote = components["schemas"]["QuoteResponse"];

/** The catalogue version of the displayed price: a booking that names it gets that price. */
export const shownVersion = () => quotedVersion ?? siteConfig().catalogVersion;

/** Of the last quote; null when the page computed the price itself. */
let quotedVersion: number | null = null;

export async function fetchQuote(
  draft: Pick<Draft, "services" | "promoCode"> & { details: Rental; driverAge: number | null },
  catalogVersion: number | null = null,
): Promise<Quote> {
  const quote = await bodyOf(
    api.POST("/api/quotes", {
      body: {
        ...draft.details,
        services: draft.services,
        promoCode: draft.promoCode || null,
        driverAge: draft.driverAge,
        catalogVersion,
      },
    }),
  );
  quotedVersion = quote.catalogVersion;
  return quote;
}

// eslint-disable-next-line lingui/no-unlocalized-strings -- what the server is sent for a missing value
const notSelected = "Not selected";

export function sendPersonalInfo(draft: Draft) {
  const { details, personal } = draft;
  const named = (text: string) => text || notSelected;
  const guess = estimate(draft);
  return api.POST("/api/personal-info-step", {
    body: {
      ...personal,
      customerPhone: internationalPhone(personal.customerPhone),
      bookingDetails: {
        selectedCar: named(details.carType),
        pickupLocation: named(details.pickupLocation),
        dropoffLocation: named(details.dropoffLocation),
        pickupDate: named(details.pickupDate),
        returnDate: named(details.returnDate),
        dailyPrice: guess.days ? String(dailyRate(siteConfig(), details.carType, guess.days)) : notSelected,
        totalDays: String(guess.days || notSelected),
        calculatedPrice: String(guess.total || notSelected),
      },
    },
  });
}

const keyStore = "booking_submit";

interface Submit {
  body: string;
  key: string;
  hold: string | undefined;
  termsVersion: number | null;
  catalogVersion: number;
  visitId: string | undefined;
}

/**
 * One idempotency key per submit: kept until it succeeds, so that retries never create a second booking. Retries send
 * the hold, the terms, the prices and the visit of the first attempt, because another body with the same key would be
 * refused.
 */
function submitOf(body: string): Submit {
  const kept = readJson<Submit>(formStore, keyStore);
  if (kept?.body === body) return kept;
  const key = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`;
  const { termsVersion } = siteConfig();
  const submit = {
    body,
    key,
    hold: heldToken(),
    termsVersion,
    catalogVersion: shownVersion(),
    visitId: visitId(),
  };
  formStore.set(keyStore, JSON.stringify(submit));
  return submit;
}

/** Compares fields by name: a restored draft may have another order, but is the same draft. */
function inOneOrder<T extends object>(fields: T): T {
  const entries = Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries) as T;
}

/** The handover details these places require, which may differ from those at the time of input. */
function toldOf(details: Details) {
  const { locations } = siteConfig();
  const { flightNumber, pickupAddress, dropoffAddress } = asked(details, locations);
  const { pickup, dropoff } = chosenPlaces(details, locations);
  return {
    pickupPlace: pickup?.code ?? null,
    dropoffPlace: dropoff?.code ?? null,
    dropoffAddress: (dropoffAddress && details.dropoffAddress) || null,
    flightNumber: (flightNumber && details.flightNumber) || null,
    pickupAddress: (pickupAddress && details.pickupAddress) || null,
  };
}

export async function submitBooking(draft: Draft) {
  const { details, personal } = draft;
  const session = currentQuizSessionId();
  const fingerprint = deviceFingerprint();
  const shown = chosenCurrency();
  const answers = adConsent();
  const choice = inOneOrder({
    customerName: `${personal.firstName.trim()} ${personal.lastName.trim()}`,
    customerEmail: personal.customerEmail.trim(),
    customerPhone: internationalPhone(personal.customerPhone),
    driverAge: personal.driverAge.trim(),
    groupSize: personal.groupSize.trim(),
    ...details,
    ...toldOf(details),
    services: draft.services,
    promoCode: draft.promoCode.trim() || null,
    ...(draft.channel ? { channel: draft.channel } : {}),
    ...(draft.messageChannels?.length ? { messageChannels: [...draft.messageChannels].sort() } : {}),
    totalPrice: String(estimate(draft).total),
    ...bookingClickIds(),
    ...(session ? { quizSessionId: session } : {}),
    ...(fingerprint ? { deviceFingerprint: fingerprint } : {}),
    ...(shown ? { displayCurrency: shown.currency } : {}),
    // The language of the booking's emails.
    language: activeLanguage(),
    consentState: consentState(),
    ...(answers ? { adConsent: answers } : {}),
  });
  const { key, hold, termsVersion, catalogVersion, visitId } = submitOf(JSON.stringify(choice));
  const answer = await bodyOf(
    api.POST("/api/bookings", {
      params: { header: { "Idempotency-Key": key } },
      body: {
        ...choice,
        catalogVersion,
        ...(hold ? { hold } : {}),
        ...(termsVersion ? { termsVersion } : {}),
        ...(visitId ? { visitId } : {}),
      },
    }),
  );
  formStore.remove(keyStore);
  return answer;
}
