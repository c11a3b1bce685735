import type { components } from "@/api/schema.gen";

type BuiltInRole = components["schemas"]["BuiltInRoleOut"]["role"];
type Right = components["schemas"]["GrantableRight"] | components["schemas"]["OwnerRight"];

const desk: readonly Right[] = ["bookings", "customers", "payments", "fleet", "yard"];
const analyst: readonly Right[] = ["analytics", "quiz"];
const manager: readonly Right[] = [
  ...desk,
  ...analyst,
  "discounts",
  "manage_customers",
  "exports",
  "refunds",
  "reports",
  "costs",
  "catalog",
  "website",
  "affiliates",
  "advertising",
  "settings",
];

/** The rights of a built-in role, as the server has them. */
export function rightsOf(role: BuiltInRole): readonly Right[] {
  const owner: readonly Right[] = [
    ...manager,
    "accounting",
    "team",
    "integrations",
    "company",
    "personal_data",
  ];
  return { owner, manager, desk, analyst, driver: ["yard"] as const }[role];
}
