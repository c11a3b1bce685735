import { msg } from "@lingui/core/macro";
import type { CustomerAction } from "./api";

export const actionWords = {
  changed: msg`Changed the rental`,
  cancelled: msg`Cancelled the booking`,
  details: msg`Added a flight or second driver`,
  licence: msg`Sent a driving licence`,
  message: msg`Wrote a message`,
} satisfies Record<CustomerAction["kind"], unknown>;
