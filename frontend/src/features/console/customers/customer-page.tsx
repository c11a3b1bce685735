import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Ban, Pencil } from "lucide-react";
import { useState } from "react";
import { useParams } from "react-router";
import { BackLink, PageHeader } from "@/components/console/page-header";
import { Panel } from "@/components/console/panel";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Button } from "@/components/ui/button";
import { paths } from "@/config/paths";
import { useMay, useMe } from "@/features/console/shared/session";
import { useObjectTitle } from "@/features/console/shared/titles";
import { languageName } from "@/lib/i18n";
import { customerQuery } from "./api";
import { BlacklistDialog } from "./components/blacklist-dialog";
import { BlacklistNotice } from "./components/blacklist-notice";
import { BookingsPanel } from "./components/bookings-panel";
import { EditDialog } from "./components/edit-dialog";
import { FactsPanel } from "./components/facts-panel";
import { Figures } from "./components/figures";
import { HistoryPanel } from "./components/history-panel";
import { NotesPanel } from "./components/notes-panel";
import { ProposalRow } from "./components/proposal-row";
import { RightsPanel } from "./components/rights-panel";

/** One customer: what they booked and spent, what the team knows, and what can be decided. */
export function Component() {
  const { t } = useLingui();
  const { customerId = "" } = useParams();
  const { tenant } = useMe();
  const may = useMay();
  const [open, setOpen] = useState<"edit" | "blacklist" | null>(null);
  const query = useQuery(customerQuery(customerId));
  const customer = query.data?.customer;
  const decides = may("manage_customers");
  useObjectTitle(customer?.name);
  return (
    <>
      <BackLink to={paths.admin.customers}>
        <Trans>All customers</Trans>
      </BackLink>
      <PageHeader
        title={customer?.name ?? t`Customer`}
        description={customer?.language && languageName(customer.language)}
      >
        <Button look="quiet" disabled={!customer} onClick={() => setOpen("edit")}>
          <Pencil aria-hidden size={18} /> <Trans>Edit</Trans>
        </Button>
        {decides && customer && !customer.isBlacklisted && (
          <Button look="quiet" onClick={() => setOpen("blacklist")}>
            <Ban aria-hidden size={18} /> <Trans>Blacklist</Trans>
          </Button>
        )}
      </PageHeader>
      <div className="mt-6">
        <QueryBoundary query={query}>
          {({ customer: shown, currency, proposals }) => (
            <div className="grid gap-4">
              <BlacklistNotice customer={shown} decides={decides} />
              <Figures customer={shown} currency={currency} />
              {proposals.length > 0 && (
                <Panel title={t`May be the same person`}>
                  <ul className="-mx-4 -my-2 divide-y divide-line">
                    {proposals.map((each) => (
                      <ProposalRow
                        key={`${each.kept.id} ${each.other.id}`}
                        proposal={each}
                        currency={currency}
                        on={shown.id}
                      />
                    ))}
                  </ul>
                </Panel>
              )}
              <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
                <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
                  <BookingsPanel bookings={shown.bookingList} />
                  <FactsPanel customer={shown} timezone={tenant.timezone} />
                </div>
                <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
                  <NotesPanel customer={shown} />
                  <HistoryPanel customer={shown} decides={decides} />
                  {may("personal_data") && <RightsPanel customerId={shown.id} name={shown.name} />}
                </div>
              </div>
            </div>
          )}
        </QueryBoundary>
      </div>
      {customer && open === "edit" && <EditDialog customer={customer} onClose={() => setOpen(null)} />}
      {customer && open === "blacklist" && (
        <BlacklistDialog customer={customer} onClose={() => setOpen(null)} />
      )}
    </>
  );
}
