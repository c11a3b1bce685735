import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";
import { ApiError } from "@/lib/errors";

export type OwnBooking = components["schemas"]["OwnBooking"];
export type OwnRental = components["schemas"]["OwnRentalRequest"];
export type OwnQuote = components["schemas"]["OwnQuoteResponse"];
export type Details = components["schemas"]["OwnDetailsRequest"];
export type OwnDocument = components["schemas"]["OwnDocument"];

export const ownKey = ["/api/my-booking"];
const pollMilliseconds = 30_000;

/** The booking that is open in this browser; null where none is. */
export const ownBookingQuery = queryOptions({
  queryKey: ownKey,
  queryFn: async () => {
    try {
      return (await bodyOf(api.GET("/api/my-booking"))).booking;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
  refetchInterval: ({ state }) => (state.data ? pollMilliseconds : false),
  staleTime: 0,
  retry: 1,
});

export const openByLink = (token: string) => bodyOf(api.POST("/api/my-booking/link", { body: { token } }));

export const openByReference = (reference: string, email: string) =>
  bodyOf(api.POST("/api/my-booking/sign-in", { body: { reference, email } }));

export const closeBooking = () => bodyOf(api.POST("/api/my-booking/sign-out"));

export const quoteChange = (rental: OwnRental) =>
  bodyOf(api.POST("/api/my-booking/quotes", { body: rental }));

export const changeRental = (rental: OwnRental, seenAt: string, total: number) =>
  bodyOf(api.PUT("/api/my-booking/rental", { body: { ...rental, seenAt, total } }));

export const cancelBooking = (cost: number, reason: string) =>
  bodyOf(api.POST("/api/my-booking/cancellation", { body: { cost, reason } }));

export const keepDetails = (details: Details) =>
  bodyOf(api.PUT("/api/my-booking/details", { body: details }));

export const sendLicence = (content: string, isSecondDriver: boolean) =>
  bodyOf(api.PUT("/api/my-booking/licences", { body: { content, isSecondDriver } }));

export const writeMessage = (text: string) =>
  bodyOf(api.POST("/api/my-booking/messages", { body: { text } }));

export const payOnline = () => bodyOf(api.POST("/api/my-booking/payments"));

export const documentUrl = ({ id }: OwnDocument) => `/api/my-booking/documents/${id}`;
