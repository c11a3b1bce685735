import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { NavLink } from "react-router";
import { PageHeader } from "@/components/console/page-header";
import { DraftBar } from "./draft-bar";
import { sections } from "./sections";

interface Props {
  title: string;
  description?: ReactNode;
  /** What can be done on this page. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A page of the catalogue: its sections above, what is not yet published below. */
export function CatalogFrame({ title, description, actions, children }: Props) {
  const { t } = useLingui();
  return (
    <>
      <PageHeader title={title} description={description}>
        {actions}
      </PageHeader>
      <nav aria-label={t`Sections of the catalogue`} className="-mx-4 mt-4 overflow-x-auto px-4">
        <ul className="flex gap-1 border-b border-line">
          {sections.map(({ to, label }) => (
            <li key={to}>
              <NavLink
                to={to}
                end
                className="flex min-h-11 items-center border-b-2 border-transparent px-3 text-sm font-semibold whitespace-nowrap text-slate aria-[current=page]:border-accent aria-[current=page]:text-ink"
              >
                {t(label)}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-5">{children}</div>
      <DraftBar />
    </>
  );
}
