import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { components } from "@/api/schema.gen";

export type PayableOn = components["schemas"]["AffiliatesResponse"]["payableOn"];

/** When a commission becomes payable; ends a sentence such as "A commission becomes payable …". */
export const payableMoments: Record<PayableOn, MessageDescriptor> = {
  booking: msg({ message: "with the booking", context: "A commission becomes payable …" }),
  confirmation: msg({ message: "when the booking is confirmed", context: "A commission becomes payable …" }),
  completion: msg({ message: "when the rental is completed", context: "A commission becomes payable …" }),
};
