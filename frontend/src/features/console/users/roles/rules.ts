import type { BuiltInRole, GrantableRight, RoleOf } from "@/features/console/shared/roles";
import type { CustomRole } from "@/features/console/shared/users";

type Requires = Partial<Record<GrantableRight, GrantableRight>>;

/** The chosen rights after one was added or removed: with what it requires, or without what requires it. */
export function withRight(
  chosen: readonly GrantableRight[],
  right: GrantableRight,
  isChosen: boolean,
  requires: Requires,
): GrantableRight[] {
  if (!isChosen) return chosen.filter((each) => each !== right && requires[each] !== right);
  const base = requires[right];
  return [...new Set([...chosen, right, ...(base ? [base] : [])])];
}

/** The value of a role in a select: its id, or the name of a built-in one. */
export function roleValue({ role, roleId }: { role: RoleOf["role"]; roleId: string | null }): string {
  return roleId ?? role;
}

/** The role that a select's value stands for, as the API takes it. */
export function roleOfValue(value: string, own: readonly CustomRole[]) {
  return own.some(({ id }) => id === value)
    ? { role: "custom" as const, roleId: value }
    : { role: value as BuiltInRole, roleId: null };
}
