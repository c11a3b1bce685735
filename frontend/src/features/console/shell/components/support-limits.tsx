import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useMemo } from "react";
import { type Access, AccessContext } from "@/components/ui/button";
import type { Me } from "@/features/console/shared/session";

interface Props {
  support: Me["admin"]["support"];
  children: ReactNode;
}

/** Support access is a role that reads, and changes drafts where the owner granted it; the server decides the same. */
export function SupportLimits({ support, children }: Props) {
  const { t } = useLingui();
  const refusalOf = useMemo(() => {
    if (!support) return null;
    const sentence = t`Support access can't do this. Ask someone of the company to do it.`;
    const granted: Access[] = support.mayChangeDrafts ? ["read", "draft"] : ["read"];
    return (access: Access) => (granted.includes(access) ? undefined : sentence);
  }, [support, t]);
  return <AccessContext value={refusalOf}>{children}</AccessContext>;
}
