import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { components } from "@/api/schema.gen";

export type Role = components["schemas"]["AdminOut"]["role"];

/** The name of a role on its own. */
export const roleName: Record<Role, MessageDescriptor> = {
  owner: msg`Owner`,
  manager: msg`Manager`,
  desk: msg`Desk`,
  analyst: msg`Analyst`,
  driver: msg`Driver`,
};

/** What each role may do, shown where it is assigned. */
export const roles: { value: Role; explanation: MessageDescriptor }[] = [
  { value: "owner", explanation: msg`Everything, including users and customer data.` },
  { value: "manager", explanation: msg`Bookings, affiliates, payouts, visits, analytics.` },
  { value: "desk", explanation: msg`Bookings, vehicles and the calendar; no payouts, no settings.` },
  { value: "analyst", explanation: msg`Analytics and reports; no customer data.` },
  { value: "driver", explanation: msg`Today's handovers and returns, on a phone in the yard.` },
];

/** A role within a sentence. */
export const roleInSentence: Record<Role, MessageDescriptor> = {
  owner: msg({ message: "owner", context: "role in a sentence" }),
  manager: msg({ message: "manager", context: "role in a sentence" }),
  desk: msg({ message: "desk", context: "role in a sentence" }),
  analyst: msg({ message: "analyst", context: "role in a sentence" }),
  driver: msg({ message: "driver", context: "role in a sentence" }),
};
