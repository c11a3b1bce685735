import type { ReactNode } from "react";
import { SiteFooter } from "@/components/layout/site-footer";
import { SiteHeader } from "@/components/layout/site-header";

interface Props {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

/** A page of the affiliate programme with one form on it. */
export function AffiliateFrame({ title, lead, children }: Props) {
  return (
    <>
      <SiteHeader />
      <main id="content" className="mx-auto max-w-xl px-4 py-8 sm:py-14">
        <h1 className="text-3xl font-extrabold sm:text-4xl">{title}</h1>
        {lead && <p className="mt-3 text-lg text-slate">{lead}</p>}
        <div className="mt-8 rounded-3xl bg-panel p-5 shadow-card sm:p-8">{children}</div>
      </main>
      <SiteFooter />
    </>
  );
}
