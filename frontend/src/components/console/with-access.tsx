import type { ReactNode } from "react";
import { type Access, useAccess } from "@/components/ui/button";

interface Props {
  /** What the content does. */
  access?: Access;
  children: ReactNode;
}

/** Shows links and controls only where the session has this access; a `Button` is disabled instead. */
export function WithAccess({ access = "write", children }: Props) {
  return useAccess(access).disabled ? null : children;
}
