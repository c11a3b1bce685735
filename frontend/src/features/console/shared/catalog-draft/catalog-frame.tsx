import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { NavLink } from "react-router";
import { Badge } from "@/components/console/badge";
import { PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Button } from "@/components/ui/button";
import { paths } from "@/config/paths";
import { type Draft, draftQuery } from "./api";
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
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    nav.current?.querySelector("[aria-current]")?.scrollIntoView?.({ block: "nearest", inline: "center" });
  }, []);
  return (
    <>
      <PageHeader title={title} description={description}>
        {actions}
      </PageHeader>
      <nav ref={nav} aria-label={t`Sections of the catalogue`} className="-mx-4 mt-4 overflow-x-auto px-4">
        <ul className="flex min-w-max gap-1 border-b border-line">
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

interface DraftPageProps {
  title: string;
  description: ReactNode;
  /** Adds an item: the button's text, and the dialog that it opens. */
  add?: { label: ReactNode; dialog: (onClose: () => void, draft: Draft | undefined) => ReactNode };
  /** Shown instead of an empty list; false otherwise. */
  empty?: (draft: Draft) => ReactNode | false;
  children: (draft: Draft) => ReactNode;
}

/** A page of the catalogue that shows a part of the draft. */
export function DraftPage({ title, description, add, empty, children }: DraftPageProps) {
  const query = useQuery(draftQuery);
  const [isAdding, setAdding] = useState(false);
  return (
    <CatalogFrame
      title={title}
      description={description}
      actions={
        add && (
          <Button access="draft" onClick={() => setAdding(true)}>
            <Plus aria-hidden size={18} /> {add.label}
          </Button>
        )
      }
    >
      <QueryBoundary query={query} empty={empty}>
        {children}
      </QueryBoundary>
      {isAdding && add?.dialog(() => setAdding(false), query.data)}
    </CatalogFrame>
  );
}

/** The state of an item; nothing where visitors see this version. */
export function StateBadge({ state }: { state: Draft["items"][number]["state"] }) {
  const { t } = useLingui();
  if (state === "live") return null;
  const words = { added: t`new, not published`, changed: t`changed, not published`, removed: t`taken out` };
  return <Badge look={state === "removed" ? "warning" : "good"}>{words[state]}</Badge>;
}
