import { t } from "@lingui/core/macro";
import type { OwnBooking } from "./own-booking";

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
