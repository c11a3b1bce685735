import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { components } from "@/api/schema.gen";

export type BuiltInRole = components["schemas"]["BuiltInRoleOut"]["role"];
export type GrantableRight = components["schemas"]["GrantableRight"];
export type Right = GrantableRight | components["schemas"]["OwnerRight"];

/** The role of someone: a built-in one, or one of the company's own by its name. */
export interface RoleOf {
  role: BuiltInRole | "custom";
  roleName: string | null;
}

/** The name of a built-in role on its own. */
export const roleName: Record<BuiltInRole, MessageDescriptor> = {
  owner: msg`Owner`,
  manager: msg`Manager`,
  desk: msg`Desk`,
  analyst: msg`Analyst`,
  driver: msg`Driver`,
};

/** What each built-in role may do, shown where it is assigned. */
export const roles: { value: BuiltInRole; explanation: MessageDescriptor }[] = [
  { value: "owner", explanation: msg`Everything, including users and customer data.` },
  { value: "manager", explanation: msg`Bookings, affiliates, payouts, visits, analytics.` },
  { value: "desk", explanation: msg`Bookings, vehicles and the calendar; no payouts, no settings.` },
  { value: "analyst", explanation: msg`Analytics and reports; no customer data.` },
  { value: "driver", explanation: msg`Today's handovers and returns, on a phone in the yard.` },
];

/** A built-in role within a sentence. */
export const roleInSentence: Record<BuiltInRole, MessageDescriptor> = {
  owner: msg({ message: "owner", context: "role in a sentence" }),
  manager: msg({ message: "manager", context: "role in a sentence" }),
  desk: msg({ message: "desk", context: "role in a sentence" }),
  analyst: msg({ message: "analyst", context: "role in a sentence" }),
  driver: msg({ message: "driver", context: "role in a sentence" }),
};

/** Whether someone with `rights` has one of those that are `wanted`. */
export function hasRight(rights: readonly Right[], ...wanted: readonly Right[]): boolean {
  return wanted.some((right) => rights.includes(right));
}

/** Names roles, on their own and within a sentence. */
export function useRoleNames() {
  const { t } = useLingui();
  const name = (words: Record<BuiltInRole, MessageDescriptor>, { role, roleName: own }: RoleOf) =>
    role === "custom" ? (own ?? "") : t(words[role]);
  return {
    nameOf: (someone: RoleOf) => name(roleName, someone),
    inSentence: (someone: RoleOf) => name(roleInSentence, someone),
  };
}
