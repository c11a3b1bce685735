import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";

/** To the page above this one. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center gap-2 text-sm font-semibold text-pine underline-offset-4 hover:underline print:hidden"
    >
      <ArrowLeft aria-hidden size={16} /> {children}
    </Link>
  );
}
