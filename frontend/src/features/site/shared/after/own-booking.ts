import { t } from "@lingui/core/macro";
import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";
import { ApiError } from "@/lib/errors";

export type OwnBooking = components["schemas"]["OwnBooking"];

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

export const voucherUrl = "/api/my-booking/voucher";
export const walletPassUrl = "/api/my-booking/wallet-pass";

/** What a status is called for the customer. */
export function statusWord(status: OwnBooking["status"]): string {
  const words = {
    pending: t`Received, not yet confirmed`,
    confirmed: t`Confirmed`,
    active: t`On the road`,
    completed: t`Completed`,
    cancelled: t`Cancelled`,
  };
  return words[status];
}
