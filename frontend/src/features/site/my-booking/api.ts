import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import type { OwnBooking } from "@/features/site/shared/after/own-booking";
import { api, bodyOf } from "@/lib/api";

export type { OwnBooking };
export type OwnRental = components["schemas"]["OwnRentalRequest"];
export type OwnQuote = components["schemas"]["OwnQuoteResponse"];
type Details = components["schemas"]["OwnDetailsRequest"];
export type OwnDocument = components["schemas"]["OwnDocument"];

export const openByLink = (token: string) => bodyOf(api.POST("/api/my-booking/link", { body: { token } }));

export const openByReference = (reference: string, email: string) =>
  bodyOf(api.POST("/api/my-booking/sign-in", { body: { reference, email } }));

export const closeBooking = () => bodyOf(api.POST("/api/my-booking/sign-out"));

export const quoteChange = (rental: OwnRental) =>
  bodyOf(api.POST("/api/my-booking/quotes", { body: rental }));

/** What a new place asks for: an address, a flight. */
export type Meeting = Pick<
  components["schemas"]["ChangeOwnBookingRequest"],
  "pickupAddress" | "dropoffAddress" | "flightNumber"
>;

export const changeRental = (rental: OwnRental, meeting: Meeting, seenAt: string, total: number) =>
  bodyOf(api.PUT("/api/my-booking/rental", { body: { ...rental, ...meeting, seenAt, total } }));

export const cancelBooking = (cost: number, reason: string) =>
  bodyOf(api.POST("/api/my-booking/cancellation", { body: { cost, reason } }));

export const keepDetails = (details: Details) =>
  bodyOf(api.PUT("/api/my-booking/details", { body: details }));

export type OwnAgreement = components["schemas"]["OwnAgreementResponse"];

const agreementPath = "/api/my-booking/agreement";

/** The agreement to sign, or as it was signed. */
export const agreementQuery = queryOptions({
  queryKey: [agreementPath],
  queryFn: () => bodyOf(api.GET(agreementPath)),
  staleTime: 0,
});

/** `version`: of the agreement as it was read. */
export const signAgreement = (version: string, signerName: string, signature: number[][][]) =>
  bodyOf(api.POST("/api/my-booking/agreement/signature", { body: { version, signerName, signature } }));

export const sendLicence = (content: string, isSecondDriver: boolean) =>
  bodyOf(api.PUT("/api/my-booking/licences", { body: { content, isSecondDriver } }));

export const writeMessage = (text: string) =>
  bodyOf(api.POST("/api/my-booking/messages", { body: { text } }));

/** The URL of Stripe's page that puts the deposit on hold. */
export const holdDeposit = () => bodyOf(api.POST("/api/my-booking/card-hold"));

export const payOnline = () => bodyOf(api.POST("/api/my-booking/payments"));

export const documentUrl = ({ id }: OwnDocument) => `/api/my-booking/documents/${id}`;
