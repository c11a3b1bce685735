import { createContext, useContext } from "react";

/** What a control does: shows something, changes a draft that others publish, or changes what counts. */
export type Access = "read" | "draft" | "write";

/** Why a control can't be used, or undefined. Null, as outside support access: everything can be used. */
export const AccessContext = createContext<((access: Access) => string | undefined) | null>(null);

/** Props that disable a control and say why, where the session lacks this access; otherwise none. */
export function useAccess(access: Access = "write"): { disabled?: true; title?: string } {
  const refusal = useContext(AccessContext)?.(access);
  return refusal ? { disabled: true, title: refusal } : {};
}
