import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { NavLink } from "react-router";
import { Badge } from "@/components/console/badge";
import { PageHeader } from "@/components/console/page-header";
import { paths } from "@/config/paths";
import type { Draft } from "./api";
import { DraftBar } from "./draft-bar";

/** The pages of the catalogue, in the order of the day's work. */
const sections: readonly { to: string; label: MessageDescriptor }[] = [
  { to: paths.admin.catalog, label: msg`Cars` },
  { to: paths.admin.catalogSeasons, label: msg`Seasons` },
  { to: paths.admin.catalogPriceSuggestions, label: msg`Price suggestions` },
  { to: paths.admin.catalogPlaces, label: msg`Places` },
  { to: paths.admin.catalogDelivery, label: msg`Delivery fees` },
  { to: paths.admin.catalogDriving, label: msg`Driving times` },
  { to: paths.admin.catalogInsurance, label: msg`Insurance` },
  { to: paths.admin.catalogServices, label: msg`Services` },
  { to: paths.admin.catalogHistory, label: msg`History` },
  { to: paths.admin.catalogFiles, label: msg`Files` },
];

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

/** The state of an item; nothing where visitors see this version. */
export function StateBadge({ state }: { state: Draft["items"][number]["state"] }) {
  const { t } = useLingui();
  if (state === "live") return null;
  const words = { added: t`new, not published`, changed: t`changed, not published`, removed: t`taken out` };
  return <Badge look={state === "removed" ? "warning" : "good"}>{words[state]}</Badge>;
}
